-- The list that opens while a command is typed. Enter takes its selected entry, not what was typed.
local lines_of = require("lines")

local M = {}

-- The entry that Enter would take; nil if no list is seen. Newer versions open it above the box, with a pointer; older ones below it,
-- where the first entry is selected until somebody moves.
local function selected(view)
  for at = view.box.top - 1, 1, -1 do
    if lines_of.starred(view.lines[at]) or lines_of.bullet(view.lines[at]) or lines_of.echo(view.lines[at]) then
      break
    end
    local entry = view.lines[at]:match("^  ❯ (/%S.*)$")
    if entry then
      return entry
    end
  end
  for at = view.box.bottom + 1, #view.lines do
    local entry = view.lines[at]:match("^%s?%s?(/[^%s/]+.*)$")
    -- A status line of the user's own may begin with a path.
    if entry and not lines_of.is_path(entry) then
      return entry
    end
  end
end

function M.is_open(view)
  return selected(view) ~= nil
end

-- The command that Enter would run instead of this one; nil if it is this one.
function M.other(view, text)
  local entry = selected(view)
  if entry == nil then
    return nil
  end
  local command = text:match("^%S+"):lower()
  local name, more = entry:match("^(%S+)%s*(.*)$")
  if name:lower() == command or ("," .. (more:match("^%((.-)%)") or ""):gsub("%s", "") .. ","):lower():find("," .. command:sub(2) .. ",", 1, true) then
    return nil
  end
  return name
end

return M
