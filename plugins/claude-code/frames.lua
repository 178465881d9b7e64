-- Where a dialog begins: at the first line across the whole screen. Whatever is said above is written further in, and what looks like a
-- line below it is the dialog's own text.
local lines_of = require("lines")

local M = {}

-- { top, title_at, title, width, rules }; top is 0 if no such line is seen.
function M.find(lines)
  local width = lines_of.width(lines)
  local frame = { top = 0, title_at = 0, title = "", width = width, rules = {} }
  for at = 1, #lines do
    if lines_of.rule_glyph(lines[at], width) then
      table.insert(frame.rules, at)
    end
  end
  if frame.rules[1] == nil then
    return frame
  end
  frame.top, frame.title_at = frame.rules[1], frame.rules[1] + 1
  -- Newer versions draw a plan in a frame of its own inside the panel.
  if lines_of.rule_glyph(lines[frame.top], width) == "▔" then
    local at = frame.title_at
    while at < #lines and lines_of.is_blank(lines[at]) do
      at = at + 1
    end
    if lines[at] and lines_of.rule_glyph(lines[at], width, 2) then
      frame.title_at = at + 1
    end
  end
  frame.title = lines_of.trim(lines[frame.title_at] or "")
  return frame
end

return M
