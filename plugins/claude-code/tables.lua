-- Tables in an answer that is read off the screen. The program draws them its own way: in frames, with cells broken over several rows, or, where they
-- are too wide, as a list with the headings said again for each row. Neither the marks nor the breaks of what was written are left.
local M = {}

-- Of the frame between two rows: "├──────┼───────┤". Boxes and trees that a model draws itself seldom have one; if they do, nobody can tell.
local function parts_rows(line)
  local inner = line:match("^%s*├(.+)┤%s*$")
  return inner ~= nil and inner:gsub("─", ""):gsub("┼", "") == ""
end

-- What stands between two rows of a list has at most this many glyphs.
local MAX_DASHES = 40

local function is_dashes(line)
  return line ~= "" and line:gsub("─", "") == "" and utf8.len(line) <= MAX_DASHES
end

-- "name: one" gives "name".
local function heading(line)
  return line:match("^([^:]+):")
end

-- Whether a text holds a table that was drawn.
function M.are_drawn(text)
  local said, is_behind_dashes = {}, false
  for line in text:gmatch("[^\n]+") do
    local name = heading(line)
    if parts_rows(line) or is_behind_dashes and name and said[name] then
      return true
    end
    is_behind_dashes = is_dashes(line)
    if name then
      said[name] = true
    end
  end
  return false
end

return M
