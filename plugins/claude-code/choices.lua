-- Answering dialogs: the one that was meant, the option that was meant, by its words, and a look whether it has gone.
local now = require("now")
local options_of = require("options")
local action, matcher, step = ptywright.action, ptywright.matcher, ptywright.step

local M = {}

local NAME = "claude-code"
-- Newer versions ignore keys for a moment when a dialog appears; for longer where it is about the whole folder.
local SETTLE_MS = { trust = 1300, api_key = 1300, mode_offer = 1300 }
local USUAL_SETTLE_MS = 300
local MAX_MOVES = 12

local function refused(reason, message)
  return { refused = { reason = reason, message = message } }
end

local function predicate(name, params)
  return matcher.lua(NAME, name, params)
end

-- The dialog that is open now, if it is the one the caller has seen and one of these kinds.
local function dialog_for(params, kinds, what)
  local dialog = now.view and now.view.dialog
  if params.dialog_id ~= nil and (dialog == nil or now.dialog_id ~= params.dialog_id) then
    return nil, refused("stale_dialog", "the dialog is not open any more; the screen is " .. now.state)
  end
  if dialog == nil or dialog.kind == "panel" or kinds and not kinds[dialog.kind] then
    return nil, refused("no_dialog", ("there is nothing to %s; the screen is %s"):format(what, now.state))
  end
  return dialog
end

local function beginning(dialog)
  local shown = predicate("shows_dialog", { id = dialog.id })
  local settle_ms = SETTLE_MS[dialog.kind] or USUAL_SETTLE_MS
  local actions = {}
  if now.stable_ms < settle_ms then
    actions[1] = step.wait(matcher.all({ shown, matcher.screen_stable(settle_ms - now.stable_ms) }), 10000, "stale_dialog: the dialog has changed")
  end
  actions[#actions + 1] = step.expect(shown, "stale_dialog: the dialog has changed")
  return actions
end

local function until_gone(actions, dialog, label)
  local gone = predicate("dialog_is_gone", { id = dialog.id })
  actions[#actions + 1] = step.wait(matcher.any({ gone, matcher.process_exited(), matcher.screen_stable(2000) }), 10000)
  return { actions = actions, continue = { call = "_answered", params = { id = dialog.id, label = label } } }
end

-- A key was pressed: the dialog must have gone.
function M._answered(params)
  local dialog = now.view and now.view.dialog
  if dialog and dialog.id == params.id and now.state ~= "exited" then
    return refused("dialog_not_closed", ("the dialog is still open after %s was chosen; nothing else was pressed"):format(params.label))
  end
  now.acts = now.acts + 1
  return { actions = {} }
end

-- The pointer is moved one step at a time; Enter comes only when it is seen at the option that was meant.
function M._moved(task)
  local dialog = now.view and now.view.dialog
  if dialog == nil or dialog.id ~= task.id then
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
  local at_it = predicate("selects", { id = dialog.id, label = task.label })
  if from == to then
    local actions = { step.expect(at_it, "the pointer has moved"), action.key("enter") }
    return until_gone(actions, dialog, task.label)
  end
  task.moves = (task.moves or 0) + 1
  if task.moves > MAX_MOVES then
    return refused("option_not_found", "the pointer does not reach the option; Enter was not pressed")
  end
  local shown = predicate("shows_dialog", { id = dialog.id })
  local moved = predicate("selects", { id = dialog.id, label = dialog.options[from + (to > from and 1 or -1)].label })
  return {
    actions = {
      step.expect(shown, "stale_dialog: the dialog has changed"),
      action.key(to > from and "down" or "up"),
      step.wait(matcher.any({ moved, matcher.screen_stable(500) }), 5000),
    },
    continue = { call = "_moved", params = task },
  }
end

local function choose(dialog, option)
  if option.number and option.number <= 9 then
    local actions = beginning(dialog)
    -- A digit alone chooses; an Enter behind it would land in whatever comes next.
    actions[#actions + 1] = action.text(tostring(option.number))
    return until_gone(actions, dialog, option.label)
  end
  return { actions = beginning(dialog), continue = { call = "_moved", params = { id = dialog.id, label = option.label } } }
end

local function listed(options)
  local labels = {}
  for index, option in ipairs(options) do
    labels[index] = '"' .. option.label .. '"'
  end
  return table.concat(labels, ", ")
end

local ASKING = { permission = true, plan = true, enter_plan = true }

-- The one option that allows what is asked now, and nothing beyond it.
function M.approve(params)
  local dialog, no = dialog_for(params, ASKING, "approve")
  if dialog == nil then
    return no
  end
  local found = {}
  for _, option in ipairs(dialog.options) do
    if options_of.meaning(option.label) == "once" then
      found[#found + 1] = option
    end
  end
  if #found == 1 then
    return choose(dialog, found[1])
  end
  local why = #found == 0 and "no option allows it just once" or "more than one option allows it"
  return refused("no_single_approval", why .. "; use choose_option with one of " .. listed(dialog.options))
end

-- Escape never allows anything.
function M.deny(params)
  local dialog, no = dialog_for(params, { permission = true, plan = true, enter_plan = true, question = true }, "deny")
  if dialog == nil then
    return no
  end
  local actions = beginning(dialog)
  actions[#actions + 1] = action.key("escape")
  return until_gone(actions, dialog, "Escape")
end

local function by_label(options, wanted)
  local said, exact, partly = wanted:lower(), {}, {}
  for _, option in ipairs(options) do
    local label = option.label:lower()
    if label == said then
      exact[#exact + 1] = option
    elseif label:find(said, 1, true) then
      partly[#partly + 1] = option
    end
  end
  return #exact > 0 and exact or partly
end

local function by_number(options, number)
  for index, option in ipairs(options) do
    if (option.number or index) == number then
      return { option }
    end
  end
  return {}
end

function M.choose_option(params)
  local dialog, no = dialog_for(params, nil, "choose")
  if dialog == nil then
    return no
  end
  local wanted = params.index or params.option
  local number = math.tointeger(tonumber(wanted) or 0.5)
  local found
  if number then
    found = by_number(dialog.options, number)
  elseif type(wanted) == "string" and wanted:find("%S") then
    found = by_label(dialog.options, wanted)
  else
    return refused("bad_option", "params.index must be a number, or params.option a label or a part of one")
  end
  if #found == 1 then
    return choose(dialog, found[1])
  end
  local why = #found == 0 and "option_not_found" or "ambiguous_option"
  return refused(why, ("%d options fit %s; there are %s"):format(#found, tostring(wanted), listed(dialog.options)))
end

local function answer_trust(params, meaning, what)
  local dialog, no = dialog_for(params, { trust = true }, what)
  if dialog == nil then
    return no
  end
  for _, option in ipairs(dialog.options) do
    local is_no = options_of.meaning(option.label) == "no"
    if is_no == (meaning == "no") and (is_no or option.label:lower():find("^yes")) then
      return choose(dialog, option)
    end
  end
  return refused("option_not_found", "there are " .. listed(dialog.options))
end

function M.approve_trust(params)
  return answer_trust(params, "yes", "trust")
end

function M.deny_trust(params)
  return answer_trust(params, "no", "distrust")
end

local function effort(params, key)
  local dialog, no = dialog_for(params, { model = true }, "adjust")
  if dialog == nil then
    return no
  end
  return { actions = { step.expect(predicate("shows_dialog", { id = dialog.id }), "the model picker is gone"), action.key(key) } }
end

function M.model_effort_left(params)
  return effort(params, "left")
end

function M.model_effort_right(params)
  return effort(params, "right")
end

return M
