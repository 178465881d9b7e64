-- Prompt marks in the output: what the shell itself says about its commands.
local plain = require("text").plain

local M = {}

-- All marks of a text in order: { kind, status?, first, last } with byte positions.
function M.all(text)
  local marks, from = {}, 1
  while true do
    local first, last, kind, rest = text:find("\27%]133;([ABCD])([^\7\27]*)\7", from)
    if first == nil then
      return marks
    end
    marks[#marks + 1] = { kind = kind, status = tonumber(rest:match("^;(%d+)$")), first = first, last = last }
    from = last + 1
  end
end

-- The byte at which the output after a cursor begins, in a text that ends at `cursor` and counts characters.
function M.byte_after(text, cursor, after)
  local back = cursor - after
  if back <= 0 then
    return #text + 1
  end
  return utf8.offset(text, -back) or 1
end

-- What the marks say about the newest command: "prompt", "running" or nil if there are none; and whether a prompt is shown
-- already. What is typed before that may be echoed twice, or be lost with an interrupt.
function M.reading(text)
  local marks = M.all(text)
  local newest = marks[#marks]
  if newest == nil then
    return nil, false
  end
  if newest.kind == "C" then
    return "running", false
  end
  -- A shell that does not mark the beginning of a command has at least ended the line it was typed in.
  if newest.kind == "B" and text:find("[\r\n]", newest.last + 1) then
    return "running", false
  end
  -- Where the end of the prompt is not marked, something to be seen stands behind its beginning.
  local is_shown = newest.kind == "B" or (newest.kind == "A" and plain(text:sub(newest.last + 1)):find("%S") ~= nil)
  return "prompt", is_shown
end

-- What zsh writes to begin a line where the output has not ended one: a reversed mark, and blanks over the rest of the line.
local UNFINISHED_LINE = "\27%[1m\27%[7m[%%#]\27%[27m\27%[1m\27%[0m *\r *\r$"

-- The command that ended last after a byte position: its status, and its output.
function M.finished(text, from)
  local marks = M.all(text)
  local ended, began
  for index = #marks, 1, -1 do
    local mark = marks[index]
    if ended == nil and mark.kind == "D" and mark.status ~= nil and mark.first >= from then
      ended = mark
    elseif ended ~= nil and (mark.kind == "C" or mark.kind == "B") then
      began = mark
      break
    end
  end
  if ended == nil then
    return nil
  end
  local start = from
  if began ~= nil then
    start = began.last + 1
    if began.kind == "B" then
      start = (text:find("\n", start, true) or start - 1) + 1
    end
  end
  local output = text:sub(start, ended.first - 1):gsub(UNFINISHED_LINE, "")
  return { status = ended.status, output = output, whole = began ~= nil }
end

return M
