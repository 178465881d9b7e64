// What else asks: plans, questions, models; the panels, and editors.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { SETUPS, claude, missing, refusal } from "../drive.mjs";

for (const setup of SETUPS) {
  test(`${setup.name}: in plan mode`, async (t) => {
    const driven = await claude(t, setup, {
      args: ["--permission-mode", "plan"],
      env: { EDITOR: "code", VISUAL: "code" },
    });

    await t.test("a plan is approved without more than that", async () => {
      const { adapter, ask, is, until, isUnmovedBySigns } = driven;
      const plan = await is(await ask("FAKE:plan"), "waiting_for_plan_approval");
      const steps = ["1. Look", "2. Change", "3. Test"];
      const shown = plan.metadata.plan.split("\n").filter((/** @type {string} */ line) => /^\d/.test(line));
      // A small screen may not have room for all of it.
      assert.deepEqual(shown, plan.metadata.plan_is_cut ? steps.slice(0, shown.length) : steps);
      assert.equal(plan.metadata.status.permission_mode, "plan");
      await isUnmovedBySigns();
      await adapter.send("deny", { dialog_id: plan.metadata.dialog_id });
      await until("waiting_for_user_input");
      // There the first option would allow all reads to come.
      const read = await is(await ask("FAKE:read"), "waiting_for_permission");
      assert.equal(read.metadata.permission.tool, "Read");
      await adapter.send("approve", { dialog_id: read.metadata.dialog_id });
      await until("completed_turn");
      await is(await ask("FAKE:read"), "waiting_for_permission");
      await adapter.send("deny");
      // The newer version tells the model, which answers.
      await until("waiting_for_user_input", "completed_turn");
      const again = await is(await ask("FAKE:plan"), "waiting_for_plan_approval");
      await adapter.send("approve", { dialog_id: again.metadata.dialog_id });
      const done = await until("completed_turn");
      assert.equal(done.metadata.turn.text.split("\n").at(-1), "The plan is settled.");
      assert.equal(done.metadata.status.permission_mode, "default");
      const entered = await is(await ask("FAKE:enterplan"), "completed_turn");
      assert.equal(entered.metadata.turn.text, "The tool has answered.");
      assert.equal(entered.metadata.status.permission_mode, "plan");
    });

    await t.test("an editor with a window of its own is waited for", async () => {
      const { adapter, is, home, reaches } = driven;
      const waits = join(home.home, "editor-waits");
      execFileSync("mkfifo", [waits]);
      mkdirSync(join(home.home, "bin"));
      // The newer version puts the number of a line behind the name of the file.
      const edit = `read line < ${waits}\nfor file; do :; done\nprintf 'made with an editor' > "\${file%:[0-9]*}"\n`;
      writeFileSync(join(home.home, "bin", "code"), `#!/bin/sh\n${edit}`, { mode: 0o755 });
      await adapter.send("attach_file", { path: "text" });
      const opened = reaches("waiting_for_external_editor");
      await adapter.send("key", { key: "ctrl_g" });
      await opened;
      assert.equal(await refusal(adapter.send("send_prompt", { prompt: "hello" })), "not_ready");
      await writeFile(waits, "done\n");
      const edited = (await adapter.wait("ready_matcher", {}, { timeoutMs: 10_000 })).state;
      assert.equal((await is(edited, "waiting_for_user_input")).metadata.input, "made with an editor");
    });
  });

  test(`${setup.name}: questions, models and panels`, async (t) => {
    const driven = await claude(t, setup, { env: { EDITOR: "vim", VISUAL: "vim" } });

    await t.test("a question is answered by a label, or not at all", async () => {
      const { adapter, ask, is, until, results, states, isUnmovedBySigns } = driven;
      const from = states.length;
      const asked = await is(await ask("FAKE:question"), "waiting_for_question");
      assert.ok(!states.slice(from).includes("waiting_for_permission"), states.slice(from).join());
      assert.equal(asked.metadata.question.text, "Which colour do you like?");
      assert.deepEqual(asked.metadata.question.options.slice(0, 2), ["Red", "Blue"]);
      assert.equal(await refusal(adapter.send("approve")), "no_dialog");
      await isUnmovedBySigns();
      await adapter.send("choose_option", { option: "Blue", dialog_id: asked.metadata.dialog_id });
      await until("completed_turn");
      assert.match(results().at(-1)?.text ?? "", /Blue/);
      await is(await ask("FAKE:question"), "waiting_for_question");
      await adapter.send("deny");
      await until("waiting_for_user_input");
      assert.equal(results().length, 1);
    });

    await t.test("models are picked", async () => {
      const { adapter, is, isUnmovedBySigns, leads } = driven;
      const picker = await leads("slash_command", { command: "/model" }, "waiting_for_model_select");
      const other = picker.metadata.model_select.options[1];
      await isUnmovedBySigns();
      await is(await adapter.send("model_effort_right"), "waiting_for_model_select");
      await is(await adapter.send("model_effort_left"), "waiting_for_model_select");
      // The older one asks again within a conversation.
      const picked = await leads("choose_option", { option: other }, "waiting_for_model_select", "ready");
      if (picked.state === "waiting_for_model_select") await leads("choose_option", { option: "Yes, switch" }, "ready");
      assert.equal(await refusal(adapter.send("model_effort_left")), "no_dialog");
    });

    await t.test("panels are known and left", async () => {
      const { adapter, is, until, leads, paints } = driven;
      const usage = await leads("slash_command", { command: "usage" }, "usage_screen");
      assert.match(usage.metadata.usage.total_cost, /^\$\d/);
      await leads("cancel", undefined, "ready");
      for (const command of ["status", "help", "permissions", "config"]) {
        await leads("slash_command", { command }, "local_ui_screen");
        assert.equal(await refusal(adapter.send("send_prompt", { prompt: "hello" })), "not_ready");
        if (command === "config") {
          // It has a search of its own to be left first, once that is there.
          await paints(/Esc to clear|Type to (filter|search)/);
          await until("local_ui_screen");
          await is(await adapter.send("cancel"), "local_ui_screen");
        }
        await leads("cancel", undefined, "ready");
      }
    });

    await t.test("the detailed transcript is opened and left", async () => {
      const { adapter, leads } = driven;
      await leads("expand", undefined, "local_ui_screen");
      assert.equal(await refusal(adapter.send("send_prompt", { prompt: "hello" })), "not_ready");
      await leads("expand", undefined, "ready", "waiting_for_user_input");
    });

    await t.test("the list of points to go back to is known and left", async () => {
      const { adapter, leads } = driven;
      await leads("slash_command", { command: "rewind" }, "rewind_screen");
      assert.equal(await refusal(adapter.send("send_prompt", { prompt: "hello" })), "not_ready");
      assert.equal(await refusal(adapter.send("force_cancel")), "nothing_to_cancel");
      await leads("cancel", undefined, "ready", "waiting_for_user_input");
    });

    await t.test("an editor that has the screen is known, and left", { skip: missing("vim") }, async () => {
      const { adapter, ask, is, reaches } = driven;
      await adapter.send("attach_file", { path: "text" });
      const opened = reaches("waiting_for_external_editor");
      await adapter.send("key", { key: "ctrl_g" });
      await opened;
      assert.equal(await refusal(adapter.send("send_prompt", { prompt: "hello" })), "not_ready");
      await adapter.send("key", { key: ":q!" });
      await adapter.send("key", { key: "enter" });
      const back = (await adapter.wait("ready_matcher", {}, { timeoutMs: 10_000 })).state;
      assert.equal((await is(back, "waiting_for_user_input")).metadata.input, "text");
      await is(await ask("FAKE:text(after panels)"), "completed_turn");
    });
  });
}
