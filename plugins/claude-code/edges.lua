-- What the program writes around a conversation: its greeting, and hints at the right edge.
local lines_of = require("lines")

local M = {}

-- The greeting names it, beside a picture or within a frame; answers begin with neither.
function M.model(lines)
  for at = 1, math.min(12, #lines) do
    if lines_of.echo(lines[at]) or lines_of.bullet(lines[at]) then
      return nil
    end
    local is_greeting = at > 1 and lines[at - 1]:find("Claude Code v%d") or lines[at]:find("^│") or lines[at]:find("^ ?\226\150[\128-\159]")
    local model = is_greeting and lines[at]:match("(%u%a+ %d[%d%.]*[^·│]-) · ")
    if model then
      return model
    end
  end
end

-- What the program writes at the right edge, whatever stands in the line, is no part of what was said. The edge is that of the box, unless the conversation is less wide.
function M.cut_hints(lines, box, width)
  width = width or utf8.len(lines[box.top]) or 0
  for at = 1, box.top - 1 do
    local rest = lines[at]:find("/effort", 1, true) and lines[at]:match("^(.-)%s%s+%S+ %a+ · /effort%s*$")
    if rest and (utf8.len(lines[at]:match("^(.-)%s*$")) or 0) >= width - 3 then
      lines[at] = rest
    end
  end
end

return M
