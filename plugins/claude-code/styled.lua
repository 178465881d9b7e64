-- The styles of a screen by the lines of its text: a row that wraps is in one line with the next one.
local M = {}

-- Calls `visit(line, row, runs)` for each row, from the top, with the number of its line, its own, from zero, and what of it is not plain:
-- { from, length, style } each. Until `visit` returns false.
function M.each_row(terminal, visit)
  local wraps = {}
  for _, row in ipairs(terminal.wraps) do
    wraps[row] = true
  end
  local line, row = 1, 0
  for text in (terminal.runs .. "\n"):gmatch("([^\n]*)\n") do
    local runs = {}
    for from, length, style in text:gmatch("(%d+) (%d+) (%d+)") do
      runs[#runs + 1] = { from = tonumber(from), length = tonumber(length), style = terminal.styles[tonumber(style)] }
    end
    if visit(line, row, runs) == false then
      return
    end
    line = wraps[row] and line or line + 1
    row = row + 1
  end
end

return M
