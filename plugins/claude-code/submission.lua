-- Whether a text that Enter was pressed below has been taken: by what is seen of it afterwards, not by what is not.
local fnv = require("fnv")
local squeezed = require("lines").squeezed
local view_of = require("view")

local M = {}

-- The prompt as the conversation shows it: whole, or its beginning, or a note in place of what was pasted.
local function is_echo(said, text)
  if said == nil then
    return false
  end
  local shown, wanted = squeezed(said), squeezed(text)
  return shown == wanted or said:find("[Pasted text #", 1, true) ~= nil or shown ~= "" and wanted:sub(1, #shown) == shown
end

function M.mark(view)
  return fnv.hex(view_of.conversation(view))
end

-- task: text, before (the conversation as it was), is_command, is_steering.
function M.is_seen(view, task)
  local has_changed = M.mark(view) ~= task.before
  if task.is_command then
    return view.dialog ~= nil or view.box ~= nil and view.box.text == "" and (has_changed or view.is_busy)
  end
  local is_scrolled_off = view.turn.said == nil and not task.is_steering
  local is_taken = has_changed and (is_echo(view.turn.said, task.text) or is_scrolled_off)
  if view.box == nil then
    return view.dialog ~= nil and is_taken
  end
  if view.box.text ~= "" or view.box.is_shell then
    return false
  end
  -- Nothing was under way when the prompt was sent, so what is now is this one.
  return view.is_busy or #view.queued > 0 or is_taken or task.is_steering and has_changed
end

return M
