-- Which state a dialog is, and what it asks.
local errors = require("errors")
local panels = require("panels")
local turns = require("turn")

local M = {}

local OF_DIALOG = {
  trust = "waiting_for_trust",
  api_key = "waiting_for_api_key",
  mode_offer = "waiting_for_mode_offer",
  model = "waiting_for_model_select",
  plan = "waiting_for_plan_approval",
  enter_plan = "waiting_for_enter_plan_mode",
  question = "waiting_for_question",
  permission = "waiting_for_permission",
  rewind = "rewind_screen",
  login = "waiting_for_login",
  panel = "local_ui_screen",
  menu = "local_ui_screen",
}

local function labels(options)
  local list = {}
  for _, option in ipairs(options) do
    list[#list + 1] = option.label
  end
  return ptywright.array(list)
end

-- name, confidence, evidence, metadata
function M.of(view, screen)
  local dialog = view.dialog
  local metadata = { dialog_id = dialog.id }
  local name, evidence = OF_DIALOG[dialog.kind], dialog.title
  if dialog.kind == "permission" then
    evidence = dialog.asked .. (dialog.doubt and " (its tool is not told: " .. dialog.doubt .. ")" or "")
    metadata.permission = { tool = dialog.tool, summary = dialog.summary, question = dialog.asked, options = labels(dialog.options) }
    metadata.permission.is_cut, metadata.permission.doubt = dialog.is_cut or nil, dialog.doubt
  elseif dialog.kind == "plan" then
    metadata.plan, metadata.options = dialog.summary, labels(dialog.options)
    metadata.plan_is_cut = dialog.is_cut or nil
  elseif dialog.kind == "enter_plan" then
    metadata.enter_plan_mode = { options = labels(dialog.options) }
  elseif dialog.kind == "model" then
    metadata.model_select = { options = labels(dialog.options) }
  elseif dialog.kind == "question" then
    metadata.question = { text = dialog.summary, options = labels(dialog.options) }
  elseif dialog.kind == "panel" then
    local usage = panels.usage(view.lines)
    if usage then
      name, metadata.usage = "usage_screen", usage
    else
      metadata.panel = dialog.title
    end
    metadata.dialog_id = nil
  elseif dialog.kind == "menu" then
    metadata.panel, metadata.options = dialog.title, labels(dialog.options)
    local failure = view.is_at_limit and errors.of(view.turn, view.drawn)
    if failure then
      metadata.turn, metadata.error = { text = turns.text(view.turn), whole = view.turn.is_whole }, failure
      return "error", 0.95, failure.message, metadata
    end
  elseif dialog.kind == "login" then
    metadata.login, metadata.options = { url = panels.login_url(screen) }, labels(dialog.options)
  elseif #dialog.options > 0 then
    metadata.options = labels(dialog.options)
  end
  return name, 0.95, evidence, metadata
end

return M
