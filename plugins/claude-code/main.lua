-- claude-code: the terminal program. Says what it shows, types prompts, answers its dialogs, and never presses a key that could allow
-- what nobody has allowed: what is not positively seen is refused.
local events = require("events")
local fnv = require("fnv")
local now = require("now")
local states = require("states")
local view_of = require("view")
local matcher = ptywright.matcher

local M = {}

for _, file in ipairs({ "prompts", "choices", "interrupts", "predicates" }) do
  for name, call in pairs(require(file)) do
    M[name] = call
  end
end

function M.classify(ctx)
  local view = view_of.of(ctx.screen)
  local name, confidence, evidence, metadata = states.of(view, ctx)
  now.view, now.state, now.stable_ms = view, name, ctx.stable_ms or 0
  now.has_started = now.has_started or view.box ~= nil or view.dialog ~= nil or nil
  now.dialog_id = view.dialog and fnv.hex(view.dialog.id .. ":" .. now.acts) or nil
  if metadata.dialog_id then
    metadata.dialog_id = now.dialog_id
  end
  now.model, now.mode = view.model or now.model, view.mode or now.mode
  metadata.status = { model = now.model, permission_mode = now.mode }
  metadata.delivery = now.delivery
  local answer = { state = name, confidence = confidence, evidence = evidence, metadata = metadata }
  return events.add(answer, view, ctx)
end

-- Until the turn has ended, or something asks for an answer, or the program is gone.
function M.wait_turn_matcher()
  return matcher.any({
    matcher.all({ matcher.lua("claude-code", "turn_is_over"), matcher.screen_stable(300) }),
    matcher.all({ matcher.lua("claude-code", "nothing_is_under_way"), matcher.screen_stable(1000) }),
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
    wait_matchers = { "wait_turn_matcher", "ready_matcher" },
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
        tool = "permission.tool", summary = "permission.summary",
        mode = "status.permission_mode", asks_in = { "default", "plan" },
      },
      dialog_id = "dialog_id",
      answer = "turn.text",
      whole = "turn.whole",
      delivery = "delivery",
    },
  }
end

return M
