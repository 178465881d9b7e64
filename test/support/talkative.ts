import { luaText } from "./plugins.js";

/** Says it in every word that it can say. */
export const talkative = (text: string): string => `
  local said = ${luaText(text)}
  local M = {}
  M[said], M[said .. "_matcher"] = function() return {} end, function() return {} end
  function M.describe()
    local wait = said .. "_matcher"
    return {
      intents = { said }, wait_matchers = { wait }, states = { said },
      conversation = {
        prompt = { intent = said, param = said }, cancel = said, waits = { ready = wait, turn = wait },
        states = { ready = { said }, working = { said }, done = { said }, failed = { said } },
        trust = { states = { said }, accept = said, decline = said },
        permission = { states = { said }, approve = said, deny = said, tool = said, summary = said, doubt = said, mode = said, asks_in = { said } },
        dialog_id = said, failure = said, answer = said, whole = said, doubt = said, delivery = said,
      },
    }
  end
  function M.classify(ctx)
    if string.find(ctx.screen, "fails") then error(said) end
    return {
      state = said, evidence = "saw " .. said, candidates = { said, { state = said }, { [said] = 1 } },
      metadata = { here = said, list = { said }, [said] = true, deep = { { [said .. "."] = { said } } } },
      host_marks = { { label = said } }, disagreement = { screen = said, program = said },
      events = {
        { kind = "text_delta", text = said },
        { kind = "tool_started", id = said, name = said, input = { said } },
        { kind = "tool_progress", id = said, summary = said },
        { kind = "tool_completed", id = said, status = said, result = { [said] = said } },
        { kind = "turn_complete", text = said },
        { kind = "error", category = said, message = said },
      },
    }
  end
  function M.refuse() return { refused = { reason = said, message = said } } end
  function M.interrupted() return { actions = {
    ptywright.step.expect(ptywright.matcher.contains_text("never"), said), ptywright.action.text("x") } } end
  function M.fail() error(said) end
  function M.answer_nonsense() return { actions = { { type = said } } } end
  function M.fails() return { actions = { ptywright.action.text("fails\\n") }, last_intent = said } end
  function M.wait_turn_matcher() return ptywright.matcher.any({
    ptywright.matcher.screen_regex("end(.*)"), ptywright.matcher.contains_text(said) }) end
  function M.plugin_matcher(params) return ptywright.matcher.lua(params.plugin, "saw", {}) end
  function M.never_matcher() return ptywright.matcher.contains_text("never " .. said) end
  function M.saw() return { matched = true, evidence = said, capture = said } end
  return M`;
