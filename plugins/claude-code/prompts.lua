-- What can be said to the program: prompts, words to a turn under way, commands, paths.
local delivery = require("delivery")
local lines_of = require("lines")
local now = require("now")
local plans = require("plans")
local readiness = require("readiness")
local typing = require("typing")
local action, step = ptywright.action, ptywright.step
local refused, predicate = plans.refused, plans.predicate

local M = {
  _box = delivery._box, _typed = delivery._typed, _entered = delivery._entered, _asked = delivery._asked, _taken = delivery._taken,
}

local function has_controls(text)
  return text:find("[%z\1-\8\11-\31\127]") ~= nil or text:find("\194[\128-\159]") ~= nil
end

-- The first sign decides what the program takes a line for; nil if it is for something to be asked.
local function mode_of(text)
  local sign = text:match("^%s*([!&#])")
  if sign == "#" then
    return "memory_prompt", "a text that begins with # would be remembered, not asked; put a word before it"
  elseif sign then
    return "shell_prompt", "a text that begins with ! or & would be run as a command, not asked; put a word before it"
  elseif text:find("^%s*/") and not lines_of.is_path(text) then
    return "slash_prompt", "a text that begins with / and is no path below a folder is a command; use slash_command"
  end
end

-- The text as it can be sent, or why not. An end with a backslash would make Enter a line break; one with the beginning of a file's
-- name would make it choose a file.
local function sendable(prompt)
  local text = prompt:gsub("\r\n?", "\n"):gsub("%s+$", "")
  if has_controls(text) then
    return nil, "bad_prompt", "the text holds control characters; only line breaks and tabs can be sent"
  end
  local reason, message = mode_of(text)
  if reason then
    return nil, reason, message
  end
  local is_open = text:find("\\$") or text:find("@%S*$")
  return is_open and text .. " " or text
end

function M.send_prompt(params)
  local prompt = params.prompt
  if prompt ~= nil and type(prompt) ~= "string" then
    return refused("bad_prompt", "params.prompt must be a text")
  end
  if prompt == nil or prompt:find("^%s*$") then
    return { actions = {}, last_intent = "" }
  end
  local text, reason, message = sendable(prompt)
  if text == nil then
    return refused(reason, message)
  end
  return delivery.begin({ text = text, start_timeout_ms = params.start_timeout_ms, dismisses_welcome = true })
end

function M.steer(params)
  if type(params.prompt) ~= "string" or params.prompt:find("^%s*$") then
    return { actions = {} }
  end
  local text, reason, message = sendable(params.prompt)
  if text == nil then
    return refused(reason, message)
  end
  return delivery._box({ text = text, is_steering = true })
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
  if command:find("%c") or has_controls(command) or not command:find("^[%w_]") then
    return refused("bad_command", "a command is one line that begins with its name, without control characters")
  end
  local welcome = params.dismiss_welcome == true
  return delivery.begin({ text = "/" .. command, is_command = true, start_timeout_ms = params.start_timeout_ms, dismisses_welcome = welcome })
end

-- Puts a path into the box and leaves it there, for the next prompt.
function M.attach_file(params)
  local path = params.path
  if type(path) ~= "string" or not path:find("%S") or path:find("%c") or has_controls(path) then
    return refused("bad_path", "params.path must be a path without line breaks and control characters")
  end
  local reason, message = mode_of(path)
  if reason then
    return refused(reason, message .. "; a path can begin with ./ or /./")
  end
  local no = readiness.why_not({})
  if no then
    return no
  end
  local before = now.view.box.text
  local is_ours = before == "" or before == now.attached
  return {
    actions = {
      step.expect(predicate("box_is_seen"), "the prompt box is gone"),
      action.bracketed_paste(before == "" and path or " " .. path),
      typing.settle("box_has_changed", { text = before }, 1000),
    },
    continue = { call = "_attached", params = { is_ours = is_ours } },
  }
end

-- What the box shows now is kept when the next prompt comes, if nothing else stood in it.
function M._attached(params)
  local box = readiness.box_now()
  now.attached = params.is_ours and box and box.text ~= "" and box.text or nil
  return { actions = {} }
end

return M
