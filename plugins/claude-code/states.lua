-- Which state a screen is.
local asking = require("asking")
local drawn = require("drawn")
local errors = require("errors")
local now = require("now")
local panels = require("panels")
local progress = require("progress")
local turns = require("turn")
local witness = require("witness")

local M = {}

M.ALL = {
  "starting", "ready", "waiting_for_login", "waiting_for_trust", "waiting_for_model_select", "waiting_for_enter_plan_mode",
  "waiting_for_plan_approval", "waiting_for_permission", "waiting_for_external_editor", "usage_screen", "local_ui_screen",
  "waiting_for_user_input", "thinking", "cancelling", "completed_turn", "error", "waiting_for_api_key", "waiting_for_mode_offer",
  "waiting_for_question", "rewind_screen", "retrying", "exited", "unknown",
}

-- A program that shows nothing for longer than this is not about to show something.
local MAX_BLANK_MS = 30000

-- On a busy machine a program rests between two halves of a screen; it takes longest over its first one.
local MAX_START_MS = 3000
local MAX_PAINT_MS = 1000

-- A turn that goes on: the footer says so, or nothing says that it has ended.
local function of_work(view, ctx)
  local metadata = { turn = { partial_text = turns.text(view.turn), progress = progress(view.spinner) } }
  if #view.queued > 0 then
    metadata.queued = ptywright.array(view.queued)
  end
  if view.retry then
    metadata.retry = view.retry
    return "retrying", 0.95, view.spinner or "another try is announced", metadata
  end
  if ctx.last_intent == "cancelling" then
    return "cancelling", 0.9, "an interrupt was sent and the turn goes on", metadata
  end
  local confidence = view.is_busy and 0.95 or 0.6
  return "thinking", confidence, view.spinner or view.is_busy and "the program says that it is at work" or "no end of the turn is shown", metadata
end

local ENDED = { completed_turn = true, error = true }
local AT_WORK = { thinking = true, retrying = true, cancelling = true }

-- Whether the end of this turn was told: what is painted after it, such as a suggestion, does not take it back.
function M.was_told(turn)
  local ended = now.ended
  return ended ~= nil and ended.marker == turn.marker and ended.said == turn.said and ended.acts == now.acts
end

-- Keeps the end that a look has found.
function M.keep(name, turn)
  if ENDED[name] then
    now.ended = { marker = turn.marker, said = turn.said, acts = now.acts }
  elseif AT_WORK[name] or turn.marker == nil then
    now.ended = nil
  end
end

-- The box is there and nothing is under way.
local function of_rest(view, ctx)
  local turn, metadata = view.turn, {}
  local is_stable = (ctx.stable_ms or 0) >= ctx.completed_turn_stable_ms
  if view.box.text ~= "" then
    metadata.input = view.box.text
    return "waiting_for_user_input", 0.9, "the prompt box holds a text", metadata
  end
  if turn.is_command then
    metadata.usage = panels.usage(view.lines)
    return "ready", is_stable and 0.9 or 0.7, "an empty prompt box below a command", metadata
  end
  local has_turn = #turn.blocks > 0 or turn.marker ~= nil or turn.said ~= nil
  if ctx.last_intent == nil and (turn.said == nil and turn.marker == nil or not has_turn) then
    return "ready", is_stable and 0.95 or 0.8, "an empty prompt box", metadata
  end
  metadata.turn = { text = turns.text(turn), whole = turn.is_whole }
  if turn.interrupted or ctx.last_intent == "cancelling" then
    metadata.turn.interrupted = true
    return "waiting_for_user_input", is_stable and 0.9 or 0.7, "the turn was " .. (turn.interrupted or "interrupted"), metadata
  end
  if turn.marker then
    local failure, may_be_answer = errors.of(turn, view.drawn)
    if not is_stable and ctx.last_intent == "prompt_submitted" and not M.was_told(turn) then
      return "thinking", 0.5, "the turn seems to be over, the screen is not still yet", metadata
    end
    if failure then
      metadata.error = failure
      if not may_be_answer or witness.says(view, ctx, "failed") then
        table.remove(turn.blocks)
        metadata.turn.text = turns.text(turn)
      end
      return "error", 0.95, failure.message, metadata
    end
    if ctx.last_intent == "prompt_submitted" then
      return "completed_turn", 0.95, turn.marker, metadata
    end
    return "waiting_for_user_input", 0.9, "an empty prompt box below a turn", metadata
  end
  if ctx.last_intent == "prompt_submitted" and (ctx.stable_ms or 0) < (view.is_resting and 1000 or witness.LONG_SILENCE_MS) then
    return "thinking", 0.5, "neither work nor its end is shown", metadata
  end
  metadata.turn.interrupted = turn.said ~= nil or nil
  return "waiting_for_user_input", 0.7, "an empty prompt box, and no line that ends a turn", metadata
