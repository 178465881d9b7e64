-- Texts as people see them. The patterns take a time that grows with the text and not with its square: what a program prints in
-- one line may be long.
local M = {}

-- A line that was written over from its beginning: what was written last.
local function overwritten(line)
  if line:find("\r", 1, true) then
    local last = ""
    for part in line:gmatch("[^\r]+") do
      last = part
    end
    return last
  end
end

-- Without escape sequences and control characters.
function M.plain(text)
  text = text:gsub("\27%][^\7\27]*\7", ""):gsub("\27%][^\7\27]*\27\\", "")
  text = text:gsub("\27[%[%]][%d;?<=>]*[ -/]*[@-~]", ""):gsub("\27[@-Z\\^_=>78]", "")
  text = text:gsub("\r+\n", "\n"):gsub("[%z\1-\8\11-\12\14-\31\127]", "")
  return (text:gsub("[^\n]+", overwritten))
end

-- Without blanks at the end.
function M.trimmed(text)
  return text:match("^(.*%S)") or ""
end

-- What stands behind the last line end.
function M.last_part(text)
  return text:match("^.*\n(.*)$") or text
end

-- The last line that is not empty.
function M.last_line(text)
  return M.last_part(M.trimmed(text))
end

return M
