// What the program suggests to ask next stands in the prompt box like a text, and is none.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ONE_OF_EACH, claude } from "../drive.mjs";
import { endsIn } from "../many-turns.mjs";
import { MARKDOWN, SUGGESTION } from "../scenarios.mjs";

const SHOWN = new RegExp(SUGGESTION);

for (const setup of ONE_OF_EACH)
  for (const env of [{}, { NO_COLOR: "1" }])
    test(`${setup.name}${"NO_COLOR" in env ? ", NO_COLOR" : ""}: a suggestion is no input`, async (t) => {
      const { adapter, ask, is, until, paints, prompts, screen, states } = await claude(t, setup, {
        env: { CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION: "1", ...env },
      });
      await is(await ask("FAKE:text(one) hi"), "completed_turn");
      for (const word of ["two", "three", "four"]) {
        const from = states.length;
        const state = await is(await ask(`FAKE:text(${word}) hi`), "completed_turn");
        assert.deepEqual(state.metadata.turn, { text: `You said ${word}.`, whole: true, source: "record" });
        await paints(SHOWN);
        const later = await until("completed_turn");
        assert.ok(endsIn(states.slice(from)) <= 1, states.slice(from).join());
        assert.equal(later.metadata.turn.text, `You said ${word}.`);
        assert.equal(later.metadata.input, undefined);
        assert.deepEqual(prompts(`text(${word})`), [`FAKE:text(${word}) hi`]);
      }
      assert.match(await screen(), SHOWN);
      const drawn = await is(await ask("FAKE:table"), "completed_turn");
      assert.deepEqual(drawn.metadata.turn, { text: MARKDOWN, whole: true, source: "record" });
      await paints(SHOWN);
      const long = await is(await ask("FAKE:long"), "completed_turn");
      assert.equal(long.metadata.turn.source, "record");
      assert.match(long.metadata.turn.text, /^Line 1 of .*Line 80 of a long answer\.$/s);
      await paints(SHOWN);
      // Taken over, it is what somebody has typed.
      await adapter.send("key", { key: "tab" });
      const { state } = await adapter.wait("ready_matcher", {}, { timeoutMs: 30_000 });
      await is(state, "waiting_for_user_input");
      assert.equal(state.metadata.input, SUGGESTION);
    });
