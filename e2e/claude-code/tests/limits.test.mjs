// A subscription at its limit, and errors that come after a part of the answer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ONE_OF_EACH, claude } from "../drive.mjs";

for (const setup of ONE_OF_EACH) {
  test(`${setup.name}: a limit is an error that says when it ends, and the next turn works`, async (t) => {
    const { adapter, ask, is, until, prompts } = await claude(t, setup, { hasSubscription: true });
    const { metadata } = await is(await ask("FAKE:limit"), "error");
    assert.equal(metadata.error.kind, "rate_limit", JSON.stringify(metadata.error));
    // On the hour there are no minutes.
    assert.match(metadata.error.resets_at, /^\d+(?::\d\d)?[ap]m/);
    // The older version asks what to do; nothing is chosen unless somebody says so.
    if (metadata.options !== undefined) {
      assert.match(metadata.options[0], /^Stop and wait/);
      await adapter.send("cancel");
      await until("ready", "waiting_for_user_input", "completed_turn", "error");
    }
    await is(await ask("FAKE:text(after limit)"), "completed_turn");
    assert.deepEqual(prompts("FAKE:text(after limit)"), ["FAKE:text(after limit)"]);
  });

  test(`${setup.name}: an error after a part of the answer is an error`, async (t) => {
    const { ask, is } = await claude(t, setup);
    const { metadata } = await is(await ask("FAKE:broken"), "error");
    assert.match(metadata.error.message, /the stream broke/);
    assert.deepEqual(metadata.turn, { text: "The first half came.\n\nThe second", whole: true, source: "record" });
    await is(await ask("FAKE:text(after error)"), "completed_turn");
  });

  test(`${setup.name}: a menu that asks for consent is chosen from only by its words`, async (t) => {
    const env = { IS_SANDBOX: "1" };
    const { adapter, is, until } = await claude(t, setup, { args: ["--permission-mode", "bypassPermissions"], env });
    const state = await is(await adapter.state(), "local_ui_screen");
    assert.deepEqual([...state.metadata.options].sort(), ["No, exit", "Yes, I accept"]);
    await adapter.send("choose_option", { option: "Yes, I accept", dialog_id: state.metadata.dialog_id });
    await until("ready");
  });
}
