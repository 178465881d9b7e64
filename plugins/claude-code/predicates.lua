-- What plans and waits ask of a screen. They run apart from the intents and know only what they are handed.
local box_of = require("box")
local completions = require("completions")
local lines_of = require("lines")
local panels = require("panels")
local states = require("states")
local submission = require("submission")
local swallowed = require("swallowed")
local view_of = require("view")
local witness = require("witness")

local M = {}

local function box_in(input)
  local box = view_of.of(input).box
  return box and not box.is_shell and box or nil
end

function M.box_is_seen(input)
  return box_in(input) ~= nil
end

function M.box_is_empty(input)
  local box = box_in(input)
  return box ~= nil and box.text == ""
end

function M.box_holds(input)
  return box_of.holds(box_in(input), input.params.text)
end

function M.box_has_changed(input)
  local box = box_in(input)
  return box ~= nil and box.text ~= input.params.text
end

function M.box_shows(input)
  local box = box_in(input)
  return box ~= nil and box.text == input.params.text
end

function M.sign_is_seen(input)
  return swallowed.is_seen(view_of.of(input), input.params)
end

-- Neither the text nor the text with the sign behind it is in the box.
function M.box_has_lost(input)
  local box, probe = box_in(input), input.params.probe
  return not box_of.holds(box, input.params.text) and not box_of.holds_behind(box, probe.shown, probe.sign)
end

function M.has_started(input)
  local view = view_of.of(input)
  return view.box ~= nil or view.dialog ~= nil or panels.is_login(view.lines) or panels.first_run(input.screen) ~= nil
end

function M.shows_something(input)
  return not lines_of.is_blank(input.screen)
end

-- The text has left the box, and something has come of it.
function M.was_submitted(input)
  return submission.is_seen(view_of.of(input), input.params)
end

-- The box holds the command, and the list that says what Enter would run is open.
function M.box_holds_with_list(input)
  return M.box_holds(input) and completions.is_open(view_of.of(input))
end

-- The box holds the command, and Enter would run no other one.
function M.box_holds_command(input)
  local view = view_of.of(input)
  return M.box_holds(input) and completions.other(view, input.params.text) == nil
end

function M.shows_dialog(input)
  local dialog = view_of.of(input).dialog
  return dialog ~= nil and dialog.id == input.params.id
end

-- Gone is what something else has taken the place of; a screen half painted shows nothing, or a title without its options.
function M.dialog_is_gone(input)
  local view = view_of.of(input)
  if view.dialog then
    local is_whole = view.dialog.kind == "panel" or view.dialog.kind == "login" or #view.dialog.options > 0
    return is_whole and view.dialog.id ~= input.params.id
  end
  return view.box ~= nil or input.process_exited
end

function M.selects(input)
  local dialog = view_of.of(input).dialog
  if dialog == nil or dialog.id ~= input.params.id then
    return false
  end
  for _, option in ipairs(dialog.options) do
    if option.is_selected then
      return option.label == input.params.label
    end
  end
  return false
end

function M.shows_welcome(input)
  local view = view_of.of(input)
  return view.box == nil and view.dialog == nil and panels.first_run(input.screen) == "welcome"
end

-- What comes next is there: the box, or a question.
function M.welcome_is_gone(input)
  return not M.shows_welcome(input) and M.has_started(input)
end

function M.shows_transcript(input)
  local view = view_of.of(input)
  return view.box == nil and panels.is_transcript(view.lines)
end

function M.is_busy(input)
  local view = view_of.of(input)
  return view.box ~= nil and (view.is_busy or view.spinner ~= nil or view.retry ~= nil)
end

-- One for shell commands is none to be told something in.
function M.has_no_box(input)
  return box_in(input) == nil
end

function M.is_at_rest(input)
  local view = view_of.of(input)
  return view.box ~= nil and not view.box.is_shell and not view.is_busy and view.spinner == nil and view.retry == nil
end

-- What was under way has stopped, and something on the screen says so.
function M.cancel_has_settled(input)
  local view = view_of.of(input)
  return view.dialog ~= nil or M.is_at_rest(input) and (view.is_resting or states.is_over(view))
end

local function is_over(view)
  local is_elsewhere = view.box == nil and view.dialog == nil and (panels.is_editor(view.lines) or panels.is_login(view.lines))
  return is_elsewhere or states.is_over(view)
end

local function shows_work(view)
  return view.box == nil or view.is_busy or view.is_hidden or view.holds_back or view.spinner ~= nil or view.retry ~= nil
end

-- The screen says so, and the program does not say otherwise.
function M.turn_is_over(input)
  local view = view_of.of(input)
  return is_over(view) and not witness.holds_back(view, input)
end

-- A turn that ends without a line that says so: the program says that it rests.
function M.nothing_is_under_way(input)
  local view = view_of.of(input)
  -- Where the program says neither, only a long silence can.
  local is_resting = view.is_resting or (input.stable_ms or 0) >= witness.LONG_SILENCE_MS
  return is_resting and not shows_work(view) and not witness.holds_back(view, input)
end

function M.is_inserting(input)
  return view_of.of(input).is_inserting == true
end

return M
