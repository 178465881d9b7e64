// Stopping a turn early and late, and what can be done afterwards.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SETUPS, claude, refusal } from "../drive.mjs";

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
