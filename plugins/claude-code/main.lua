-- claude-code: the terminal program. Says what it shows, types prompts, answers its dialogs, and never presses a key that could allow
-- what nobody has allowed: what is not positively seen is refused.
local events = require("events")
local fnv = require("fnv")
local modes = require("modes")
local now = require("now")
local record = require("record")
local states = require("states")
local tables = require("tables")
local view_of = require("view")
local witness = require("witness")
local matcher = ptywright.matcher

local M = {}

for _, file in ipairs({ "prompts", "choices", "interrupts", "predicates" }) do
  for name, call in pairs(require(file)) do
    M[name] = call
  end
end

-- Why what the screen shows of an answer is not all of it, or not as it was said; nil if nothing speaks against it.
local function doubt_about(turn, view, has_other_record)
  if has_other_record then
    return "the program's own record of it reads otherwise"
  elseif view.is_by_form then
    return "without colours it cannot be told from what the program says itself"
  elseif turn.whole == false then
    return "some of it was not seen; more rows make room for it"
  elseif tables.are_drawn(turn.text) then
    return "it holds a table, which is drawn otherwise than it was written"
  end
end

local function with_record(answer, view, ctx)
  local told = answer.disagreement
  local applied = record.apply(answer, view, ctx)
  local turn = applied.metadata.turn
  if turn and turn.source == "screen" then
    turn.doubt = doubt_about(turn, view, applied.disagreement ~= told)
    turn.whole = turn.whole and turn.doubt == nil
  end
  return applied
end

function M.classify(ctx)
  local view = view_of.of(ctx)
  local name, confidence, evidence, metadata, disagreement = states.of(view, ctx)
  now.view, now.state, now.stable_ms = view, name, ctx.stable_ms or 0
  states.keep(name, view.turn)
  now.is_held_back = witness.holds_back(view, ctx)
  now.has_vim = now.has_vim or view.is_inserting or nil
  now.has_started = now.has_started or view.box ~= nil or view.dialog ~= nil or nil
  if view.box or view.dialog and view.dialog.id ~= now.answered then
    now.answered = nil
  end
  now.has_left_welcome = now.has_left_welcome and view.box == nil
  now.dialog_id = view.dialog and fnv.hex(view.dialog.id .. ":" .. now.acts) or nil
  if metadata.dialog_id then
    metadata.dialog_id = now.dialog_id
  end
  now.version = now.version or modes.version(view)
  now.model, now.mode = view.model or now.model, modes.of(view, now.version) or now.mode
  metadata.status = { model = now.model, permission_mode = now.mode }
  metadata.delivery = now.delivery
  local answer = { state = name, confidence = confidence, evidence = evidence, metadata = metadata, disagreement = disagreement }
  return with_record(events.add(answer, view, ctx), view, ctx)
end

-- Until the turn has ended, or something asks for an answer, or the program is gone.
function M.wait_turn_matcher()
  return matcher.any({
    matcher.all({ matcher.lua("claude-code", "turn_is_over"), matcher.screen_stable(300) }),
    matcher.all({ matcher.lua("claude-code", "nothing_is_under_way"), matcher.screen_stable(1000) }),
    -- The same once more after a silence that makes up for a word of the program.
    matcher.all({ matcher.lua("claude-code", "turn_is_over"), matcher.screen_stable(witness.SILENCE_MS) }),
    matcher.all({ matcher.lua("claude-code", "nothing_is_under_way"), matcher.screen_stable(witness.LONG_SILENCE_MS) }),
    matcher.process_exited(),
  })
end

-- Until a turn that was told to stop has stopped, or has ended or asks on its own: then the next thing can be said.
function M.wait_cancel_settled_matcher()
  return matcher.any({
    matcher.all({ matcher.lua("claude-code", "cancel_has_settled"), matcher.screen_stable(300) }),
    matcher.all({ matcher.lua("claude-code", "is_at_rest"), matcher.screen_stable(1000) }),
    matcher.process_exited(),
  })
end

-- Until the program can be told something: its prompt box, or a question of its own.
function M.ready_matcher()
  return matcher.any({
    matcher.all({ matcher.lua("claude-code", "has_started"), matcher.screen_stable(300) }),
    matcher.process_exited(),
  })
end

function M.describe()
  return {
    intents = {
      "send_prompt", "steer", "slash_command", "attach_file", "approve", "deny", "choose_option", "approve_trust", "deny_trust", "cancel",
      "force_cancel", "key", "dismiss_welcome", "expand", "model_effort_left", "model_effort_right",
    },
    wait_matchers = { "wait_turn_matcher", "wait_cancel_settled_matcher", "ready_matcher" },
    states = states.ALL,
    conversation = {
      prompt = { intent = "send_prompt", param = "prompt" },
      cancel = "cancel",
      waits = { ready = "ready_matcher", turn = "wait_turn_matcher" },
      states = {
        ready = { "ready", "waiting_for_user_input", "error" },
        working = { "starting", "thinking", "retrying", "cancelling" },
        done = { "completed_turn" },
        failed = { "error" },
      },
      trust = { states = { "waiting_for_trust" }, accept = "approve_trust", decline = "deny_trust" },
      permission = {
        states = { "waiting_for_permission" }, approve = "approve", deny = "deny",
        tool = "permission.tool", summary = "permission.summary", doubt = "permission.doubt",
        mode = "status.permission_mode", asks_in = { "default", "plan" },
      },
      dialog_id = "dialog_id",
      answer = "turn.text",
      whole = "turn.whole",
      doubt = "turn.doubt",
      failure = "error.kind",
      delivery = "delivery",
    },
  }
end

return M
