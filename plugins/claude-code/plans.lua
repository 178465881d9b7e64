-- What every plan is made of beside keys: refusals, and looks by the predicates of this plugin.
local matcher = ptywright.matcher

local M = {}

local NAME = "claude-code"

function M.refused(reason, message)
  return { refused = { reason = reason, message = message } }
end

function M.predicate(name, params)
  return matcher.lua(NAME, name, params)
end

return M
