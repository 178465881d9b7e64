// What else asks: trust, keys, plans, questions, models; and the panels.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SETUPS, claude, assertState, missing, refusal } from "../drive.mjs";

for (const setup of SETUPS) {
  test(`${setup.name}: a folder is trusted when it is said, and the program left when it is not`, async (t) => {
    const { adapter, until, screen, ask } = await claude(t, setup, { isTrusted: false });
    const asked = await adapter.state();
    assertState(asked, "waiting_for_trust", await screen());
    assert.equal(await refusal(adapter.send("send_prompt", { prompt: "hello" })), "not_ready");
    assert.equal(await refusal(adapter.send("approve")), "no_dialog");
    assert.equal(await refusal(adapter.send("approve_trust", { dialog_id: "00000000" })), "stale_dialog");
    assertState(await adapter.send("approve_trust", { dialog_id: asked.metadata.dialog_id }), "ready", await screen());
    assertState((await ask("FAKE:text(trusted)")).state, "completed_turn", await screen());
    const other = await claude(t, setup, { isTrusted: false });
    const left = await other.adapter.send("deny_trust");
    if (left.state !== "exited") await other.until("exited");
    void until;
  });

  test(`${setup.name}: a key from the environment is used when it is said`, async (t) => {
    const { adapter, screen, ask } = await claude(t, setup, { isKeyApproved: false });
    assertState(await adapter.state(), "waiting_for_api_key", await screen());
    assertState(await adapter.send("choose_option", { option: "Yes" }), "ready", await screen());
    assertState((await ask("FAKE:text(key)")).state, "completed_turn", await screen());
  });

  test(`${setup.name}: a plan is approved without more than that`, async (t) => {
    const { adapter, ask, until, screen } = await claude(t, setup, { args: ["--permission-mode", "plan"] });
    const plan = (await ask("FAKE:plan")).state;
    assertState(plan, "waiting_for_plan_approval", await screen());
    assert.match(plan.metadata.plan, /1\. Look\n2\. Change\n3\. Test/);
    await adapter.send("deny", { dialog_id: plan.metadata.dialog_id });
    await until("waiting_for_user_input");
    const again = (await ask("FAKE:plan")).state;
    assertState(again, "waiting_for_plan_approval", await screen());
    await adapter.send("approve", { dialog_id: again.metadata.dialog_id });
    const done = await until("completed_turn");
    assert.equal(done.metadata.turn.text.split("\n").at(-1), "The plan is settled.");
    assert.equal(done.metadata.status.permission_mode, "default");
  });

  test(`${setup.name}: an editor that has the screen is known`, { skip: missing("vim") }, async (t) => {
    const { adapter, screen } = await claude(t, setup, { env: { EDITOR: "vim", VISUAL: "vim" } });
    await adapter.send("attach_file", { path: "text" });
    await adapter.send("key", { key: "ctrl_g" });
    assertState((await adapter.wait({ timeoutMs: 10_000 })).state, "waiting_for_external_editor", await screen());
    assert.equal(await refusal(adapter.send("send_prompt", { prompt: "hello" })), "not_ready");
  });

  test(`${setup.name}: questions, models and panels`, async (t) => {
    const driven = await claude(t, setup);
    await t.test("a question is answered by a label", async () => {
      const { adapter, ask, until, screen, results } = driven;
      const asked = (await ask("FAKE:question")).state;
      assertState(asked, "waiting_for_question", await screen());
      assert.equal(asked.metadata.question.text, "Which colour do you like?");
      await adapter.send("choose_option", { option: "Blue", dialog_id: asked.metadata.dialog_id });
      await until("completed_turn");
      assert.match(results().at(-1)?.text ?? "", /Blue/);
    });

    await t.test("models are picked, and panels are known and left", async () => {
      const { adapter, ask, screen } = driven;
      const picker = await adapter.send("slash_command", { command: "/model" });
      assertState(picker, "waiting_for_model_select", await screen());
      const other = picker.metadata.model_select.options[1];
      await adapter.send("model_effort_right");
      let picked = await adapter.send("choose_option", { option: other });
      // The older one asks again within a conversation.
      if (picked.state === "waiting_for_model_select")
        picked = await adapter.send("choose_option", { option: "Yes, switch" });
      assertState(picked, "ready", await screen());
      const usage = await adapter.send("slash_command", { command: "usage" });
      assertState(usage, "usage_screen", await screen());
      assert.match(usage.metadata.usage.total_cost, /^\$\d/);
      assertState(await adapter.send("cancel"), "ready", await screen());
      for (const command of ["status", "help", "permissions"]) {
        assertState(await adapter.send("slash_command", { command }), "local_ui_screen", await screen());
        assert.equal(await refusal(adapter.send("send_prompt", { prompt: "hello" })), "not_ready");
        assertState(await adapter.send("cancel"), "ready", await screen());
      }
      assertState((await ask("FAKE:text(after panels)")).state, "completed_turn", await screen());
    });
  });
}
