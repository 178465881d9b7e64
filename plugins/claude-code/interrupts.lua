-- Stopping what is under way, and single keys.
local now = require("now")
local panels = require("panels")
local plans = require("plans")
local action, matcher, step = ptywright.action, ptywright.matcher, ptywright.step
local refused, predicate = plans.refused, plans.predicate

local M = {}

local BUSY = { thinking = true, retrying = true, cancelling = true }

-- Where nothing is under way Escape does other things: twice it opens a list of points to go back to.
local IDLE = { starting = true, ready = true, waiting_for_user_input = true, completed_turn = true, error = true, unknown = true, exited = true }

-- With vim's keys the first Escape leaves the insert mode and stops nothing.
local function out_of_insert(next)
  local left = matcher.all({ predicate("box_is_seen"), matcher.not_(predicate("is_inserting")) })
  return {
    actions = {
      step.expect(predicate("is_busy"), "no work is seen any more"),
      action.key("escape"),
      step.wait(matcher.any({ left, matcher.screen_stable(1000), matcher.process_exited() }), 3000),
    },
    continue = { call = next },
    last_intent = "cancelling",
  }
end

function M.cancel()
  if IDLE[now.state] and not (now.view and now.view.dialog) then
    return refused("nothing_to_cancel", "nothing is under way; the screen is " .. now.state)
  end
  if BUSY[now.state] and now.view.is_inserting then
    return out_of_insert("_still_busy")
  end
  local still_so = predicate(BUSY[now.state] and "is_busy" or "has_no_box")
  return {
    actions = {
      step.expect(still_so, "no work is seen any more"),
      action.key("escape"),
      step.wait(matcher.any({ predicate("is_at_rest"), matcher.screen_stable(1000), matcher.process_exited() }), 3000),
    },
    last_intent = BUSY[now.state] and "cancelling" or nil,
  }
end

function M.force_cancel()
  if not BUSY[now.state] then
    return refused("nothing_to_cancel", "no turn is under way; the screen is " .. now.state)
  end
  if now.view.is_inserting then
    return out_of_insert("_force")
  end
  local busy = predicate("is_busy")
  return {
    actions = {
      step.expect(busy, "no work is seen any more"),
      action.key("escape"),
      step.wait(matcher.any({ predicate("is_at_rest"), matcher.screen_stable(700), matcher.process_exited() }), 3000),
    },
    continue = { call = "_still_busy" },
    last_intent = "cancelling",
  }
end

-- Out of vim's insert mode, as without it.
function M._force()
  return BUSY[now.state] and not now.view.is_inserting and M.force_cancel() or { actions = {} }
end

-- The second Escape only if the first was not enough: on a screen at rest it would do something else.
function M._still_busy()
  if not BUSY[now.state] then
    return { actions = {} }
  end
  local rests = matcher.any({ predicate("is_at_rest"), matcher.screen_stable(1000), matcher.process_exited() })
  return { actions = { step.expect(predicate("is_busy"), "no work is seen any more"), action.key("escape"), step.wait(rests, 3000) } }
end

local NAMED = "^[%a][%w]*[_%-]?[%w_%-]*$"

function M.key(params)
  local key = params.key
  if type(key) ~= "string" or key == "" then
    return refused("bad_key", "params.key must be the name of a key, or a text")
  end
  if params.dialog_id ~= nil and params.dialog_id ~= now.dialog_id then
    return refused("stale_dialog", "the dialog is not open any more; the screen is " .. now.state)
  end
  local name = key:lower():gsub("-", "_")
  local names = { enter = 1, escape = 1, tab = 1, shift_tab = 1, backspace = 1, delete = 1, space = 1, up = 1, down = 1, left = 1, right = 1 }
  for _, more in ipairs({ "home", "end", "page_up", "page_down", "insert" }) do
    names[more] = 1
  end
  local is_name = names[name] or name:find("^f%d%d?$") or name:find("^ctrl_[a-gk-ln-z]$") or name:find("^ctrl_[a-z]+$") or name:find("^alt_%S+$")
  local press = is_name and key:find(NAMED) and action.key(name) or action.text(key)
  if params.dialog_id == nil then
    return { actions = { press } }
  end
  return { actions = { step.expect(predicate("shows_dialog", { id = now.view.dialog.id }), "stale_dialog: the dialog has changed"), press } }
end

function M.expand()
  if now.view == nil or now.view.dialog or now.view.box == nil and not panels.is_transcript(now.view.lines) then
    return refused("not_ready", "there is nothing to expand; the screen is " .. now.state)
  end
  local box, transcript = predicate("box_is_seen"), predicate("shows_transcript")
  local from, to = box, transcript
  if now.view.box == nil then
    from, to = transcript, box
  end
  local toggled = matcher.any({ to, matcher.screen_stable(1000) })
  return { actions = { step.expect(from, "the screen has changed"), action.key("ctrl_o"), step.wait(toggled, 3000) } }
end

local function shows_welcome()
  local view = now.view
  return view ~= nil and not view.box and not view.dialog and panels.first_run(table.concat(view.lines, "\n")) == "welcome"
end

-- Enter only where the program says that it waits for it, and once: a second one could meet the question that comes next.
function M.dismiss_welcome()
  if not shows_welcome() then
    return refused("no_welcome", "no welcome panel is shown; the screen is " .. now.state)
  end
  if now.has_left_welcome then
    return refused("not_ready", "Enter was pressed at the welcome panel, which is still shown; it is not pressed again")
  end
  now.has_left_welcome = true
  local gone = matcher.any({ predicate("welcome_is_gone"), matcher.process_exited() })
  return { actions = { step.expect(predicate("shows_welcome"), "no welcome panel is shown"), action.key("enter"), step.wait(gone, 10000) } }
end

return M
