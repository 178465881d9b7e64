// How the claude-code plugin answers dialogs: only the one that was meant, by the words of an option, with no key more than it takes.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExtensionHandle } from "ptywright";
import { refusedWith, startPromptBox } from "../support/prompt-box.js";

const dialogId = async (handle: ExtensionHandle): Promise<string> =>
  ((await handle.state()).metadata as { readonly dialog_id: string }).dialog_id;

test("to approve is the digit of the option that allows once, alone", async (t) => {
  const { handle, received } = await startPromptBox(t, { shows: "bash" });
  await handle.send("approve", { dialog_id: await dialogId(handle) });
  assert.equal(received(), "1");
  assert.match(handle.session.snapshot().plainText, /chosen 1/);
});

test("to deny is Escape, alone", async (t) => {
  const { handle, received } = await startPromptBox(t, { shows: "bash" });
  await handle.send("deny", { dialog_id: await dialogId(handle) });
  assert.equal(received(), "\x1b");
});

test("an option is chosen by its words", async (t) => {
  const { handle, received } = await startPromptBox(t, { shows: "lasting" });
  await handle.send("choose_option", { option: "during this session" });
  assert.equal(received(), "2");
});

test("nothing is approved where every option allows more than what is asked", async (t) => {
  const { handle, received } = await startPromptBox(t, { shows: "lasting" });
  assert.equal(await refusedWith(handle.send("approve")), "no_single_approval");
  assert.equal(received(), "");
});

test("a dialog that does not close is told, and no other key is pressed", async (t) => {
  const { handle, received } = await startPromptBox(t, { shows: "bash", isStubborn: true });
  assert.equal(await refusedWith(handle.send("approve")), "dialog_not_closed");
  assert.equal(received(), "1");
});

test("a dialog that has changed since it was seen gets no key", async (t) => {
  const { handle, received } = await startPromptBox(t, { shows: "bash" });
  const dialog_id = await dialogId(handle);
  handle.session.signal("user2");
  await handle.session.waitFor({ type: "contains_text", text: "touch second" });
  for (const intent of ["approve", "deny", "choose_option"])
    assert.equal(await refusedWith(handle.send(intent, { dialog_id, index: 1 })), "stale_dialog", intent);
  assert.equal(received(), "");
});

test("a dialog that changes before it takes keys gets none", async (t) => {
  const { handle, received } = await startPromptBox(t, { onEnter: "bash" });
  // It has only just appeared when it is answered: the answer waits for it to settle, and meanwhile it is another.
  const { dialog_id } = (await handle.send("send_prompt", { prompt: "hello" })).metadata as {
    readonly dialog_id: string;
  };
  const refused = refusedWith(handle.send("approve", { dialog_id }));
  handle.session.signal("user2");
  assert.equal(await refused, "stale_dialog");
  assert.equal(received(), "hello\r");
});

test("in a list without numbers Enter comes when the pointer is seen at the option", async (t) => {
  const { handle, received } = await startPromptBox(t, { shows: "trust" });
  await handle.send("approve_trust");
  assert.match(received(), /^\x1b[[O]B\r$/);
  assert.match(handle.session.snapshot().plainText, /trusted/);
});

test("in a list whose pointer does not move Enter never comes", async (t) => {
  const { handle, received } = await startPromptBox(t, { shows: "trust", isStubborn: true });
  assert.equal(await refusedWith(handle.send("approve_trust")), "option_not_found");
  assert.match(received(), /^(\x1b[[O]B)+$/);
});
