-- The second witness: what the program itself says through its hooks. Anybody of the same user can say so too, so it decides nothing alone:
-- a turn is over when both say so, or when one says so and the other has been silent for long enough.
local squeezed = require("lines").squeezed

local M = {}

-- The screen shows the end of a turn, and the program has said nothing of it for so long.
M.SILENCE_MS = 3000
-- The screen shows neither work nor its end, and the program has said that it works, but nothing since.
M.LONG_SILENCE_MS = 30000
-- The program has said that the turn is over, and the screen has shown neither that nor work since: its last words may not be painted yet.
local UNPAINTED_MS = 1000
-- The program has said that the turn is over, and the screen still shows work.
local STILL_BUSY_MS = 10000

local WORK = { PreToolUse = true, PostToolUse = true, PostToolUseFailure = true, PermissionRequest = true }

local KINDS = {
  rate_limit = "rate_limit", billing_error = "quota", authentication_failed = "auth", oauth_org_not_allowed = "auth",
}

-- Whoever tells something may tell anything.
local function text_in(value)
  return type(value) == "string" and value or nil
end

-- What an agent in the background has to tell, handed to the model as if somebody had said it.
function M.is_report(text)
  return type(text) == "string" and text:find("^%s*<task%-notification>") ~= nil
end

-- What the program says of itself: nil if it never said anything of a turn; else `phase` ("working", "over" or "failed"), and of the turn its
-- `prompt`, the `error` it ended with, the number of the word that it is `over`, and how long ago the newest word was.
function M.heard(signals)
  local heard
  for _, signal in ipairs(signals or {}) do
    local data = signal.data
    local name = data.hook_event_name
    local before = heard
    if name == "SessionEnd" or name == "SessionStart" and data.source ~= "compact" then
      heard = nil
    elseif name == "UserPromptSubmit" then
      local is_report = before ~= nil and M.is_report(data.prompt)
      heard = { phase = "working", prompt = is_report and before.prompt or text_in(data.prompt), number = is_report and before.number or signal.number }
    elseif WORK[name] and data.agent_id == nil then
      local number = before and before.number or signal.number
      heard = { phase = "working", prompt = before and before.prompt, number = number, has_asked = name == "PermissionRequest" }
    elseif name == "Stop" or name == "StopFailure" then
      local phase = name == "Stop" and "over" or "failed"
      heard = { phase = phase, prompt = before and before.prompt, number = before and before.number or signal.number, error = text_in(data.error), over = signal.number }
    end
    if heard ~= nil then
      heard.age_ms = signal.age_ms
    end
  end
  return heard
end

-- What the program says nothing of: an interrupt, which without colours an answer could look like, a denial, of which older versions show nothing
-- either, and a prompt that was put back into the box. What was allowed is seen at work.
local function needs_no_word(view, heard)
  if heard.has_asked or view.turn.interrupted and not (view.turn.marker and view.drawn.is_bare()) then
    return true
  end
  local text = view.box and squeezed(view.box.text) or ""
  return text ~= "" and heard.prompt ~= nil and squeezed(heard.prompt):sub(1, #text) == text
end

-- Whether what was heard is about the turn that is on the screen now. Of one that was interrupted no end is ever told, and what is on the
-- screen may be a command that came after it.
local function is_of(heard, turn)
  return heard.prompt == nil or turn.said == nil or squeezed(heard.prompt):sub(1, 40) == squeezed(turn.said):sub(1, 40)
end

-- Whether the program has said that the turn which is on the screen now is over.
local function is_said_over(heard, turn)
  return heard ~= nil and heard.phase ~= "working" and is_of(heard, turn)
end

-- Whether the program has said of the turn on the screen that it is "over", with nothing wrong, or that it has "failed".
function M.says(view, ctx, phase)
  local heard = M.heard(ctx.signals)
  return is_said_over(heard, view.turn) and heard.phase == phase
end

-- Whether one witness alone says that a turn is over, and the other has not been silent for long enough. Of what plugins are handed, in a look
-- and in a predicate. A program that never said anything holds nothing back.
function M.holds_back(view, input)
  local heard = M.heard(input.signals)
  if heard == nil or view.dialog or input.last_intent == "cancelling" or needs_no_word(view, heard) or not is_of(heard, view.turn) then
    return false
  end
  if heard.phase == "working" then
    return math.min(input.stable_ms or 0, heard.age_ms) < (view.turn.marker and M.SILENCE_MS or M.LONG_SILENCE_MS)
  end
  local is_shown = view.turn.marker ~= nil or view.box == nil or view.box.text ~= ""
  return not is_shown and is_said_over(heard, view.turn) and heard.age_ms < UNPAINTED_MS
end

local function failure(heard, metadata)
  local kind = KINDS[heard.error] or "api"
  return { kind = kind, message = metadata.turn and metadata.turn.text ~= "" and metadata.turn.text or "the program says: " .. tostring(heard.error) }
end

-- What the state of a screen at rest is with both witnesses heard: name, confidence, evidence, metadata, and what they disagree about.
function M.judged(view, ctx, name, confidence, evidence, metadata)
  local heard = M.heard(ctx.signals)
  if heard == nil or ctx.last_intent ~= "prompt_submitted" then
    return name, confidence, evidence, metadata
  end
  if heard.phase == "working" and is_of(heard, view.turn) and not needs_no_word(view, heard) then
    local program = "the turn goes on"
    return name, confidence, evidence, metadata, { screen = evidence, program = program }
  end
  if not is_said_over(heard, view.turn) or view.box.text ~= "" or view.turn.interrupted then
    return name, confidence, evidence, metadata
  end
  local is_still = (ctx.stable_ms or 0) >= ctx.completed_turn_stable_ms
  if heard.phase == "failed" and is_still and (name == "completed_turn" or name == "waiting_for_user_input") then
    metadata.error = failure(heard, metadata)
    return "error", 0.9, "the program says that the turn has failed: " .. tostring(heard.error), metadata
  end
  if heard.phase == "over" and name == "waiting_for_user_input" then
    metadata.turn.interrupted = nil
    return "completed_turn", 0.9, "the program says that the turn is over", metadata
  end
  return name, confidence, evidence, metadata
end

-- What they disagree about while the screen shows work.
function M.at_work(view, ctx)
  local heard = M.heard(ctx.signals)
  -- It says so when it has handed its work to agents, and goes on when they report.
  if not view.waits_for_agents and ctx.last_intent == "prompt_submitted" and is_said_over(heard, view.turn) and heard.age_ms >= STILL_BUSY_MS then
    return { screen = view.spinner or "a turn is under way", program = "the turn is over" }
  end
end

return M
