-- The styles of a screen by the lines of its text: a row that wraps is in one line with the next one.
local M = {}

-- Calls `visit(line, row, runs)` for each row, from the top, with the number of its line, its own, from zero, and what of it is not plain:
-- { from, length, style, number } each, with the number of the style. Until `visit` returns false.
function M.each_row(terminal, visit)
  local wraps = {}
  for _, row in ipairs(terminal.wraps) do
    wraps[row] = true
  end
  local line, row = 1, 0
  for text in (terminal.runs .. "\n"):gmatch("([^\n]*)\n") do
    local runs = {}
    for from, length, style in text:gmatch("(%d+) (%d+) (%d+)") do
      runs[#runs + 1] = { from = tonumber(from), length = tonumber(length), style = terminal.styles[tonumber(style)], number = tonumber(style) }
    end
    if visit(line, row, runs) == false then
      return
    end
    line = wraps[row] and line or line + 1
    row = row + 1
  end
end

-- Whether anything is drawn otherwise than in the terminal's own colours.
function M.has_colours(terminal)
  for _, style in ipairs(terminal.styles) do
    if style.foreground or style.background or style.dim then
      return true
    end
  end
  return false
end

return M
