// How the claude-code plugin brings a prompt to a program: to one that swallows keys, or shows something else at the wrong moment.
import assert from "node:assert/strict";
import { test } from "node:test";
import { reaches } from "../support/adapter.js";
import { refusedWith, startPromptBox } from "../support/prompt-box.js";

const PROMPT = { prompt: "hello there" };

test("a prompt is typed, sent with one Enter, and its delivery told", async (t) => {
  const { handle, received } = await startPromptBox(t);
  const { state } = await handle.turn("send_prompt", PROMPT);
  assert.equal(state.state, "completed_turn");
  assert.deepEqual((state.metadata as { delivery: unknown }).delivery, { delivered: true, attempts: 1 });
  assert.equal(received(), "hello there\r");
});

test("P10 an Enter that was swallowed is pressed once more, because what is typed after it is seen in the box", async (t) => {
  const { handle, received } = await startPromptBox(t, { swallows: 1 });
  const { state } = await handle.turn("send_prompt", PROMPT);
  assert.equal(state.state, "completed_turn");
  assert.deepEqual((state.metadata as { delivery: unknown }).delivery, { delivered: true, attempts: 2 });
  assert.equal(received(), "hello there\r.\x7f\r");
});

test("after two Enters the prompt counts as not accepted, and no third comes", async (t) => {
  const { handle, received } = await startPromptBox(t, { swallows: 99 });
  assert.equal(await refusedWith(handle.send("send_prompt", PROMPT)), "prompt_not_accepted");
  assert.equal(received(), "hello there\r.\x7f\r");
});

test("no second Enter reaches a dialog that the first one has led to", async (t) => {
  const { handle, received } = await startPromptBox(t, { onEnter: "bash" });
  const { state } = await handle.turn("send_prompt", PROMPT);
  assert.equal(state.state, "waiting_for_permission");
  assert.equal(received(), "hello there\r");
});

for (const onEnter of ["bash", "work", undefined] as const)
  test(`P10 no second Enter comes where the program comes late to the first one, which leads to ${onEnter ?? "an answer"}`, async (t) => {
    const { handle, received } = await startPromptBox(t, { lags: true, ...(onEnter && { onEnter }) });
    const { state, metadata } = await handle.send("send_prompt", PROMPT);
    assert.equal(received().match(/\r/g)?.length, 1, handle.session.snapshot().plainText);
    assert.doesNotMatch(handle.session.snapshot().plainText, /allowed by Enter/);
    assert.deepEqual((metadata as { delivery: unknown }).delivery, { delivered: true, attempts: 1 });
    assert.match(state, /^(waiting_for_permission|thinking|completed_turn)$/);
    // What was typed to find out does not stay in the box.
    assert.doesNotMatch(handle.session.snapshot().plainText, /❯\u00a0\./);
  });

test("no Enter at all comes when a dialog appears while the prompt is typed", async (t) => {
  const { handle, received } = await startPromptBox(t, { onText: "bash" });
  assert.equal(await refusedWith(handle.send("send_prompt", PROMPT)), "prompt_not_accepted");
  assert.equal(received(), "hello there");
  assert.equal((await handle.state()).state, "waiting_for_permission");
});

test("no Enter comes when the box shows something else than the prompt", async (t) => {
  const { handle, received } = await startPromptBox(t, { garbles: true });
  assert.equal(await refusedWith(handle.send("send_prompt", PROMPT)), "prompt_not_accepted");
  assert.equal(received(), "hello there");
});

test("no Enter comes below a part of a command, also where the list that would complete it opens late", async (t) => {
  const { handle, received } = await startPromptBox(t, { listsAfterMs: 600 });
  assert.equal(await refusedWith(handle.send("slash_command", { command: "mod" })), "ambiguous_command");
  assert.doesNotMatch(received(), /\r/);
});

for (const shows of ["bash", "trust", "strange"] as const)
  test(`nothing is typed where no prompt box is seen: ${shows}`, async (t) => {
    const { handle, received } = await startPromptBox(t, { shows });
    for (const [intent, params] of [
      ["send_prompt", PROMPT],
      ["steer", PROMPT],
      ["slash_command", { command: "model" }],
      ["attach_file", { path: "/a/path" }],
      ["dismiss_welcome", {}],
      ["force_cancel", {}],
    ] as const)
      assert.match(await refusedWith(handle.send(intent, params)), /^(not_|no_welcome|nothing_to_cancel)/, intent);
    assert.equal(received(), "");
  });

test("a screen that nobody knows is told as unknown, with little confidence, once it stays", async (t) => {
  const { handle } = await startPromptBox(t, { shows: "strange" });
  const { state, confidence } = await handle.state();
  assert.equal(state, "unknown");
  assert.ok(confidence <= 0.2, String(confidence));
});

test("nothing is pressed to cancel where nothing is under way", async (t) => {
  const { handle, received } = await startPromptBox(t);
  assert.equal(await refusedWith(handle.send("cancel")), "nothing_to_cancel");
  assert.equal(await refusedWith(handle.send("force_cancel")), "nothing_to_cancel");
  assert.equal(received(), "");
});

test("what an early cancel puts back into the box is cleared before the next prompt", async (t) => {
  const { handle, received } = await startPromptBox(t, { onEnter: "work" });
  assert.equal((await handle.send("send_prompt", PROMPT)).state, "thinking");
  const cancelled = await handle.send("cancel");
  assert.deepEqual([cancelled.state, received()], ["waiting_for_user_input", "hello there\r\x1b"]);
  await handle.send("send_prompt", { prompt: "another" });
  assert.match(received().slice("hello there\r\x1b".length), /^[^\r]*\x15another\r$/);
  assert.match(handle.session.snapshot().plainText, /^❯ another {2}/m);
});

for (const isQuiet of [false, true])
  test(`an old turn's end does not end the new one${isQuiet ? ", though nothing says that it goes on" : ""}`, async (t) => {
    const { handle } = await startPromptBox(t, { onEnter: "work", isQuiet });
    const seen: string[] = [];
    handle.on((event) => event.type === "classified" && seen.push(event.state.state));
    seen.push((await handle.send("send_prompt", PROMPT)).state);
    const completed = reaches(handle, "completed_turn");
    await handle.session.waitFor({ type: "screen_stable", minMs: 700 });
    seen.push((await handle.state()).state);
    assert.ok(!seen.includes("completed_turn"), seen.join());
    handle.session.signal("user1");
    const { turn } = (await completed).metadata as { readonly turn: unknown };
    assert.deepEqual(turn, { text: "The answer.", whole: true, source: "screen" });
  });
