// Permission dialogs: nothing is allowed that nobody has allowed, and nothing more than that.
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SETUPS, claude, refusal } from "../drive.mjs";

for (const setup of SETUPS) {
  test(`${setup.name}: permissions`, async (t) => {
    const driven = await claude(t, setup);
    await t.test("a command runs when it is approved, and not when it is denied", async () => {
      const { adapter, ask, until, made, home, results, is, isUnmovedBySigns } = driven;
      const asked = await ask("FAKE:bash");
      await is(asked, "waiting_for_permission");
      assert.equal(asked.metadata.permission.tool, "Bash");
      assert.match(asked.metadata.permission.summary, /touch made-by-bash/);
      assert.equal(asked.metadata.permission.options[0], "Yes");
      assert.match(asked.metadata.dialog_id, /^[0-9a-f]{8}$/);
      await isUnmovedBySigns();
      assert.equal(made("made-by-bash"), false);
      await adapter.send("deny", { dialog_id: asked.metadata.dialog_id });
      await until("waiting_for_user_input");
      assert.equal(made("made-by-bash"), false);
      assert.equal(await refusal(adapter.send("approve", { dialog_id: asked.metadata.dialog_id })), "stale_dialog");
      assert.equal(await refusal(adapter.send("approve")), "no_dialog");
      assert.equal(made("made-by-bash"), false);

      const again = await ask("FAKE:bash");
      assert.notEqual(again.metadata.dialog_id, asked.metadata.dialog_id);
      assert.equal(await refusal(adapter.send("approve", { dialog_id: asked.metadata.dialog_id })), "stale_dialog");
      await is(await adapter.state(), "waiting_for_permission");
      await adapter.send("approve", { dialog_id: again.metadata.dialog_id });
      await until("completed_turn");
      assert.equal(made("made-by-bash"), true);
      assert.deepEqual(
        results().map(({ isError }) => isError),
        [true, false],
      );

      // Allowed once is not allowed always.
      rmSync(join(home.cwd, "made-by-bash"));
      const third = await ask("FAKE:bash");
      await is(third, "waiting_for_permission");
      await adapter.send("choose_option", { option: "no" });
      await until("waiting_for_user_input");
      assert.equal(made("made-by-bash"), false);
    });

    await t.test("files are written, changed and read as allowed", async () => {
      const { adapter, ask, until, made, home, is } = driven;
      const edited = () => readFileSync(join(home.cwd, "edit-me.txt"), "utf8");
      const write = await ask("FAKE:write");
      await is(write, "waiting_for_permission");
      assert.equal(write.metadata.permission.tool, "Write");
      await adapter.send("deny");
      await until("waiting_for_user_input");
      assert.equal(made("written.txt"), false);
      await ask("FAKE:write");
      await adapter.send("approve");
      await until("completed_turn");
      assert.equal(made("written.txt"), true);
      const edit = await ask("FAKE:edit");
      await is(edit, "waiting_for_permission");
      assert.equal(edit.metadata.permission.tool, "Edit");
      await adapter.send("deny");
      await until("waiting_for_user_input");
      assert.equal(edited(), "before\n");
      await ask("FAKE:edit");
      await adapter.send("approve");
      await until("completed_turn");
      assert.equal(edited(), "after\n");
      const read = await ask("FAKE:read");
      await is(read, "waiting_for_permission");
      assert.equal(read.metadata.permission.tool, "Read");
      await adapter.send("choose_option", { option: "during this session" });
      await until("completed_turn");
      await is(await ask("FAKE:read"), "completed_turn");
    });

    await t.test("a dialog that follows another at once is not answered with it", async () => {
      const { adapter, ask, until, made, home, results, is } = driven;
      const before = results().length;
      const first = await ask("FAKE:twice");
      await is(first, "waiting_for_permission");
      await adapter.send("approve", { dialog_id: first.metadata.dialog_id });
      const second = await until("waiting_for_permission");
      assert.notEqual(second.metadata.dialog_id, first.metadata.dialog_id);
      assert.equal(made("made-by-bash"), true);
      assert.equal(await refusal(adapter.send("approve", { dialog_id: first.metadata.dialog_id })), "stale_dialog");
      await is(await adapter.state(), "waiting_for_permission");
      assert.equal(results().length, before + 1);
      await adapter.send("deny");
      await until("waiting_for_user_input");
      rmSync(join(home.cwd, "made-by-bash"));
    });

    await t.test("options are chosen by their words", async () => {
      const { adapter, ask, made, is } = driven;
      await ask("FAKE:bash");
      assert.equal(await refusal(adapter.send("choose_option", { option: "es" })), "option_not_found");
      assert.equal(await refusal(adapter.send("choose_option", { option: "nothing like it" })), "option_not_found");
      assert.equal(await refusal(adapter.send("choose_option", { index: 9 })), "option_not_found");
      assert.equal(await refusal(adapter.send("choose_option", {})), "bad_option");
      await is(await adapter.state(), "waiting_for_permission");
      assert.equal(made("made-by-bash"), false);
    });
  });
}

for (const setup of SETUPS.filter(({ version }) => version !== "2.1.143"))
  test(`${setup.name}: a question that is held back while somebody types is told, and asked when nobody does`, async (t) => {
    const { adapter, is, until, reaches, made } = await claude(t, setup);
    const held = reaches("waiting_for_permission");
    await adapter.send("send_prompt", { prompt: "FAKE:latebash" });
    // As somebody who goes on typing would.
    const typing = new AbortController();
    const typed = (async () => {
      for (let at = 0; at < 40 && !typing.signal.aborted; at++) {
        await adapter.send("key", { key: "abcdefgh"[at % 8] }).catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, 80));
      }
    })();
    const state = await held;
    typing.abort();
    await typed;
    assert.deepEqual([state.metadata.permission.suppressed, state.metadata.dialog_id], [true, undefined]);
    const asked = await until("waiting_for_permission");
    assert.equal(asked.metadata.permission.tool, "Bash");
    await adapter.send("deny");
    await until("waiting_for_user_input");
    assert.equal(made("made-by-bash"), false);
  });
