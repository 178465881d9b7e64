-- The mode in which the program asks for leave, or does not: by the words below its prompt box.
local lines_of = require("lines")

local M = {}

local MODES = {
  { "manual mode on", "default" },
  { "plan mode on", "plan" },
  { "accept edits on", "acceptEdits" },
  { "auto mode on", "auto" },
  { "bypass permissions on", "bypassPermissions" },
}

-- Versions that tell of every mode but the usual one, also below a status line that its user has made: each was tried in all of them.
local TELLS_OTHERS = { ["2.1.143"] = true }

-- By the greeting, as long as nothing was said: later on an answer could say the same.
function M.version(view)
  if view.turn.said ~= nil or #view.turn.blocks > 0 then
    return nil
  end
  for at = 1, math.min(#view.lines, 6) do
    local found = view.lines[at]:match("Claude Code v(%d[%d%.]*)")
    if found then
      return found
    end
  end
end

-- nil if it is not told.
function M.of(view, version)
  local footer = view.footer
  if footer == nil then
    return nil
  end
  for _, entry in ipairs(MODES) do
    if footer:find(entry[1], 1, true) then
      return entry[2]
    end
  end
  if footer:find("? for shortcuts", 1, true) then
    return "default"
  end
  local is_bare = view.is_resting and not view.is_hidden and view.box.text == "" and not lines_of.is_blank(footer)
  return is_bare and TELLS_OTHERS[version] and "default" or nil
end

return M
