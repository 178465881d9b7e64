-- What a dialog says above its options: what it is about, or the plan.
local lines_of = require("lines")
local trim, is_blank = lines_of.trim, lines_of.is_blank

local M = {}

local function is_decoration(line)
  return is_blank(line) or line:find("^%s*╌") ~= nil or lines_of.rule_glyph(line) ~= nil
end

function M.summary(lines, from, to)
  local kept, in_tip = {}, false
  for at = from, to do
    local line = trim(lines[at])
    if line:find("^Tip: ") then
      in_tip = not line:find("%.$") and not line:find("below$")
    elseif in_tip then
      in_tip = false
    elseif not is_decoration(lines[at]) then
      kept[#kept + 1] = line
    end
  end
  return table.concat(kept, "\n")
end

-- The plan stands between dashed lines, or between one and a rule, or begins above the screen.
function M.plan(lines, top, last)
  local first, final = top + 1, last
  for at = top + 1, last do
    if lines[at]:find("^%s*Here is Claude's plan") then
      first = at + 1
    elseif trim(lines[at]):find("^Claude has written up a plan") then
      final = at - 1
      break
    end
  end
  local kept, is_cut = {}, false
  for at = first, final do
    -- Where there is no room for all of it, arrows at the right edge say that there is more.
    local line = lines[at]:gsub("%s+↓%s*$", ""):gsub("%s+↑%s*$", "")
    is_cut = is_cut or line ~= lines[at]
    if not is_decoration(line) then
      kept[#kept + 1] = trim(line)
    end
  end
  return table.concat(kept, "\n"), is_cut
end

return M
