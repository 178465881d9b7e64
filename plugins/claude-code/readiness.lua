-- Whether the prompt box can be typed into now.
local now = require("now")
local plans = require("plans")
local refused = plans.refused

local M = {}

function M.where()
  return ("the screen is %s"):format(now.state)
end

function M.box_now()
  local view = now.view
  local box = view and view.box
  if box and not box.is_shell then
    return box
  end
end

local RESTING = { ready = true, waiting_for_user_input = true, completed_turn = true, error = true }

-- An end that is shown already, on a screen that has not been still for long.
local function has_just_ended()
  local view = now.view
  local is_shown = view ~= nil and view.box ~= nil and view.turn.marker ~= nil and not (view.is_busy or view.spinner or view.retry)
  return is_shown and not now.is_held_back
end

function M.why_not(task)
  if has_just_ended() and now.state == "thinking" and not task.is_steering then
    return M.box_now() == nil and refused("prompt_not_accepted", "no prompt box is seen: " .. M.where()) or nil
  end
  if now.state == "thinking" or now.state == "retrying" or now.state == "cancelling" then
    if not task.is_steering then
      return refused("not_ready", "a turn is under way; wait for it, cancel it, or use steer")
    end
  elseif task.is_steering then
    return refused("not_busy", "no turn is under way; use send_prompt")
  elseif not RESTING[now.state] then
    return refused("not_ready", "no prompt box is waiting: " .. M.where())
  end
  if M.box_now() == nil then
    local way_out = now.view and now.view.dialog and "; a menu is open: use choose_option, or cancel to leave it" or ""
    return refused("prompt_not_accepted", "no prompt box is seen: " .. M.where() .. way_out)
  end
end

return M
