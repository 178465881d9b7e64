// Stopping a turn early and late, and what can be done afterwards.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ONE_OF_EACH, SETUPS, claude, refusal } from "../drive.mjs";

/** After so long without a word of the program a turn that the screen shows as ended counts as over. */
const SILENCE_MS = 3_000;

for (const setup of SETUPS) {
  test(`${setup.name}: interrupts`, async (t) => {
    const driven = await claude(t, setup);
    await t.test("a turn is cancelled early and late, and the next one works", async () => {
      const { adapter, ask, until, prompts, is, hasTold } = driven;
      assert.equal(await refusal(adapter.send("cancel")), "nothing_to_cancel");
      assert.equal(await refusal(adapter.send("force_cancel")), "nothing_to_cancel");
      await is(await adapter.send("send_prompt", { prompt: "FAKE:silent please" }), "thinking");
      assert.equal(await refusal(adapter.send("send_prompt", { prompt: "FAKE:text(meanwhile)" })), "not_ready");
      await adapter.send("cancel");
      await until("waiting_for_user_input");
      // The prompt is back in the box; the next one must not be typed behind it.
      await is(await ask("FAKE:text(after early)"), "completed_turn");
      assert.deepEqual(prompts("FAKE:text(after early)"), ["FAKE:text(after early)"]);

      const begun = hasTold("only the beginning");
      await adapter.send("send_prompt", { prompt: "FAKE:hang" });
      await begun;
      await adapter.send("force_cancel");
      const stopped = await until("waiting_for_user_input");
      assert.equal(stopped.metadata.turn.interrupted, true);
      assert.equal(await refusal(adapter.send("force_cancel")), "nothing_to_cancel");
      await is(await adapter.state(), "waiting_for_user_input");
      await is(await ask("FAKE:text(after late)"), "completed_turn");
      assert.deepEqual(prompts("FAKE:text(after late)"), ["FAKE:text(after late)"]);
    });

    await t.test("what is said meanwhile waits for its turn", async () => {
      const { adapter, until, prompts, is } = driven;
      assert.equal(await refusal(adapter.send("steer", { prompt: "FAKE:text(steered)" })), "not_busy");
      await adapter.send("send_prompt", { prompt: "FAKE:slow" });
      await is(await adapter.send("steer", { prompt: "FAKE:text(steered)" }), "thinking");
      await until("completed_turn");
      assert.equal(prompts("FAKE:text(steered)").length, 1);
    });
  });
}

for (const setup of ONE_OF_EACH)
  test(`${setup.name}: without colours, a turn that a person stops is told as stopped at once, in an answer and in a tool`, async (t) => {
    const { adapter, ask, is, hasTold, paints, reaches } = await claude(t, setup, { env: { NO_COLOR: "1" } });
    const isStopped = async () => {
      const over = reaches("waiting_for_user_input", "completed_turn", "error");
      const begun = Date.now();
      await adapter.send("key", { key: "escape" });
      const state = await is(await over, "waiting_for_user_input");
      assert.ok(Date.now() - begun < SILENCE_MS, `${Date.now() - begun} ms`);
      assert.equal(state.metadata.turn.interrupted, true);
      assert.equal(state.disagreement, undefined);
    };
    const told = hasTold("only the beginning");
    await adapter.send("send_prompt", { prompt: "FAKE:hang" });
    await told;
    await isStopped();
    await is(await ask("FAKE:bash(touch z; tail -f z)"), "waiting_for_permission");
    await adapter.send("approve");
    await paints(/esc to interrupt/);
    await isStopped();
  });
