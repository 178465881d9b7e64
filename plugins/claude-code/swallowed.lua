-- Whether an Enter was swallowed. A still screen does not say so: on a busy machine the program may not have come to it yet, and a second
-- Enter would answer what the first one leads to. Input is taken in its order, so a sign is typed behind the text: where it is seen there,
-- Enter has been taken before it and has done nothing. The sign does nothing in a dialog.
local box_of = require("box")
local now = require("now")
local plans = require("plans")
local readiness = require("readiness")
local submission = require("submission")
local typing = require("typing")
local action, matcher, step = ptywright.action, ptywright.matcher, ptywright.step
local refused, predicate = plans.refused, plans.predicate

local M = {}

-- What has shown nothing for so long is not waited for any more.
local UNREAD_MS = 10000

-- One that the text does not end with, so that it cannot be taken for its end.
local function sign_for(box)
  return box.text:sub(-1) == "." and "," or "."
end

-- The box shows the text with the sign behind it, and nothing has been said since.
function M.is_seen(view, probe)
  local is_at_rest = not view.is_busy and view.spinner == nil and view.retry == nil
  return is_at_rest and submission.mark(view) == probe.mark and box_of.holds_behind(view.box, probe.shown, probe.sign)
end

function M.ask(task)
  local box = readiness.box_now()
  task.probe = { shown = box.text, sign = sign_for(box), mark = submission.mark(now.view) }
  local is_there = predicate("box_holds", { text = task.text })
  local seen = predicate("sign_is_seen", task.probe)
  local has_left = matcher.all({ predicate("box_has_lost", { text = task.text, probe = task.probe }), matcher.screen_stable(300) })
  local told = matcher.any({ seen, has_left, matcher.screen_stable(UNREAD_MS), matcher.process_exited() })
  return {
    actions = {
      step.expect(is_there, "the prompt box has changed"),
      action.text(task.probe.sign),
      step.wait(told, 30000, "it is not seen whether Enter was taken"),
    },
    continue = { call = "_asked", params = task },
  }
end

local function remove(is_there, settled, call, task)
  return {
    actions = { step.expect(is_there, "the prompt box has changed"), action.key("backspace"), settled },
    continue = { call = call, params = task },
  }
end

-- Enter again only where the sign is seen, once it is gone. A sign that stands alone came behind a text that was taken.
function M._asked(task)
  local box = readiness.box_now()
  if box and M.is_seen(now.view, task.probe) then
    local name, held_ms = typing.arrival(task)
    return remove(predicate("sign_is_seen", task.probe), typing.settle(name, { text = task.text }, UNREAD_MS, held_ms), "_typed", task)
  end
  if box and box.text == task.probe.sign then
    local alone = predicate("box_shows", { text = box.text })
    return remove(alone, typing.settle("box_is_empty", nil, UNREAD_MS), "_taken", task)
  end
  if box and box.text ~= "" then
    return refused("prompt_not_accepted", "it is not seen whether Enter was taken; it was not pressed again. The prompt box shows: " .. box.text:sub(1, 400))
  end
  return { actions = {}, continue = { call = "_taken", params = task } }
end

return M
