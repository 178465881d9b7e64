-- What can be said to the program: prompts, words to a turn under way, commands, paths.
local delivery = require("delivery")
local now = require("now")
local plans = require("plans")
local readiness = require("readiness")
local action, step = ptywright.action, ptywright.step
local refused, predicate = plans.refused, plans.predicate

local M = { _box = delivery._box, _typed = delivery._typed, _entered = delivery._entered }

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
  return delivery.begin({ text = text, start_timeout_ms = params.start_timeout_ms })
end

function M.steer(params)
  if type(params.prompt) ~= "string" or params.prompt:find("^%s*$") then
    return { actions = {} }
  end
  local text, reason, message = sendable((params.prompt:gsub("\r\n?", "\n"):gsub("%s+$", "")))
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
  if command:find("[%c]") or not command:find("^[%w_]") then
    return refused("bad_command", "a command is one line that begins with its name")
  end
  return delivery.begin({ text = "/" .. command, is_command = true, start_timeout_ms = params.start_timeout_ms })
end

-- Puts a path into the box and leaves it there.
function M.attach_file(params)
  local path = params.path
  if type(path) ~= "string" or path == "" or path:find("%c") then
    return refused("bad_path", "params.path must be a path without line breaks")
  end
  local no = readiness.why_not({})
  if no then
    return no
  end
  return {
    actions = {
      step.expect(predicate("box_is_seen"), "the prompt box is gone"),
      action.bracketed_paste(path),
      delivery.settle("box_has_changed", { text = now.view.box.text }, 1000),
    },
  }
end

return M
