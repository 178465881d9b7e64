-- The options of a dialog, from its end upwards: what a model wrote above them can look like options too.
local lines_of = require("lines")
local trim, is_blank = lines_of.trim, lines_of.is_blank

local M = {}

local GLYPHS = { lines_of.POINTER, "↓", "↑" }

local function numbered(line)
  local before, rest = line:match("^(%s*)(.*)$")
  local mark
  for _, glyph in ipairs(GLYPHS) do
    if rest:find(glyph, 1, true) == 1 then
      mark, rest = glyph, rest:sub(#glyph + 1)
      break
    end
  end
  local gap, number, label = rest:match("^(%s*)(%d+)%.%s+(.*)$")
  local squeezed = 0
  if number == nil then
    -- Where it is narrow, one that goes on in the next row has lost the blank behind its number, and stands one column to the left.
    gap, number, label = rest:match("^(%s*)(%d+)%.(%a.*)$")
    squeezed = 1
  end
  if number == nil then
    return nil
  end
  local column = #before + (mark and 1 or 0) + #gap + squeezed
  return { number = tonumber(number), label = trim(label), column = column, is_selected = mark == lines_of.POINTER, mark = mark, more = {} }
end

-- An option in this column, or what else the line is: the rest of one, a gap, or something that is no part of a list.
local function part(lines, at, column, width)
  local option = numbered(lines[at])
  if option and option.column <= column then
    option.at = at
    return option.column == column and "option" or "other", option
  elseif is_blank(lines[at]) or lines_of.rule_glyph(lines[at], width) then
    return "gap"
  end
  return #lines[at]:match("^ *") > column and "rest" or "other"
end

-- What is below a list are a few words, and nothing that could be one.
local function is_end(lines, from, last, column, width)
  for at = from, last do
    local what, option = part(lines, at, column, width)
    if option or what == "gap" and not is_blank(lines[at]) or lines_of.prompt(lines[at]) then
      return false
    end
  end
  return true
end

-- The list in which this option is selected: numbers that ascend in one column, and what is further in belongs to the one above.
local function list_of(lines, chosen, last, width)
  local options, at = { chosen }, chosen.at - 1
  while at >= 1 and options[1].number > 1 do
    local what, option = part(lines, at, chosen.column, width)
    if what == "option" and option.number == options[1].number - 1 then
      table.insert(options, 1, option)
    elseif what == "option" or what == "other" then
      break
    end
    at = at - 1
  end
  if options[1].number ~= 1 and options[1].mark ~= "↑" then
    return nil
  end
  at = options[1].at + 1
  local current, is_apart, seen = 1, false, #options
  while at <= last do
    local what, option = part(lines, at, chosen.column, width)
    if what == "option" then
      if option.number ~= options[current].number + 1 then
        return nil
      end
      current, is_apart = current + 1, false
      if current > seen then
        options[current] = option
      end
    elseif what == "rest" and not is_apart then
      table.insert(options[current].more, trim(lines[at]))
    elseif what == "gap" then
      is_apart = true
    else
      break
    end
    at = at + 1
  end
  return is_end(lines, at, last, chosen.column, width) and options or nil
end

local function all_numbered(lines, last, width)
  for at = last, 1, -1 do
    local chosen = lines[at]:find(lines_of.POINTER, 1, true) and numbered(lines[at])
    if chosen and chosen.is_selected then
      chosen.at = at
      local options = list_of(lines, chosen, last, width)
      if options then
        return options
      end
    end
  end
  return {}
end

-- Lines below each other that begin where the selected one does.
local function all_unnumbered(lines, last, width)
  local at = last
  local before
  while at >= 1 and not lines_of.rule_glyph(lines[at], width) do
    before = lines[at]:match("^(%s*)❯ %S")
    if before then
      break
    end
    at = at - 1
  end
  if before == nil then
    return {}
  end
  local indent = "^" .. (" "):rep(#before + 2) .. "%S"
  local first, final = at, at
  while first > 1 and lines[first - 1]:find(indent) do
    first = first - 1
  end
  while final < last and lines[final + 1]:find(indent) do
    final = final + 1
  end
  local options = {}
  for row = first, final do
    local is_selected = row == at
    local label = is_selected and lines[row]:match("❯ (.*)$") or lines[row]
    options[#options + 1] = { label = trim(label), is_selected = is_selected, at = row, more = {} }
  end
  return options
end

-- { number?, label, is_selected, at, more } each; an empty list if there are none.
function M.find(lines, last, width)
  local options = all_numbered(lines, last, width)
  return #options > 0 and options or all_unnumbered(lines, last, width)
end

return M
