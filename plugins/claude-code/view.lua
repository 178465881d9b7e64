-- A screen, taken apart.
local box_of = require("box")
local dialogs = require("dialogs")
local edges = require("edges")
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
  local is_shown = false
  for _, note in ipairs(NOTES) do
    is_shown = is_shown or footer:find(note, 1, true) ~= nil
  end
  return is_shown
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

-- Messages that wait for the turn to end: right above the box, while it says how to get at them, or with words below on how to send them.
local function queued(lines, last, box)
  local messages = {}
  if box.hint == "Press up to edit queued messages" then
    for at = box.top - 1, 1, -1 do
      local waiting = lines[at]:match("^  ❯ (.*)$")
      if waiting then
        table.insert(messages, 1, trim(waiting))
      elseif not (#messages == 0 and is_blank(lines[at])) and not lines[at]:find("^    %S") then
        break
      end
    end
  end
  for at = last - 1, math.max(1, last - 12), -1 do
    if turns.is_queued(lines, at, last) then
      table.insert(messages, 1, trim(lines_of.echo(lines[at])))
    end
  end
  return messages
end

function M.of(screen)
  local lines = lines_of.split(screen)
  local view = { lines = lines, model = edges.model(lines), is_empty = is_blank(screen), queued = {} }
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
    edges.cut_hints(lines, view.box)
    view.footer = below(lines, view.box)
    view.is_busy = view.footer:find("esc to interrupt", 1, true) ~= nil
    view.is_hidden = has_note(view.footer)
    view.mode = mode_of(view.footer)
    view.last = end_of_conversation(lines, view.box.top - 1)
    view.queued = (view.is_busy or view.is_hidden) and queued(lines, view.last, view.box) or {}
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
