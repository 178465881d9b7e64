-- Which option is meant: by its words, never by its place, and never more than what was asked for.
local answers = require("answers")
local meaning_of = require("meaning")
local plans = require("plans")
local action, step = ptywright.action, ptywright.step
local dialog_for, choose = answers.dialog_for, answers.choose
local refused, predicate = plans.refused, plans.predicate

local M = { _answered = answers._answered, _moved = answers._moved, _settled = answers._settled }

local function listed(options)
  local labels = {}
  for index, option in ipairs(options) do
    labels[index] = '"' .. option.label .. '"'
  end
  return table.concat(labels, ", ")
end

local ASKING = { permission = true, plan = true, enter_plan = true }

-- What is not seen whole is allowed only by who says that it need not be.
local function why_not_seen(dialog, params)
  local is_seen = not dialog.has_moved and not (dialog.kind == "permission" and dialog.is_cut)
  if is_seen or not ASKING[dialog.kind] or params.cut == true then
    return nil
  end
  local why = dialog.doubt or "not all of what is asked is on the screen; give the terminal more rows"
  return refused("dialog_is_cut", why .. "; or say with params.cut = true that it may be allowed all the same")
end

-- The one option that allows what is asked now, and nothing beyond it.
function M.approve(params)
  local dialog, no = dialog_for(params, ASKING, "approve")
  if dialog == nil then
    return no
  end
  if params.tool ~= nil and dialog.tool ~= params.tool then
    return refused("other_tool", ("it is not certain that this is about %s: %s"):format(tostring(params.tool), dialog.doubt or "another tool is asked for"))
  end
  no = why_not_seen(dialog, params)
  if no then
    return no
  end
  local found = {}
  for _, option in ipairs(dialog.options) do
    if meaning_of(option.label) == "once" then
      found[#found + 1] = option
    end
  end
  if #found == 1 then
    return choose(dialog, found[1])
  end
  local why = #found == 0 and "no option allows it just once" or "more than one option allows it"
  return refused("no_single_approval", why .. "; use choose_option with one of " .. listed(dialog.options))
end

function M.deny(params)
  local dialog, no = dialog_for(params, { permission = true, plan = true, enter_plan = true, question = true }, "deny")
  if dialog == nil then
    return no
  end
  return answers.leave(dialog)
end

-- "edit" is no part of "edits".
local function has_words(label, wanted)
  local from, to = label:find(wanted, 1, true)
  while from do
    local is_whole = not (label:sub(from - 1, from - 1) .. " "):find("^%w") and not label:sub(to + 1, to + 1):find("%w")
    if is_whole then
      return true
    end
    from, to = label:find(wanted, from + 1, true)
  end
  return false
end

local function by_label(options, wanted)
  local said, exact, partly = wanted:lower(), {}, {}
  for _, option in ipairs(options) do
    local label = option.label:lower()
    if label == said then
      exact[#exact + 1] = option
    elseif has_words(label, said) then
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
    return refused("bad_option", "params.index must be a number, or params.option a label or words of one")
  end
  if #found == 1 then
    return meaning_of(found[1].label) ~= "no" and why_not_seen(dialog, params) or choose(dialog, found[1])
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
    local is_no = meaning_of(option.label) == "no"
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
