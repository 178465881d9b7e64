-- Answering a dialog: only the one that was meant, the option only where it is seen, and a look whether the dialog has gone.
local now = require("now")
local plans = require("plans")
local action, matcher, step = ptywright.action, ptywright.matcher, ptywright.step
local refused, predicate = plans.refused, plans.predicate

local M = {}

-- Newer versions ignore keys for a moment when a dialog appears; for longer where it is about the whole folder.
local SETTLE_MS = { trust = 1300, api_key = 1300, mode_offer = 1300, menu = 1300 }
local USUAL_SETTLE_MS = 300
local MAX_MOVES = 12
-- A pointer that has not moved for so long is not waited for any more.
local UNMOVED_MS = 5000

-- The dialog that is open now, if it is the one the caller has seen and one of these kinds.
function M.dialog_for(params, kinds, what)
  local dialog = now.view and now.view.dialog
  if params.dialog_id ~= nil and (dialog == nil or now.dialog_id ~= params.dialog_id) then
    return nil, refused("stale_dialog", "the dialog is not open any more; the screen is " .. now.state)
  end
  if dialog == nil or dialog.kind == "panel" or kinds and not kinds[dialog.kind] then
    return nil, refused("no_dialog", ("there is nothing to %s; the screen is %s"):format(what, now.state))
  end
  return dialog
end

-- The dialog of a task, as long as it is open.
local function dialog_of(task)
  local dialog = now.view and now.view.dialog
  return dialog and dialog.id == task.id and dialog or nil
end

local function until_gone(actions, task)
  -- What comes next is waited for until it is painted.
  local gone = matcher.all({ predicate("dialog_is_gone", { id = task.id }), matcher.screen_stable(100) })
  local ended = matcher.any({ gone, predicate("is_busy"), matcher.process_exited(), matcher.screen_stable(2000) })
  actions[#actions + 1] = step.wait(ended, 10000)
  return { actions = actions, continue = { call = "_answered", params = task } }
end

-- A key was pressed: the dialog must have gone. One that asks the same again looks like it until what came of the first is painted above.
function M._answered(params)
  if dialog_of(params) and now.state ~= "exited" then
    if not params.is_second_look then
      params.is_second_look = true
      return until_gone({}, params)
    end
    now.answered = params.id
    return refused("dialog_not_closed", ("the dialog is still open after %s was chosen; nothing else was pressed"):format(params.label))
  end
  now.acts, now.answered = now.acts + 1, nil
  return { actions = {} }
end

-- The pointer is moved one step at a time, the next one only when the last one is seen: a step that is still on its way would come
-- between the look and Enter. Enter comes only when the pointer is seen at the option that was meant.
function M._moved(task)
  local dialog = dialog_of(task)
  if dialog == nil then
    return refused("stale_dialog", "the dialog changed while the pointer was moved; Enter was not pressed")
  end
  local from, to
  for index, option in ipairs(dialog.options) do
    from = option.is_selected and index or from
    to = option.label == task.label and index or to
  end
  if from == nil or to == nil then
    return refused("option_not_found", "it is not seen which option is selected; Enter was not pressed")
  end
  if task.moved_to and dialog.options[from].label ~= task.moved_to then
    now.answered = task.id
    return refused("option_not_found", "it is not seen that the pointer moves; Enter was not pressed")
  end
  local at_it = predicate("selects", { id = dialog.id, label = task.label })
  if from == to then
    local actions = { step.expect(at_it, "the pointer has moved"), action.key("enter") }
    return until_gone(actions, task)
  end
  task.moves = (task.moves or 0) + 1
  if task.moves > MAX_MOVES then
    return refused("option_not_found", "the pointer does not reach the option; Enter was not pressed")
  end
  local shown = predicate("shows_dialog", { id = dialog.id })
  task.moved_to = dialog.options[from + (to > from and 1 or -1)].label
  local moved = predicate("selects", { id = dialog.id, label = task.moved_to })
  return {
    actions = {
      step.expect(shown, "stale_dialog: the dialog has changed"),
      action.key(to > from and "down" or "up"),
      step.wait(matcher.any({ moved, matcher.screen_stable(UNMOVED_MS) }), 10000),
    },
    continue = { call = "_moved", params = task },
  }
end

-- The dialog has been shown for long enough to take keys, if it is still the one.
function M._settled(task)
  if dialog_of(task) == nil then
    return refused("stale_dialog", "the dialog changed before it was answered; nothing was pressed")
  end
  if task.digit == nil and task.key == nil then
    return M._moved(task)
  end
  local press = task.digit and action.text(task.digit) or action.key(task.key)
  return until_gone({ step.expect(predicate("shows_dialog", { id = task.id }), "stale_dialog: the dialog has changed"), press }, task)
end

-- A key that was pressed before and has not been seen to do anything may still be on its way: a second one would then meet what the first
-- one leads to. Escape allows nothing there.
local function answer(dialog, task)
  if now.answered == dialog.id and task.key ~= "escape" then
    return refused("dialog_not_closed", "a key was pressed for this dialog, and it is still open; nothing else was pressed. It can be left with deny or cancel")
  end
  task.id = dialog.id
  local settle_ms = SETTLE_MS[dialog.kind] or USUAL_SETTLE_MS
  if now.stable_ms >= settle_ms then
    return M._settled(task)
  end
  local still = matcher.all({ predicate("shows_dialog", { id = dialog.id }), matcher.screen_stable(settle_ms - now.stable_ms) })
  local settled = matcher.any({ still, predicate("dialog_is_gone", { id = dialog.id }), matcher.process_exited() })
  return { actions = { step.wait(settled, 10000, "the dialog does not come to rest") }, continue = { call = "_settled", params = task } }
end

function M.choose(dialog, option)
  -- A digit alone chooses; an Enter behind it would land in whatever comes next.
  local has_digit = option.number and option.number <= 9
  return answer(dialog, { label = option.label, digit = has_digit and tostring(option.number) or nil })
end

-- Escape never allows anything.
function M.leave(dialog)
  return answer(dialog, { label = "Escape", key = "escape" })
end

return M
