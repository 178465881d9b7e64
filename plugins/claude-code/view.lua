-- A screen, taken apart.
local beside = require("beside")
local box_of = require("box")
local dialogs = require("dialogs")
local drawn_in = require("drawn")
local edges = require("edges")
local errors = require("errors")
local lines_of = require("lines")
local turns = require("turn")
local trim, is_blank, starred = lines_of.trim, lines_of.is_blank, lines_of.starred

local M = {}

local TURNING = { ["◐"] = true, ["◓"] = true, ["◑"] = true, ["◒"] = true }

-- Words that take the footer's place for a while: behind them it is not seen whether a turn is under way.
local NOTES = { "paste again to expand", "again to exit", "again to clear", "Pasting" }

-- The window's title begins with a sign that turns while a turn is under way, and with another one while none is. Behind the sign stand
-- words that the model may have chosen.
local function told_by_title(terminal)
  local sign = terminal and terminal.title and terminal.title:match("^([\194-\244][\128-\191]*) ")
  if sign == nil then
    return nil
  end
  local is_turning = sign:find("^\226[\160-\163]") ~= nil or TURNING[sign]
  return is_turning and "work" or sign == "✳" and "rest" or nil
end

local function below(lines, box)
  local kept = {}
  for at = box.bottom + 1, #lines do
    kept[#kept + 1] = lines[at]
  end
  return table.concat(kept, "\n")
end

-- A footer that would say "esc to interrupt" if a turn were under way. One that users have made themselves, or with vim's modes, never does.
local function says_rest(footer)
  return footer:find("? for shortcuts", 1, true) ~= nil
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

-- Whether a line stands right below a prompt.
local function is_below_prompt(lines, at)
  repeat
    at = at - 1
  until at < 1 or is_blank(lines[at]) or lines_of.echo(lines[at])
  return at >= 1 and lines_of.echo(lines[at]) ~= nil
end

-- The program goes on when they report: newer versions say so in a line that moves, older ones in the one that ends a turn, and then the title alone
-- says that they were stopped.
local function tells_of_agents(said, told)
  if said == nil then
    return false
  end
  local is_end = turns.is_end(said) and said:find("%d+ local agents? still running") ~= nil
  return is_end and told ~= "rest" or said:find("^Waiting for %d+ background agents? to finish") ~= nil
end

-- The line that moves while the program works, and what it says about another try.
local function activity(lines, last, drawn, told)
  local spinner, retry, waits_for_agents
  for at = last, math.max(1, last - 12), -1 do
    local said = starred(lines[at])
    local is_waiting = tells_of_agents(said, told)
    local came = lines_of.result(lines[at])
    local is_own = came and drawn.own(at)
    came = came and (is_own or is_own == nil and is_below_prompt(lines, at)) and came or nil
    if turns.marker(lines[at]) and not is_waiting or lines_of.bullet(lines[at]) then
      break
    end
    retry = retry or errors.retry(said or came or "")
    if is_waiting or said and (said:find("…", 1, true) or said:find("Retrying", 1, true)) then
      spinner = spinner or trim(said)
      waits_for_agents = waits_for_agents or is_waiting
    end
  end
  return spinner, retry, waits_for_agents
end

-- Something will be asked: only this line, right above the box, tells of it. While somebody types it is held back; else it is about to be shown.
local function will_ask(lines, box, drawn)
  local at = box.top - 1
  return at > 0 and lines[at]:find("^  Waiting for permission…%s*$") ~= nil and drawn.faint(at) ~= false
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

-- Of what plugins are handed: `screen`, and `terminal` if it is known.
function M.of(input)
  local lines, terminal, width = lines_of.split(input.screen), input.terminal, nil
  local kept, rest, column = beside.cut(lines, terminal)
  if kept then
    lines, terminal, width = kept, rest, column
  end
  local view = { lines = lines, model = edges.model(lines), is_empty = is_blank(input.screen), queued = {} }
  local told = told_by_title(terminal)
  view.drawn = drawn_in.of(terminal)
  view.box = box_of.find(lines, terminal)
  -- Text in a dialog can look like a box; text in a box cannot look like a dialog.
  view.dialog = dialogs.find(lines, view.box, terminal)
  if view.dialog then
    view.box = nil
  end
  if view.box == nil then
    view.last = view.dialog and view.dialog.top - 1 or #lines
    view.last = end_of_conversation(lines, math.max(0, view.last))
  else
    edges.cut_hints(lines, view.box, width)
    view.footer = below(lines, view.box)
    view.is_busy = view.footer:find("esc to interrupt", 1, true) ~= nil or told == "work"
    view.is_resting = not view.is_busy and (told == "rest" or says_rest(view.footer))
    view.is_inserting = view.footer:find("^%s*%-%- INSERT %-%-") ~= nil
    view.is_hidden = has_note(view.footer)
    view.will_ask = will_ask(lines, view.box, view.drawn)
    view.holds_back = view.will_ask and view.box.text ~= ""
    view.last = end_of_conversation(lines, view.box.top - 1)
    view.queued = (view.is_busy or view.is_hidden) and queued(lines, view.last, view.box) or {}
  end
  view.spinner, view.retry, view.waits_for_agents = activity(lines, view.last, view.drawn, told)
  if view.will_ask and not view.holds_back then
    view.spinner = view.spinner or "a question is about to be shown"
  end
  view.turn = turns.find(lines, view.last, view.drawn)
  if view.dialog and view.dialog.kind == "menu" and view.turn.said == "/rate-limit-options" then
    -- At a limit the program runs a command of its own, which asks what to do; what has failed stands above it.
    view.is_at_limit, view.turn = true, turns.find(lines, view.turn.echo_at - 1, view.drawn)
  end
  -- Where nothing was said yet, nothing can be under way.
  view.is_resting = view.is_resting or view.box ~= nil and not view.is_busy and view.turn.said == nil and #view.turn.blocks == 0
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
