-- A screen, taken apart.
local box_of = require("box")
local dialogs = require("dialogs")
local errors = require("errors")
local lines_of = require("lines")
local turns = require("turn")
local trim, is_blank, starred = lines_of.trim, lines_of.is_blank, lines_of.starred

local M = {}

local MODES = {
  { "manual mode on", "default" },
  { "plan mode on", "plan" },
  { "accept edits on", "acceptEdits" },
  { "auto mode on", "auto" },
  { "bypass permissions on", "bypassPermissions" },
}

-- Words that take the footer's place for a while: behind them it is not seen whether a turn is under way.
local NOTES = { "paste again to expand", "again to exit", "again to clear", "Pasting" }

local function below(lines, box)
  local kept = {}
  for at = box.bottom + 1, #lines do
    kept[#kept + 1] = lines[at]
  end
  return table.concat(kept, "\n")
end

local function mode_of(footer)
  for _, entry in ipairs(MODES) do
    if footer:find(entry[1], 1, true) then
      return entry[2]
    end
  end
  return footer:find("? for shortcuts", 1, true) and "default" or nil
end

local function has_note(footer)
  for _, note in ipairs(NOTES) do
    if footer:find(note, 1, true) then
      return true
    end
  end
  return false
end

-- The last line of the conversation: above the box stand hints at the right edge, and blank lines.
local function end_of_conversation(lines, last)
  while last > 0 and (is_blank(lines[last]) or lines[last]:find("^" .. (" "):rep(20))) do
    last = last - 1
  end
  return last
end

-- The line that moves while the program works, and what it says about another try.
local function activity(lines, last)
  local spinner, retry
  for at = last, math.max(1, last - 12), -1 do
    local said = starred(lines[at])
    local came = lines_of.result(lines[at])
    if turns.marker(lines[at]) or lines_of.bullet(lines[at]) then
      break
    end
    retry = retry or errors.retry(said or came or "")
    if said and (said:find("…", 1, true) or said:find("Retrying", 1, true)) then
      spinner = spinner or trim(said)
    end
  end
  return spinner, retry
end

local function queued(lines, last, box)
  local messages = {}
  if box.text:find("^/") then
    return messages
  end
  for at = last, math.max(1, last - 12), -1 do
    local waiting = lines[at]:match("^  ❯ (.*)$")
    if at < last and lines[at + 1]:find("^%s+ctrl%+enter to send now") then
      waiting = lines_of.echo(lines[at])
    end
    if waiting then
      table.insert(messages, 1, trim(waiting))
    end
  end
  return messages
end

local function model_of(lines)
  for at = 1, math.min(12, #lines) do
    local model = lines[at]:match("(%u%a+ %d[%d%.]*[^·│]-) · ")
    if model then
      return model
    end
  end
end

function M.of(screen)
  local lines = lines_of.split(screen)
  local view = { lines = lines, model = model_of(lines), is_empty = is_blank(screen), queued = {} }
  view.box = box_of.find(lines)
  -- Text in a dialog can look like a box; text in a box cannot look like a dialog.
  view.dialog = dialogs.find(lines, view.box)
  if view.dialog then
    view.box = nil
  end
  if view.box == nil then
    view.last = view.dialog and view.dialog.top - 1 or #lines
    view.last = end_of_conversation(lines, math.max(0, view.last))
  else
    view.footer = below(lines, view.box)
    view.is_busy = view.footer:find("esc to interrupt", 1, true) ~= nil
    view.is_hidden = has_note(view.footer)
    view.mode = mode_of(view.footer)
    view.last = end_of_conversation(lines, view.box.top - 1)
    view.queued = queued(lines, view.last, view.box)
  end
  view.spinner, view.retry = activity(lines, view.last)
  view.turn = turns.find(lines, view.last)
  return view
end

-- The conversation in short: it changes when something is said, not when a line moves.
function M.conversation(view)
  local kept = {}
  for at = 1, view.last do
    local line = view.lines[at]
    if not starred(line) or turns.marker(line) then
      kept[#kept + 1] = line
    end
  end
  return table.concat(kept, "\n")
end

return M
