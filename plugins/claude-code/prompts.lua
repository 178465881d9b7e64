-- Typing into the prompt box: only into one that is seen, Enter only below a text that is seen in it, and a look afterwards.
local box_of = require("box")
local events = require("events")
local fnv = require("fnv")
local now = require("now")
local view_of = require("view")
local action, matcher, step = ptywright.action, ptywright.matcher, ptywright.step

local M = {}

local NAME = "claude-code"
-- Longer texts, and those with several lines, are pasted: typed, a line break would send them.
local MAX_TYPED_CHARS = 300
local MAX_ENTERS = 2
local MAX_CLEARINGS = 3

local function refused(reason, message)
  return { refused = { reason = reason, message = message } }
end

local function predicate(name, params)
  return matcher.lua(NAME, name, params)
end

-- Until a predicate holds, or nothing moves any more: the look that follows tells which.
local function settle(name, params, still_ms, timeout_ms)
  return step.wait(matcher.any({ predicate(name, params), matcher.screen_stable(still_ms) }), timeout_ms or 10000, "the screen does not come to rest")
end

local function where()
  return ("the screen is %s"):format(now.state)
end

local function typed(text)
  local is_plain = #text <= MAX_TYPED_CHARS and not text:find("[\n\t]") and text:find("^[%w\"'%(¿¡\195-\244]")
  return is_plain and action.text(text) or action.bracketed_paste(text)
end

-- The text as it can be sent, or why not. An end with a backslash would make Enter a line break.
local function sendable(text)
  if text:find("[%z\1-\8\11-\31\127]") or text:find("\194[\128-\159]") then
    return nil, "bad_prompt", "the text holds control characters; only line breaks and tabs can be sent"
  end
  if text:find("^%s*[!&]") then
    return nil, "shell_prompt", "a prompt that begins with ! or & would be run as a command, not asked; put a word before it"
  end
  return (text:gsub("\\%s*$", "%0 "))
end

local function box_now()
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
  return view ~= nil and view.box ~= nil and view.turn.marker ~= nil and not (view.is_busy or view.spinner or view.retry)
end

local function why_not(task)
  if has_just_ended() and now.state == "thinking" and not task.is_steering then
    return box_now() == nil and refused("prompt_not_accepted", "no prompt box is seen: " .. where()) or nil
  end
  if now.state == "thinking" or now.state == "retrying" or now.state == "cancelling" then
    if not task.is_steering then
      return refused("not_ready", "a turn is under way; wait for it, cancel it, or use steer")
    end
  elseif task.is_steering then
    return refused("not_busy", "no turn is under way; use send_prompt")
  elseif not RESTING[now.state] then
    return refused("not_ready", "no prompt box is waiting: " .. where())
  end
  if box_now() == nil then
    return refused("prompt_not_accepted", "no prompt box is seen: " .. where())
  end
end

local function type_it(task)
  task.before = fnv.hex(view_of.conversation(now.view))
  return {
    actions = {
      step.expect(predicate("box_is_empty"), "the prompt box is gone or holds something"),
      typed(task.text),
      settle("box_holds", { text = task.text }, 500),
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
  actions[#actions + 1] = settle("box_is_empty", nil, 300)
  return { actions = actions, continue = { call = "_box", params = task } }
end

-- The box is looked at: cleared if it has to be, then typed into.
function M._box(task)
  local no = why_not(task)
  if no then
    return no
  end
  if now.view.box.text ~= "" then
    return clear_it(task)
  end
  return type_it(task)
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
  actions[#actions + 1] = settle("was_submitted", { text = task.text, before = task.before }, 1000)
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
local function begin(task)
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

function M.send_prompt(params)
  local prompt = params.prompt
  if prompt ~= nil and type(prompt) ~= "string" then
    return refused("bad_prompt", "params.prompt must be a text")
  end
  if prompt == nil or prompt:find("^%s*$") then
    return { actions = {}, last_intent = "" }
  end
  if prompt:find("^%s*/[%w_:%-]+%s*$") or prompt:find("^%s*/[%w_:%-]+%s") then
    return refused("slash_prompt", "a prompt that begins with / and a word is a command; use slash_command")
  end
  local text, reason, message = sendable((prompt:gsub("\r\n?", "\n"):gsub("%s+$", "")))
  if text == nil then
    return refused(reason, message)
  end
  return begin({ text = text, start_timeout_ms = params.start_timeout_ms })
end

function M.steer(params)
  if type(params.prompt) ~= "string" or params.prompt:find("^%s*$") then
    return { actions = {} }
  end
  local text, reason, message = sendable((params.prompt:gsub("\r\n?", "\n"):gsub("%s+$", "")))
  if text == nil then
    return refused(reason, message)
  end
  return M._box({ text = text, is_steering = true })
end

function M.slash_command(params)
  local command = params.command or params.name
  if command ~= nil and type(command) ~= "string" then
    return refused("bad_command", "params.command must be a text")
  end
  command = (command or ""):match("^%s*/?(.-)%s*$")
  if command == "" then
    return { actions = {} }
  end
  if command:find("[%c]") or not command:find("^[%w_]") then
    return refused("bad_command", "a command is one line that begins with its name")
  end
  return begin({ text = "/" .. command, is_command = true, start_timeout_ms = params.start_timeout_ms })
end

-- Puts a path into the box and leaves it there.
function M.attach_file(params)
  local path = params.path
  if type(path) ~= "string" or path == "" or path:find("%c") then
    return refused("bad_path", "params.path must be a path without line breaks")
  end
  local no = why_not({})
  if no then
    return no
  end
  return {
    actions = {
      step.expect(predicate("box_is_seen"), "the prompt box is gone"),
      action.bracketed_paste(path),
      settle("box_has_changed", { text = now.view.box.text }, 500),
    },
  }
end

return M
