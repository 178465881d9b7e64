// A subscription at its limit, errors that come after a part of the answer, and menus that ask for consent.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ONE_OF_EACH, SETUPS, claude, refusal } from "../drive.mjs";

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

// Newer versions have it without a question.
for (const setup of SETUPS.filter(({ version }) => version === "2.1.143")) {
  const asking = { args: ["--permission-mode", "auto"] };
  /** The menu, and what is told of it. @param {import("node:test").TestContext} t */
  const asked = async (t) => {
    const driven = await claude(t, setup, asking);
    return { ...driven, menu: await driven.is(await driven.adapter.state(), "local_ui_screen") };
  };

  test(`${setup.name}: nothing is chosen by itself where it asks for consent to auto mode`, async (t) => {
    const { adapter, home, isUnmovedBySigns, menu } = await asked(t);
    assert.equal(menu.metadata.panel, "Enable auto mode?");
    assert.deepEqual(menu.metadata.options, ["Yes, and make it my default mode", "Yes, enable auto mode", "No, exit"]);
    assert.equal(await refusal(adapter.turn("send_prompt", { prompt: "FAKE:text" })), "not_ready");
    assert.equal(await refusal(adapter.send("slash_command", { command: "/help" })), "not_ready");
    for (const intent of ["approve", "approve_trust"])
      assert.equal(await refusal(adapter.send(intent)), "no_dialog", intent);
    assert.equal(await refusal(adapter.send("dismiss_welcome")), "no_welcome");
    assert.equal(await refusal(adapter.send("choose_option", { option: "Yes" })), "ambiguous_option");
    await isUnmovedBySigns();
    assert.equal((await adapter.state()).metadata.dialog_id, menu.metadata.dialog_id);
    assert.equal(existsSync(join(home.home, ".claude", "settings.json")), false);
  });

  test(`${setup.name}: auto mode is allowed, and declined, only by the words of the menu`, async (t) => {
    const { adapter, home, until, menu } = await asked(t);
    const { dialog_id } = menu.metadata;
    await adapter.send("choose_option", { option: "Yes, enable auto mode", dialog_id });
    const { metadata } = await until("ready");
    assert.equal(metadata.status.permission_mode, "auto");
    assert.doesNotMatch(settingsIn(home.home), /defaultMode/);
    const other = await asked(t);
    const gone = other.reaches("exited");
    await other.adapter.send("choose_option", { option: "No, exit", dialog_id: other.menu.metadata.dialog_id });
    await gone;
  });
}

/** What the program has written into the user's settings. @param {string} home */
function settingsIn(home) {
  const file = join(home, ".claude", "settings.json");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
