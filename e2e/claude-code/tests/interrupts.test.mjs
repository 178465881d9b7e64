// Stopping a turn early and late, and what can be done afterwards.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SETUPS, claude, assertState, refusal } from "../drive.mjs";

for (const setup of SETUPS) {
  test(`${setup.name}: interrupts`, async (t) => {
    const driven = await claude(t, setup);
    await t.test("a turn is cancelled early and late, and the next one works", async () => {
      const { adapter, ask, until, prompts, screen, hasTold } = driven;
      assert.equal(await refusal(adapter.send("cancel")), "nothing_to_cancel");
      assert.equal(await refusal(adapter.send("force_cancel")), "nothing_to_cancel");
      assertState(await adapter.send("send_prompt", { prompt: "FAKE:silent please" }), "thinking", await screen());
      assert.equal(await refusal(adapter.send("send_prompt", { prompt: "FAKE:text(meanwhile)" })), "not_ready");
      await adapter.send("cancel");
      await until("waiting_for_user_input");
      // The prompt is back in the box; the next one must not be typed behind it.
      const next = (await ask("FAKE:text(after early)")).state;
      assertState(next, "completed_turn", await screen());
      assert.deepEqual(prompts("FAKE:text(after early)"), ["FAKE:text(after early)"]);

      const begun = hasTold("only the beginning");
      await adapter.send("send_prompt", { prompt: "FAKE:hang" });
      await begun;
      await adapter.send("force_cancel");
      const stopped = await until("waiting_for_user_input");
      assert.equal(stopped.metadata.turn.interrupted, true);
      assert.equal(await refusal(adapter.send("force_cancel")), "nothing_to_cancel");
      assertState(await adapter.state(), "waiting_for_user_input", await screen());
      assertState((await ask("FAKE:text(after late)")).state, "completed_turn", await screen());
      assert.deepEqual(prompts("FAKE:text(after late)"), ["FAKE:text(after late)"]);
    });

    await t.test("what is said meanwhile waits for its turn", async () => {
      const { adapter, until, prompts, screen } = driven;
      assert.equal(await refusal(adapter.send("steer", { prompt: "FAKE:text(steered)" })), "not_busy");
      await adapter.send("send_prompt", { prompt: "FAKE:slow" });
      const steered = await adapter.send("steer", { prompt: "FAKE:text(steered)" });
      assertState(steered, "thinking", await screen());
      await until("completed_turn");
      assert.equal(prompts("FAKE:text(steered)").length, 1);
    });
  });
}