end

-- Without colours an answer can have the form of an error, an interrupt or a denial: it is one if the program says that the turn is done. Where it says
-- nothing, nobody can tell.
local function of_rest_by_both(view, ctx)
  if view.drawn.is_bare() and (view.turn.interrupted or errors.of(view.turn, view.drawn)) then
    if witness.says(view, ctx, "over") then
      view.turn = turns.find(view.lines, view.last, drawn.NOTHING)
    else
      view.is_by_form = true
    end
  end
  return witness.judged(view, ctx, of_rest(view, ctx))
end

-- What is not known: a screen half painted, or cleared for the next one, if it has only just moved. It is never called ready.
local function of_the_unknown(view, ctx)
  local stable_ms = ctx.stable_ms or 0
  if view.is_empty and stable_ms < MAX_BLANK_MS then
    return now.has_started and "thinking" or "starting", now.has_started and 0.3 or 0.9, "nothing is shown yet", {}
  end
  local evidence = "neither a prompt box nor anything else that is known"
  if not now.has_started and stable_ms < MAX_START_MS then
    return "starting", 0.5, "the first screen is being painted: " .. evidence, {}
  end
  if now.has_started and stable_ms < MAX_PAINT_MS then
    return "thinking", 0.3, "a screen that is being painted: " .. evidence, {}
  end
  return "unknown", 0.2, evidence, {}
end

local function of_screen(view, ctx)
  local screen = ctx.screen
  if view.dialog then
    return asking.of(view, screen)
  end
  if view.box then
    if view.box.is_shell then
      return "local_ui_screen", 0.9, "the box takes shell commands", { panel = "shell" }
    end
    if view.holds_back then
      local metadata = { permission = { suppressed = true }, input = view.box.text ~= "" and view.box.text or nil }
      return "waiting_for_permission", 0.9, "the program asks for leave as soon as nobody types", metadata
    end
    if view.is_busy or view.retry or view.spinner or view.is_hidden and not view.turn.marker and ctx.last_intent == "prompt_submitted" then
      local name, confidence, evidence, metadata = of_work(view, ctx)
      return name, confidence, evidence, metadata, witness.at_work(view, ctx)
    end
    if witness.holds_back(view, ctx) then
      local metadata = { turn = { partial_text = turns.text(view.turn) } }
      return "thinking", 0.7, "the program has not said that the turn is over", metadata
    end
    return of_rest_by_both(view, ctx)
  end
  if panels.is_editor(view.lines) then
    return "waiting_for_external_editor", 0.9, "an editor has the prompt", {}
  end
  if panels.is_login(view.lines) then
    return "waiting_for_login", 0.8, "the program asks to sign in", { login = { url = panels.login_url(screen) } }
  end
  if panels.is_transcript(view.lines) then
    return "local_ui_screen", 0.8, "the detailed transcript is shown", {}
  end
  local first_run = panels.first_run(screen)
  if first_run then
    return "local_ui_screen", 0.8, "the program is started for the first time", { panel = first_run }
  end
  if view.spinner and (ctx.stable_ms or 0) < 1000 then
    return "thinking", 0.6, view.spinner, {}
  end
  return of_the_unknown(view, ctx)
end

-- name, confidence, evidence, metadata, and what the screen and the program disagree about
function M.of(view, ctx)
  if ctx.process_exited then
    return "exited", 1, "the program has ended", { exit_code = ctx.exit_code, signal = ctx.signal }
  end
  return of_screen(view, ctx)
end

-- Whether a turn has come to something that somebody has to deal with, on a screen that stays as it is.
function M.is_over(view)
  if view.dialog then
    return true
  end
  if view.box == nil or view.is_busy or view.retry or view.spinner or view.holds_back then
    return false
  end
  return view.turn.marker ~= nil or view.turn.interrupted ~= nil or view.box.text ~= ""
end

return M
