-- Texts as people see them.
local M = {}

-- A line that was written over from its beginning: what was written last. (A pattern for all lines at once would begin to look
-- at every character of a line, to its end.)
local function overwritten(line)
  if line:find("\r", 1, true) then
    return line:match("([^\r]+)\r*$") or ""
  end
end

-- Without escape sequences and control characters.
function M.plain(text)
  text = text:gsub("\27%][^\7\27]*\7", ""):gsub("\27%][^\7\27]*\27\\", "")
  text = text:gsub("\27[%[%]][%d;?<=>]*[ -/]*[@-~]", ""):gsub("\27[@-Z\\^_=>78]", "")
  text = text:gsub("\r+\n", "\n"):gsub("[%z\1-\8\11-\12\14-\31\127]", "")
  return (text:gsub("[^\n]+", overwritten))
end

-- The last line that is not empty.
function M.last_line(text)
  return text:match("([^\n]*%S[^\n]*)%s*$") or ""
end

return M
