-- What a dialog says above its options: what it is about, or the plan.
local lines_of = require("lines")
local trim, is_blank = lines_of.trim, lines_of.is_blank

local M = {}

local function is_decoration(line)
  return is_blank((line:gsub("╌", "")))
end

-- Below the title there may be a tip of the program's own, one or two lines long.
local function after_tip(lines, from)
  local line = trim(lines[from] or "")
  if not line:find("^Tip: ") then
    return from
  end
  return from + ((line:find("%.$") or line:find("below$")) and 1 or 2)
end

function M.summary(lines, from, to)
  local kept = {}
  for at = after_tip(lines, from), to do
    if not is_decoration(lines[at]) then
      kept[#kept + 1] = trim(lines[at])
    end
  end
  return table.concat(kept, "\n")
end

-- Where there is no room for all of it, arrows at the right edge say that there is more.
local function without_arrows(line)
  return (line:gsub("%s+↓%s*$", ""):gsub("%s+↑%s*$", ""))
end

function M.has_arrows(lines, from, to)
  for at = from, to do
    if without_arrows(lines[at]) ~= lines[at] then
      return true
    end
  end
  return false
end

-- The plan stands between dashed lines, or between one and a rule, or begins above the screen.
function M.plan(lines, top, last, width)
  local first, final = top + 1, last
  for at = top + 1, last do
    if lines[at]:find("^%s*Here is Claude's plan") then
      first = at + 1
      break
    end
  end
  for at = last, first, -1 do
    if trim(lines[at]):find("^Claude has written up a plan") then
      final = at - 1
      break
    end
  end
  local kept = {}
  for at = first, final do
    local line = without_arrows(lines[at])
    local is_rule = lines_of.rule_glyph(line, width) or lines_of.rule_glyph(line, width, 2)
    if not is_decoration(line) and not is_rule then
      kept[#kept + 1] = trim(line)
    end
  end
  return table.concat(kept, "\n"), M.has_arrows(lines, first, final)
end

return M
