-- The options of a dialog, from its end upwards: what a model wrote above them can look like options too.
local lines_of = require("lines")
local trim, is_blank = lines_of.trim, lines_of.is_blank

local M = {}

local MAX_GAP = 6

local function numbered(line)
  local rest = line:match("^%s*(.*)$")
  local is_selected = rest:find(lines_of.POINTER, 1, true) == 1
  for _, glyph in ipairs({ lines_of.POINTER, "↓", "↑" }) do
    if rest:find(glyph, 1, true) == 1 then
      rest = rest:sub(#glyph + 1)
      break
    end
  end
  local number, label = rest:match("^%s*(%d+)%.%s+(.*)$")
  if number == nil then
    return nil
  end
  return { number = tonumber(number), label = trim(label), is_selected = is_selected, more = {} }
end

-- A label that is wrapped goes on below it.
local function with_the_rest(lines, option, last)
  for at = option.at + 1, last do
    if not is_blank(lines[at]) and not lines_of.rule_glyph(lines[at]) then
      option.more[#option.more + 1] = trim(lines[at])
    end
  end
end

local function all_numbered(lines, last)
  local options, below = {}, nil
  local at, gap = last, 0
  while at >= 1 and gap <= MAX_GAP do
    local option = numbered(lines[at])
    if option and (below == nil or option.number == below.number - 1) then
      option.at = at
      with_the_rest(lines, option, below and below.at - 1 or at)
      table.insert(options, 1, option)
      below, gap = option, 0
      if option.number == 1 then
        return options
      end
    elseif not is_blank(lines[at]) then
      gap = gap + 1
    end
    at = at - 1
  end
  return options
end

-- Lines below each other that begin where the selected one does.
local function all_unnumbered(lines, last)
  local at = last
  local before
  while at >= 1 and not lines_of.rule_glyph(lines[at]) do
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
function M.find(lines, last)
  local options = all_numbered(lines, last)
  if #options > 0 then
    return options
  end
  return all_unnumbered(lines, last)
end

-- What a choice does: "once" allows what is asked and no more, "always" changes what is asked in future, "no" allows nothing.
local LASTING = {
  "always", "don't ask", "do not ask", "don’t ask", "session", "auto mode", "auto%-accept", "accept edits", "all edits", "bypass", "switch to",
  "during", "any ", "every", "all ", "permanent", "remember", "project", "from now on", "keep allowing", "clear context",
}
function M.meaning(label)
  local said = label:lower()
  if said:find("^no%f[%W]") or said:find("^cancel") or said:find("^reject") or said:find("^deny") then
    return "no"
  end
  if not (said:find("^yes%f[%W]") or said:find("^allow%f[%W]")) then
    return "other"
  end
  for _, word in ipairs(LASTING) do
    if said:find(word) then
      return "always"
    end
  end
  return "once"
end

return M
