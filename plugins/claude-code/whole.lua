-- Whether a permission is seen whole, so that its title is the program's own. A model writes most of what a dialog shows, in any style, and
-- a row that is longer than the program believes puts what it wrote where only the program draws. So the tool is named only on a screen
-- on which nothing can have moved, below a line that no text of a model is long enough to be.
local widths = require("widths")

local M = {}

local GLYPHS = { "─", "▔", "━" }
local DASH = "╌"

-- What each tool asks with.
local ASKED = {
  Bash = { "^Do you want to proceed%?$" },
  Read = { "^Do you want to proceed%?$", "^Allow this read outside the working directories%?$" },
  Write = { "^Do you want to create ", "^Do you want to overwrite ", "^Do you want to write " },
  Edit = { "^Do you want to make this edit to " },
  NotebookEdit = { "^Do you want to make this edit to ", "^Do you want to insert ", "^Do you want to delete " },
  WebFetch = { "^Do you want to allow Claude to fetch this content%?$" },
  WebSearch = { "^Do you want to " },
}

local function begins_line(text)
  for _, glyph in ipairs(GLYPHS) do
    if text:find(glyph:rep(3), 1, true) == 1 then
      return true
    end
  end
  return false
end

-- The lines of a screen that begin at its left edge.
local function edges(lines)
  local found = {}
  for at, line in ipairs(lines) do
    if line:byte(1) == 0xE2 and begins_line(line) then
      found[#found + 1] = at
    end
  end
  return found
end

-- The style of a row that is plain but for one run, which goes from this column over so many.
local function only_style(terminal, runs, col, cols)
  local from, length, style = (runs or ""):match("^(%d+) (%d+) (%d+)$")
  if tonumber(from) == col and tonumber(length) == cols then
    return terminal.styles[tonumber(style)]
  end
end

local function has_own_style(terminal, lines, top, title)
  local at, edge, words = 0, nil, nil
  for runs in (terminal.runs .. "\n"):gmatch("([^\n]*)\n") do
    at = at + 1
    if at == top then
      edge = only_style(terminal, runs, 0, terminal.size.cols)
    elseif at == top + 1 then
      words = only_style(terminal, runs, 1, #title)
      break
    end
  end
  if edge == nil or words == nil or edge.foreground == nil or edge.bold or edge.background or edge.inverse then
    return false
  end
  return words.bold == true and words.foreground == edge.foreground and lines[top + 1]:match("^(.-) *$") == " " .. title
end

-- Text of a dialog is written further in; only dashed lines go from edge to edge, and a sign that a change is not shown stands at it.
local function is_inside(lines, from, to)
  for at = from, to do
    if lines[at]:find("^%S") and lines[at]:gsub(DASH, "") ~= "" and lines[at] ~= "…" then
      return false
    end
  end
  return true
end

local function has_doubtful_width(terminal, lines, top)
  for at = top - 1, #lines do
    if not widths.are_agreed(lines[at]) then
      return true
    end
  end
  -- Above the dialog only a row that is full can have been too long.
  for _, row in ipairs(terminal.full) do
    local text = (lines[row + 1] or "") .. (terminal.beside and terminal.beside[row + 1] or "")
    if not widths.are_agreed(text) then
      return true
    end
  end
  return false
end

local function fits_question(tool, asked)
  for _, pattern in ipairs(ASKED[tool] or {}) do
    if asked:find(pattern) then
      return true
    end
  end
  return false
end

local MORE_ROWS = "give the terminal more rows"

-- Why the frame of the dialog is not seen whole; nil if it is. Where no row wraps, the lines of the text are the rows of the screen.
local function break_in_frame(terminal, lines, dialog, asked_at)
  if M.has_moved(terminal) then
    return "a row of the screen is longer than the program believes, so that what is below it has moved"
  end
  local found = edges(lines)
  local top = found[1]
  if top == nil or top >= asked_at then
    return "the beginning of the dialog is not on the screen: " .. MORE_ROWS
  elseif top == 1 then
    return "the dialog touches the top of the screen, so that it may begin above it: " .. MORE_ROWS
  elseif #found > 1 or top ~= dialog.top then
    return "more than one line on the screen could be where the dialog begins"
  elseif lines[top]:match("^(.-) *$") ~= ("─"):rep(terminal.size.cols) then
    return "the line above the dialog is not as wide as the screen"
  elseif lines[top - 1]:find("%S") or not is_inside(lines, top + 1, asked_at) then
    return "something stands where a dialog has nothing"
  end
end

-- Whether a row is too long: each pushes down what is below it.
function M.has_moved(terminal)
  return terminal ~= nil and #terminal.wraps > 0
end

-- Why it is not certain which tool the dialog is about, nil if it is; and whether that is because it is not seen whole.
function M.doubt(terminal, lines, dialog, tool, asked_at)
  if terminal == nil then
    return "only the text of the screen is known, and not where and how it is drawn", false
  end
  local broken = break_in_frame(terminal, lines, dialog, asked_at)
  if broken then
    return broken, true
  elseif has_doubtful_width(terminal, lines, dialog.top) then
    return "the dialog has characters that the program and a terminal give different widths", false
  elseif tool == nil then
    return "its title is not known", false
  elseif not has_own_style(terminal, lines, dialog.top, dialog.title) then
    return "the dialog is not drawn in the program's own style; run it with colours, without NO_COLOR, FORCE_COLOR=0 or TERM=dumb", false
  elseif not fits_question(tool, dialog.asked) then
    return "the question is not the one that belongs to the title", false
  end
end

return M
