-- One dialog has one name while it is open, whichever option is selected. What was said above it counts too; the greeting does not,
-- which moves.
local fnv = require("fnv")
local lines_of = require("lines")

local function newest_echo_above(lines, top)
  for at = top, 1, -1 do
    if lines_of.echo(lines[at]) then
      return at
    end
  end
end

local function squeezed(line)
  return (lines_of.trim(line):gsub("%s+", " "))
end

local function said_above(line)
  local is_moving = lines_of.starred(line) or line:find("…", 1, true) or line:find("(ctrl+o to expand)", 1, true)
  if is_moving or lines_of.is_blank(line) then
    return nil
  end
  -- The bullet blinks, and seconds are counted.
  return (squeezed(lines_of.bullet(line) or line):gsub("%d", ""))
end

return function(dialog, lines)
  local is_option = {}
  for _, option in ipairs(dialog.options) do
    is_option[option.at] = true
  end
  local parts = { dialog.kind, dialog.tool }
  for at = newest_echo_above(lines, dialog.top) or math.max(dialog.top, 1), dialog.last do
    local line = lines[at]
    if at < dialog.top then
      parts[#parts + 1] = said_above(line)
    -- Hints come and go in the rule, and the effort is changed while models are shown.
    elseif at ~= dialog.top and not (dialog.kind == "model" and line:find("effort", 1, true)) then
      parts[#parts + 1] = squeezed(is_option[at] and line:gsub(lines_of.POINTER, " ", 1) or line)
    end
  end
  return fnv.hex(table.concat(parts, "\n"))
end
