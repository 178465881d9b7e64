-- What the program shows beside a conversation, and not in it: a panel at the right edge with what was changed. A line parts them, from the first
-- row down to the prompt box or, where something asks, to the last row. No text of a model can be that line: there are rows between what is said,
-- and around what is asked, that the program leaves empty, and its own lines go from edge to edge where there is no panel.
local lines_of = require("lines")
local styled = require("styled")
local widths = require("widths")

local M = {}

local BORDER, CLOSE = "│", "✕"
-- From the right edge to the sign that closes it.
local FROM_EDGE = 2

local function last_border(line)
  local from, at = nil, line:find(BORDER, 1, true)
  while at do
    from, at = at, line:find(BORDER, at + #BORDER, true)
  end
  return from
end

-- Where in the text of a row the sign stands that is in this column. A glyph counts for one column at least; where one may count for none, or takes two,
-- the last such sign is taken: rather too much of a row is read than too little.
local function border_in(line, column)
  local at = widths.are_agreed(line) and utf8.offset(line, column + 1)
  return at and line:find(BORDER, at, true) == at and at or last_border(line)
end

local function style_at(runs, column)
  for _, run in ipairs(runs) do
    if column >= run.from and column < run.from + run.length then
      return run.style
    end
  end
end

-- The rows that have the line, from the first on, each with where it stands in the text and the runs; and its column. It looks the same in all of them.
local function bordered(lines, terminal)
  local blanks = lines[1]:match(BORDER .. "( +)" .. CLOSE .. " *$")
  if blanks == nil then
    return {}
  end
  local rows, style = {}, nil
  local column = terminal.size.cols - FROM_EDGE - #blanks - 1
  local has_colours = styled.has_colours(terminal)
  styled.each_row(terminal, function(at, _, runs)
    local from, own = lines[at] and border_in(lines[at], column), style_at(runs, column)
    style = style or own
    if from == nil or own ~= style or has_colours and not (own and own.dim and own.background) then
      return false
    end
    rows[at] = { from = from, runs = runs }
  end)
  return rows, column
end

local function runs_before(column, runs)
  local kept = {}
  for _, run in ipairs(runs) do
    if run.from < column then
      kept[#kept + 1] = ("%d %d %d"):format(run.from, math.min(run.length, column - run.from), run.number)
    end
  end
  return table.concat(kept, ",")
end

-- What stands before the line, with the blanks behind it that are not plain: the others only fill the row.
local function text_before(column, line, row)
  local text, drawn = line:sub(1, row.from - 1):match("^(.-) *$"), 0
  for _, run in ipairs(row.runs) do
    drawn = run.from < column and math.min(column, run.from + run.length) or drawn
  end
  return text .. (" "):rep(drawn - (utf8.len(text) or drawn))
end

-- The screen without the panel: its lines, the terminal, in which `beside` has the text of the panel by rows, and how wide the conversation is; nothing
-- where there is none.
function M.cut(lines, terminal)
  if terminal == nil or #terminal.wraps > 0 or not lines[1]:find(CLOSE, 1, true) then
    return nil
  end
  local rows, column = bordered(lines, terminal)
  local is_everywhere = #rows == terminal.size.rows
  local below = lines[#rows + 1]
  if #rows == 0 or not is_everywhere and not (below and lines_of.rule_glyph(below, terminal.size.cols)) then
    return nil
  end
  local kept, beside, runs, full = {}, {}, {}, {}
  for at, line in ipairs(lines) do
    kept[at] = rows[at] and text_before(column, line, rows[at]) or line
    beside[at] = rows[at] and line:sub(rows[at].from + #BORDER) or ""
    full[at] = at - 1
  end
  for text in (terminal.runs .. "\n"):gmatch("([^\n]*)\n") do
    local row = rows[#runs + 1]
    runs[#runs + 1] = row and runs_before(column, row.runs) or text
  end
  local rest = {
    title = terminal.title, cursor = terminal.cursor, wraps = terminal.wraps, styles = terminal.styles,
    -- What is too long in one part pushes the other.
    runs = table.concat(runs, "\n"), full = full, beside = beside,
    size = { rows = terminal.size.rows, cols = is_everywhere and column or terminal.size.cols },
  }
  return kept, rest, column
end

return M
