// What the program asks before it can be told anything, and what it shows where it cannot be used.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SETUPS, claude, refusal } from "../drive.mjs";

for (const setup of SETUPS) {
  const isNewer = setup.version === "2.1.325";

  test(`${setup.name}: a first start is walked through, one question at a time`, async (t) => {
    const { adapter, ask, is } = await claude(t, setup, { isFirstRun: true, isTrusted: false });
    assert.equal((await is(await adapter.state(), "local_ui_screen")).metadata.panel, "theme");
    assert.equal(await refusal(adapter.send("dismiss_welcome")), "no_welcome");
    assert.equal(await refusal(adapter.send("send_prompt", { prompt: "hello" })), "not_ready");
    await adapter.send("key", { key: "enter" });
    // It is the same state with another panel; a busy machine lets the first one stand for a while.
    let notes = await adapter.state();
    for (let looks = 0; notes.metadata.panel === "theme" && looks < 20; looks++)
      notes = (await adapter.wait("ready_matcher", {}, { timeoutMs: 10_000 })).state;
    assert.equal((await is(notes, "local_ui_screen")).metadata.panel, "welcome");
    assert.equal(await refusal(adapter.send("slash_command", { command: "model" })), "not_ready");
    const asked = await is(await adapter.send("dismiss_welcome"), "waiting_for_trust");
    assert.equal(await refusal(adapter.send("send_prompt", { prompt: "hello" })), "not_ready");
    const { dialog_id } = asked.metadata;
    assert.equal(await refusal(adapter.send("approve", { dialog_id })), "no_dialog");
    assert.equal(await refusal(adapter.send("approve_trust", { dialog_id: "00000000" })), "stale_dialog");
    await is(await adapter.send("approve_trust", { dialog_id }), "ready");
    await is(await ask("FAKE:text(trusted)"), "completed_turn");
  });

  test(`${setup.name}: a key from the environment is used when it is said`, async (t) => {
    const { adapter, ask, is, leads } = await claude(t, setup, { isKeyApproved: false });
    const key = await is(await adapter.state(), "waiting_for_api_key");
    assert.equal(await refusal(adapter.send("approve")), "no_dialog");
    assert.equal(await refusal(adapter.send("send_prompt", { prompt: "hello" })), "not_ready");
    await leads("choose_option", { option: "Yes", dialog_id: key.metadata.dialog_id }, "ready");
    await is(await ask("FAKE:text(key)"), "completed_turn");
  });

  test(`${setup.name}: the program is left when its folder is not trusted`, async (t) => {
    const { adapter, is, until, isUnmovedBySigns } = await claude(t, setup, { isTrusted: false });
    const asked = await is(await adapter.state(), "waiting_for_trust");
    await isUnmovedBySigns();
    assert.equal(await refusal(adapter.send("send_prompt", { prompt: "hello" })), "not_ready");
    const left = await adapter.send("deny_trust", { dialog_id: asked.metadata.dialog_id });
    if (left.state !== "exited") await until("exited");
  });

  test(`${setup.name}: who is not logged in is told so, and where to log in`, async (t) => {
    const { adapter, ask, is, shown, api, leads } = await claude(t, setup, { hasKey: false });
    const failed = await is(await ask("hello"), "error");
    assert.equal(failed.metadata.error.kind, "auth");
    assert.equal(api.requests.length, 0);
    const login = await leads("slash_command", { command: "login" }, "waiting_for_login");
    await adapter.send("choose_option", { option: "subscription", dialog_id: login.metadata.dialog_id });
    // The older version tries a browser first, and shows where to go when none has come.
    // It is wrapped on the screen, and painted line by line; its last parameter is the proof that it is whole.
    const url = await shown(({ metadata }) => {
      const seen = metadata.login?.url === undefined ? undefined : new URL(metadata.login.url);
      return seen?.searchParams.get("state")?.length === 43 ? seen : undefined;
    });
    assert.equal(url.hostname, "claude.com");
    await leads("cancel", undefined, "ready");
  });

  const offer = `${setup.name}: the offer of another mode is declined by its words`;
  test(offer, { skip: isNewer ? false : "this version makes none" }, async (t) => {
    const { adapter, ask, is, reaches, isUnmovedBySigns, leads } = await claude(t, setup, {
      args: [],
      hasSeenAutoOffer: false,
    });
    // On a busy machine the prompt box is there for a while before the offer takes its place.
    const first = await is(await adapter.state(), "ready", "waiting_for_mode_offer");
    const offered = first.state === "ready" ? await reaches("waiting_for_mode_offer") : first;
    assert.equal(await refusal(adapter.send("send_prompt", { prompt: "hello" })), "not_ready");
    assert.equal(await refusal(adapter.send("approve")), "no_dialog");
    await isUnmovedBySigns();
    const { dialog_id } = offered.metadata;
    await leads("choose_option", { option: "No, keep manual mode", dialog_id }, "ready");
    const done = await is(await ask("FAKE:text(manual)"), "completed_turn");
    assert.equal(done.metadata.status.permission_mode, "default");
  });
}
