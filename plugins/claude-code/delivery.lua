-- Bringing a text into the prompt box and sending it: only where the box is seen, Enter only below a text that is seen in it, and a
-- look afterwards.
local box_of = require("box")
local events = require("events")
local fnv = require("fnv")
local now = require("now")
local plans = require("plans")
local readiness = require("readiness")
local view_of = require("view")
local action, matcher, step = ptywright.action, ptywright.matcher, ptywright.step
local refused, predicate = plans.refused, plans.predicate
local box_now, where = readiness.box_now, readiness.where

local M = {}

-- Longer texts, and those with several lines, are pasted: typed, a line break would send them.
local MAX_TYPED_CHARS = 300
local MAX_ENTERS = 2
local MAX_CLEARINGS = 3

-- Until a predicate holds, or nothing moves any more: the look that follows tells which. A busy machine may let a program show nothing
-- for a second; an Enter that was sent again too soon could meet what the first one has led to.
function M.settle(name, params, still_ms)
  local settled = matcher.any({ predicate(name, params), matcher.screen_stable(still_ms), matcher.process_exited() })
  return step.wait(settled, 10000, "the screen does not come to rest")
end

local function typed(text)
  local is_plain = #text <= MAX_TYPED_CHARS and not text:find("[\n\t]") and text:find("^[%w\"'%(¿¡\195-\244]")
  return is_plain and action.text(text) or action.bracketed_paste(text)
end

local function type_it(task)
  task.before = fnv.hex(view_of.conversation(now.view))
  return {
    actions = {
      step.expect(predicate("box_is_empty"), "the prompt box is gone or holds something"),
      typed(task.text),
      M.settle("box_holds", { text = task.text }, 2000),
    },
    continue = { call = "_typed", params = task },
  }
end

local function clear_it(task)
  task.clearings = (task.clearings or 0) + 1
  if task.clearings > MAX_CLEARINGS then
    return refused("prompt_not_accepted", "the prompt box holds a text that could not be cleared: " .. now.view.box.text)
  end
  local _, breaks = now.view.box.text:gsub("\n", "")
  local actions = { step.expect(predicate("box_is_seen"), "the prompt box is gone") }
  -- To the end of the last line first. Each line takes two: one for its words, one for its break.
  for _ = 0, breaks do
    actions[#actions + 1] = action.key("down")
  end
  actions[#actions + 1] = action.key("ctrl_e")
  for _ = 0, breaks * 2 + 1 do
    actions[#actions + 1] = action.key("ctrl_u")
  end
  actions[#actions + 1] = M.settle("box_is_empty", nil, 1000)
  return { actions = actions, continue = { call = "_box", params = task } }
end

-- The box is looked at: cleared if it has to be, then typed into.
function M._box(task)
  local no = readiness.why_not(task)
  if no then
    return no
  end
  if now.view.box.text ~= "" then
    return clear_it(task)
  end
  return type_it(task)
end

-- Something has come of Enter, or nothing moves any more. What a command opens is waited for until it is painted.
local function sent(task)
  local submitted = predicate("was_submitted", { text = task.text, before = task.before })
  if task.is_command then
    submitted = matcher.any({ matcher.all({ submitted, matcher.screen_stable(150) }), predicate("is_busy") })
  end
  local has_left = matcher.all({ predicate("box_is_empty"), matcher.screen_stable(1000) })
  return matcher.any({ submitted, has_left, matcher.screen_stable(2000), matcher.process_exited() })
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
  task.attempts = (task.attempts or 0) + 1
  local actions = { step.expect(predicate("box_holds", { text = task.text }), "the prompt box has changed") }
  if not task.is_steering and not task.is_command then
    actions[#actions + 1] = action.mark_transcript("turn_start")
  end
  actions[#actions + 1] = action.key("enter")
  actions[#actions + 1] = step.wait(sent(task), 10000, "the screen does not come to rest")
  return { actions = actions, continue = { call = "_entered", params = task } }
end

-- Enter was pressed: it has arrived, or the box still holds the text and gets one more.
function M._entered(task)
  local box = box_now()
  if box and box_of.holds(box, task.text) and now.state ~= "exited" then
    if task.attempts >= MAX_ENTERS then
      return refused("prompt_not_accepted", ("Enter was pressed %d times and the text is still in the prompt box"):format(task.attempts))
    end
    return M._typed(task)
  end
  if box and box.text ~= "" and now.state ~= "exited" then
    return refused("prompt_not_accepted", "Enter was pressed, and the prompt box now shows something else: " .. box.text:sub(1, 400))
  end
  now.delivery = { delivered = true, attempts = task.attempts }
  now.acts = now.acts + 1
  if task.is_steering or task.is_command then
    return { actions = {} }
  end
  events.begin()
  return { actions = {}, last_intent = "prompt_submitted" }
end

-- A program that has just been started is waited for; what it then shows decides.
function M.begin(task)
  now.delivery = nil
  if now.state == "starting" then
    local ready = matcher.all({ predicate("has_started"), matcher.screen_stable(300) })
    return {
      actions = { step.wait(ready, task.start_timeout_ms or 30000, "the program does not show a prompt box") },
      continue = { call = "_box", params = task },
    }
  end
  return M._box(task)
end

return M
