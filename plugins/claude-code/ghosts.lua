-- Ghost text: words that the program puts into an empty prompt box for somebody to take over, such as what could be asked next. They read
-- like what was typed, but the cursor stands on their first letter, and all the others are dim.
local styled = require("styled")

local M = {}

-- Where a text begins in the box.
local COLUMN = 2

-- Glyphs of two columns.
local WIDE = {
  { 0x1100, 0x115F }, { 0x2E80, 0x303E }, { 0x3041, 0xA4CF }, { 0xAC00, 0xD7A3 }, { 0xF900, 0xFAFF }, { 0xFE30, 0xFE6F }, { 0xFF01, 0xFF60 },
  { 0xFFE0, 0xFFE6 }, { 0x1F300, 0x1F64F }, { 0x1F680, 0x1F6FF }, { 0x1F900, 0x1FAFF }, { 0x20000, 0x3FFFD },
}

-- How many columns a text takes; one with joined letters takes fewer, and then counts as typed.
local function columns(text)
  local count = 0
  for _, code in utf8.codes(text, true) do
    count = count + 1
    for _, range in ipairs(WIDE) do
      if code >= range[1] and code <= range[2] then
        count = count + 1
        break
      end
    end
  end
  return count
end

-- The rows that these lines of the text are, each with what of it is not plain from where a text begins.
local function rows_of(terminal, first, last)
  local rows = {}
  styled.each_row(terminal, function(line, at, runs)
    if line >= first and line <= last then
      local found = { at = at }
      for _, run in ipairs(runs) do
        found[#found + 1] = run.from >= COLUMN and run or nil
      end
      rows[#rows + 1] = found
    end
    return line <= last
  end)
  return rows
end

-- One dim run from this column, or the one behind a blank, to the end of the line.
local function is_dim(run, more, column, line)
  if run == nil or more ~= nil or not run.style.dim then
    return false
  end
  return run.from >= column and run.from <= column + 1 and run.from + run.length >= columns(line)
end

-- Whether all that the lines of a box hold is ghost text. Without a terminal nobody can tell. Where the program has no colours nothing is
-- dim, and the cursor on the first letter has to do: behind a text that was typed it stands at the end.
function M.fill(terminal, lines, first, last)
  if terminal == nil then
    return false
  end
  local rows = rows_of(terminal, first, last)
  local cursor = rows[1] and rows[1][1]
  if cursor == nil or cursor.from ~= COLUMN or cursor.length > 2 or not cursor.style.inverse or #rows ~= last - first + 1 then
    return false
  end
  local at = terminal.cursor
  if at.row ~= rows[1].at or at.col ~= COLUMN then
    return false
  end
  for index, row in ipairs(rows) do
    local line = lines[first + index - 1]:match("^(.-)%s*$")
    local run = index == 1 and 2 or 1
    if index == 1 and columns(line) <= COLUMN + cursor.length then
      return false
    end
    if styled.has_colours(terminal) and line ~= "" and not is_dim(row[run], row[run + 1], index == 1 and COLUMN + cursor.length or COLUMN, line) then
      return false
    end
  end
  return true
end

return M
