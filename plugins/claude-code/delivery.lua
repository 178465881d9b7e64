-- Bringing a text into the prompt box and sending it: only where the box is seen, Enter only below a text that is seen in it, and a
-- look afterwards.
local box_of = require("box")
local completions = require("completions")
local events = require("events")
local interrupts = require("interrupts")
local now = require("now")
local plans = require("plans")
local readiness = require("readiness")
local submission = require("submission")
local swallowed = require("swallowed")
local typing = require("typing")
local action, matcher, step = ptywright.action, ptywright.matcher, ptywright.step
local refused, predicate = plans.refused, plans.predicate
local box_now, where = readiness.box_now, readiness.where

local M = { _asked = swallowed._asked }

local MAX_ENTERS = 2
-- A program that has shown nothing for so long is asked whether it has taken Enter.
local SWALLOWED_MS = 5000
-- A wrapper or a warning may be all that is shown for a while.
local STUCK_MS = 10000
local EXITS = { ["/exit"] = true, ["/quit"] = true, ["/logout"] = true }

-- The box is looked at: cleared if it has to be, then typed into.
function M._box(task)
  local no = readiness.why_not(task)
  if no then
    return no
  end
  if now.has_vim and not now.view.is_inserting then
    return typing.insert(task)
  end
  local is_attached = now.attached ~= nil and now.view.box.text == now.attached and not task.is_command
  now.attached = nil
  if now.view.box.text ~= "" and not is_attached then
    return typing.clear(task)
  end
  return typing.type(task)
end

-- Something has come of Enter, or nothing moves any more. What a command opens is waited for until it is painted.
local function sent(task)
  local params = { text = task.text, before = task.before, is_command = task.is_command, is_steering = task.is_steering }
  local submitted = predicate("was_submitted", params)
  if task.is_command then
    submitted = matcher.any({ matcher.all({ submitted, matcher.screen_stable(150) }), predicate("is_busy") })
  end
  local has_left = matcher.all({ predicate("box_is_empty"), matcher.screen_stable(1000) })
  return matcher.any({ submitted, has_left, matcher.screen_stable(SWALLOWED_MS), matcher.process_exited() })
end

-- The text is in the box, or it is not; only then comes Enter.
function M._typed(task)
  local box = box_now()
  if box == nil then
    return refused("prompt_not_accepted", "the prompt box has gone while the text was typed; Enter was not pressed: " .. where())
  end
  if not box_of.holds(box, task.text) then
    return refused("prompt_not_accepted", "the prompt box does not show the text; Enter was not pressed. It shows: " .. box.text:sub(1, 400))
  end
  local other = task.is_command and completions.other(now.view, task.text)
  if other then
    return refused("ambiguous_command", ("Enter would run %s, not %s; it was not pressed"):format(other, task.text))
  end
  task.attempts = (task.attempts or 0) + 1
  local is_there = predicate(task.is_command and "box_holds_command" or "box_holds", { text = task.text })
  -- A second one comes only where nothing is under way, so that nothing can ask.
  is_there = task.attempts > 1 and matcher.all({ is_there, predicate("is_at_rest") }) or is_there
  local actions = { step.expect(is_there, "the prompt box has changed") }
  if not task.is_steering and not task.is_command then
    actions[#actions + 1] = action.mark_transcript("turn_start")
  end
  actions[#actions + 1] = action.key("enter")
  actions[#actions + 1] = step.wait(sent(task), 10000, "the screen does not come to rest")
  return { actions = actions, continue = { call = "_entered", params = task } }
end

-- A command may lead anywhere that is known, out of the program too, and may change nothing; a prompt has to be seen.
local function is_taken(task)
  if task.is_command then
    if now.state == "exited" then
      return EXITS[task.text] == true
    end
    return now.state ~= "unknown" and not now.view.is_empty
  end
  return now.state ~= "exited" and submission.is_seen(now.view, task)
end

-- Enter was pressed: it has arrived, or the box still holds the text. While a turn is under way a dialog may open at any moment, so
-- there is no second one.
function M._entered(task)
  local box = box_now()
  if box and box_of.holds(box, task.text) and now.state ~= "exited" then
    if task.attempts >= MAX_ENTERS or task.is_steering then
      return refused("prompt_not_accepted", ("Enter was pressed %d times and the text is still in the prompt box"):format(task.attempts))
    end
    return swallowed.ask(task)
  end
  return M._taken(task)
end

-- The text has left the box: it was taken if that is seen.
function M._taken(task)
  local box = box_now()
  if box and box.text ~= "" and now.state ~= "exited" then
    return refused("prompt_not_accepted", "Enter was pressed, and the prompt box now shows something else: " .. box.text:sub(1, 400))
  end
  if not is_taken(task) then
    return refused("prompt_not_accepted", "Enter was pressed, and it is not seen that the text was taken: " .. where())
  end
  now.delivery = { delivered = true, attempts = task.attempts }
  now.acts = now.acts + 1
  if task.is_steering or task.is_command then
    return { actions = {} }
  end
  events.begin()
  return { actions = {}, last_intent = "prompt_submitted" }
end

-- A program that has just been started is waited for: for as long as the caller says, else until something that is no place to type
-- has been shown for long. What it then shows decides. A welcome that is seen is left first.
function M.begin(task)
  now.delivery = nil
  local plan = task.dismisses_welcome and interrupts.dismiss_welcome()
  if plan and plan.refused == nil then
    plan.continue = { call = "_box", params = task }
    return plan
  end
  if now.state == "starting" then
    local ready = matcher.all({ predicate("has_started"), matcher.screen_stable(300) })
    local stuck = matcher.all({ predicate("shows_something"), matcher.screen_stable(STUCK_MS) })
    local awaited = task.start_timeout_ms and ready or matcher.any({ ready, stuck })
    return {
      actions = { step.wait(awaited, task.start_timeout_ms or 30000, "the program does not show a prompt box") },
      continue = { call = "_box", params = task },
    }
  end
  return M._box(task)
end

return M
