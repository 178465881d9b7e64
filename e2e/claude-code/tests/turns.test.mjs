// Turns: what was asked arrives once, and the end of the answer is told when it is there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SETUPS, claude, refusal } from "../drive.mjs";

for (const setup of SETUPS) {
  test(`${setup.name}: turns`, async (t) => {
    const driven = await claude(t, setup);
    await t.test("a prompt is answered, and the turn is complete", async () => {
      const { adapter, ask, prompts, is, states, events, event } = driven;
      await is(await adapter.state(), "ready");
      const state = await is(await ask("FAKE:text(first) hello"), "completed_turn");
      assert.equal(state.metadata.turn.text, "You said first.");
      assert.deepEqual(state.metadata.delivery, { delivered: true, attempts: 1 });
      assert.equal(prompts("FAKE:text(first)").length, 1);
      const [fromState, fromEvent] = [states.length, events.length];
      const slow = await is(await ask("FAKE:slow"), "completed_turn");
      await event(({ kind }) => kind === "turn_complete", fromEvent);
      const deltas = events.slice(fromEvent).filter(({ kind }) => kind === "text_delta");
      assert.ok(deltas.length > 1, JSON.stringify(deltas));
      // The end of the turn before may be told once more after that turn was answered.
      const begun = states.indexOf("thinking", fromState);
      assert.equal(states.indexOf("completed_turn", begun), states.lastIndexOf("thinking") + 1);
      assert.match(slow.metadata.turn.text.replace(/\s+/g, " "), /^one two .* sixteen$/);
      const thought = await is(await ask("FAKE:thinking"), "completed_turn");
      assert.equal(thought.metadata.turn.text, "I have thought about it.");
      const long = await is(await ask("FAKE:long"), "completed_turn");
      assert.match(long.metadata.turn.text, /Line 80 of a long answer\.$/);
    });

    await t.test("long prompts of many lines arrive whole and once", async () => {
      const { ask, prompts, is } = driven;
      const lines = Array.from(
        { length: 60 },
        (_, i) => `Line ${i + 1}: ${"the quick brown fox jumps over the lazy dog and runs away"}`,
      );
      const long = `FAKE:text(long)\n${lines.join("\n")}\nthe last line`;
      assert.ok(long.length > 4_000);
      const texts = [
        long,
        "FAKE:text(three)\nsecond line\n\nfourth line",
        `FAKE:text(wide) ${"wide ".repeat(180)}end`,
        "FAKE:text(back) ends with \\",
      ];
      for (const text of texts) {
        await is(await ask(text), "completed_turn");
        const word = text.slice(0, text.indexOf(")") + 1);
        const arrived = prompts(word).map((said) => said.trim());
        assert.deepEqual(arrived, [text.trim()], word);
      }
    });

    await t.test("what happens within a turn is told as it happens", async () => {
      const { adapter, ask, until, events: all, event } = driven;
      const from = all.length;
      await ask("FAKE:preamble");
      await adapter.send("approve");
      await until("completed_turn");
      await event(({ kind }) => kind === "turn_complete", from);
      const events = all.slice(from);
      const kinds = events.map(({ kind }) => kind);
      for (const kind of ["text_delta", "tool_started", "tool_completed"])
        assert.ok(kinds.includes(kind), kinds.join());
      assert.equal(kinds.at(-1), "turn_complete");
      const text = events
        .filter(({ kind }) => kind === "text_delta")
        .map((event) => event.text)
        .join("");
      assert.equal(text, events.at(-1).text);
      assert.match(text, /I will make a file first\.\s+The tool has answered\./);
      assert.deepEqual(
        events.map(({ seq }) => seq),
        events.map((_, i) => events[0].seq + i),
      );
    });

    await t.test("a prompt is typed only where a prompt box is seen", async () => {
      const { adapter, ask, api, made, is, reaches } = driven;
      await ask("FAKE:bash(touch never-made)");
      const before = api.requests.length;
      assert.equal(await refusal(adapter.send("send_prompt", { prompt: "1" })), "not_ready");
      assert.equal(await refusal(adapter.send("slash_command", { command: "model" })), "not_ready");
      // What is said to a turn may meet a dialog that has just opened. Typed, the digit would choose; pasted, it does not.
      await adapter.send("key", { key: "\x1b[200~1\x1b[201~" });
      await is(await adapter.state(), "waiting_for_permission");
      assert.equal(api.requests.length, before);
      await adapter.send("deny");
      assert.equal(made("never-made"), false);
      // In shell mode a prompt would be run.
      const inShell = reaches("local_ui_screen");
      await adapter.send("key", { key: "!" });
      assert.equal((await inShell).metadata.panel, "shell");
      assert.equal(await refusal(adapter.send("send_prompt", { prompt: "touch made-by-prompt" })), "not_ready");
      await is(await adapter.send("cancel"), "ready", "waiting_for_user_input");
      assert.equal(await refusal(adapter.send("send_prompt", { prompt: "!touch made-by-prompt" })), "shell_prompt");
      assert.equal(made("made-by-prompt"), false);
    });

    await t.test("what stands in the box is cleared before a prompt", async () => {
      const { adapter, ask, prompts, is, shown } = driven;
      await adapter.send("key", { key: "half typed" });
      await shown(({ metadata }) => (metadata.input === "half typed" ? true : undefined));
      await is(await ask("FAKE:text(clean)"), "completed_turn");
      assert.deepEqual(prompts("FAKE:text(clean)"), ["FAKE:text(clean)"]);
    });

    await t.test("what was attached goes with the next prompt", async () => {
      const { adapter, ask, prompts, is } = driven;
      await adapter.send("attach_file", { path: "/an/attached/file" });
      await is(await ask("FAKE:text(attached)"), "completed_turn");
      assert.deepEqual(prompts("FAKE:text(attached)"), ["/an/attached/file FAKE:text(attached)"]);
    });

    await t.test("a part of a command is not completed by Enter", async () => {
      const { adapter, is } = driven;
      assert.equal(await refusal(adapter.send("slash_command", { command: "mode" })), "ambiguous_command");
      await is(await adapter.state(), "waiting_for_user_input");
    });

    await t.test("a prompt that begins with a digit arrives", async () => {
      const { ask, prompts, is } = driven;
      await is(await ask("1 FAKE:text(digit)"), "completed_turn");
      assert.deepEqual(prompts("FAKE:text(digit)"), ["1 FAKE:text(digit)"]);
    });

    await t.test("the program is left with a command", async () => {
      const { adapter, is } = driven;
      await adapter.send("slash_command", { command: "exit" });
      const { state } = await adapter.wait(undefined, {}, { timeoutMs: 10_000 });
      await is(state, "exited");
    });
  });
}
