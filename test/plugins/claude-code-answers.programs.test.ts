// How the claude-code plugin answers dialogs: only the one that was meant, by the words of an option, with no key more than it takes.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ExtensionHandle } from "ptywright/plugins";
import { looked, named, planned, started, typed } from "../support/kept-screens.js";
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

test("words that fit more than one option choose none", async (t) => {
  const { handle, received } = await startPromptBox(t, { shows: "lasting" });
  assert.equal(await refusedWith(handle.send("choose_option", { option: "allow" })), "ambiguous_option");
  assert.equal(received(), "");
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

test("P10 a dialog that has got a key and stays open gets no other one but Escape: the first may still be on its way", async (t) => {
  const { handle, received } = await startPromptBox(t, { shows: "bash", isStubborn: true });
  for (const intent of ["approve", "approve"])
    assert.equal(await refusedWith(handle.send(intent)), "dialog_not_closed");
  assert.equal(await refusedWith(handle.send("choose_option", { option: "No" })), "dialog_not_closed");
  assert.equal(received(), "1");
  assert.equal(await refusedWith(handle.send("deny")), "dialog_not_closed");
  assert.equal(received(), "1\x1b");
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

test("P10 a pointer that is not seen to move gets no second step, which could come between the look and Enter", async (t) => {
  const { handle, received } = await startPromptBox(t, { shows: "trust", lags: true });
  assert.equal(await refusedWith(handle.send("approve_trust")), "option_not_found");
  assert.match(received(), /^\x1b[[O]B$/);
  // Nor does a later attempt, as long as the first step may be on its way.
  assert.equal(await refusedWith(handle.send("approve_trust")), "dialog_not_closed");
  assert.match(received(), /^\x1b[[O]B$/);
});

test("in a list whose pointer does not move Enter never comes", async (t) => {
  const { handle, received } = await startPromptBox(t, { shows: "trust", isStubborn: true });
  assert.equal(await refusedWith(handle.send("approve_trust")), "option_not_found");
  assert.match(received(), /^(\x1b[[O]B)+$/);
});

interface Asked {
  readonly permission?: { readonly tool?: string; readonly is_cut?: boolean; readonly options: readonly string[] };
}

test("what is approved on a screen that pretends is what it would be without the pretence", async (t) => {
  const extension = await started(t);
  const keys: Record<string, string> = {};
  for (const name of named("made-up-spoof-")) {
    await looked(extension, name);
    keys[name.replace("made-up-spoof-", "")] = typed(await planned(extension, "approve")).join();
  }
  assert.deepEqual(keys, {
    "asking-in-question": "refused: no_dialog",
    "box-in-cut-question": "refused: no_dialog",
    "box-in-question": "refused: no_dialog",
    cut: "refused: dialog_is_cut",
    "label-of-rules": "text 1",
    "options-in-command": "text 1",
    "plan-in-answer": "text 1",
    "tool-across": "refused: dialog_is_cut",
    "tool-in-command-143": "text 1",
    "tool-in-command-325": "text 1",
    "tool-of-a-server": "text 1",
    "trust-across": "refused: dialog_is_cut",
    "trust-after-prompt": "refused: no_dialog",
    "trust-in-answer": "text 1",
    "trust-in-command": "text 1",
    "trust-that-asks": "text 1",
    unsandboxed: "text 1",
    "wrapped-lasting": "text 4",
    "wrapped-option": "text 1",
    "wrapped-plan": "text 2",
    "wrapped-pointer": "text 1",
  });
});

test("no screen that pretends is trusted, and none takes a prompt", async (t) => {
  const extension = await started(t);
  for (const name of named("made-up-spoof-")) {
    await looked(extension, name);
    assert.equal(await planned(extension, "approve_trust"), "no_dialog", name);
    assert.equal(await planned(extension, "send_prompt", { prompt: "1" }), "not_ready", name);
  }
});

test("a tool has a name only where the title of the dialog is known word for word", async (t) => {
  const extension = await started(t);
  const tools: Record<string, string | undefined> = {};
  for (const name of named("made-up-spoof-")) {
    const { permission } = (await looked(extension, name)).metadata as Asked;
    if (permission !== undefined) tools[name.replace("made-up-spoof-", "")] = permission.tool;
  }
  assert.deepEqual(tools, {
    cut: undefined,
    "label-of-rules": "Bash",
    "options-in-command": "Bash",
    "plan-in-answer": "Bash",
    "tool-across": undefined,
    "tool-in-command-143": "Bash",
    "tool-in-command-325": "Bash",
    "tool-of-a-server": undefined,
    "trust-across": undefined,
    "trust-in-answer": "Bash",
    "trust-in-command": "Bash",
    "trust-that-asks": undefined,
    unsandboxed: undefined,
    "wrapped-lasting": "Read",
    "wrapped-option": "Bash",
    "wrapped-pointer": "Bash",
  });
});

test("a permission of which the beginning is not seen is approved only by who says so, and can be denied", async (t) => {
  const extension = await started(t);
  const { permission } = (await looked(extension, "made-up-spoof-cut")).metadata as Asked;
  assert.equal(permission?.is_cut, true);
  assert.equal(await planned(extension, "approve", { cut: "yes" }), "dialog_is_cut");
  assert.deepEqual(typed(await planned(extension, "approve", { cut: true })), ["text 1"]);
  assert.deepEqual(typed(await planned(extension, "deny")), ["key escape"]);
});

test("a label goes on below its first line, whatever that looks like", async (t) => {
  const extension = await started(t);
  for (const [name, rest] of [
    ["made-up-spoof-wrapped-option", "2. Yes"],
    ["made-up-spoof-wrapped-pointer", "❯ 1. Yes"],
  ] as const) {
    const { permission } = (await looked(extension, name)).metadata as Asked;
    const lasting = `Yes, and always allow access to a-folder-with-a-name-that-is-rather-long/ ${rest}`;
    assert.deepEqual(permission?.options, ["Yes", lasting, "No"], name);
  }
});

test("dialogs that differ in a blank, a line or a word have different names; the pointer makes no difference", async (t) => {
  const name = "2.1.143-80x24-permission-bash";
  const command = "   touch made-by-bash\n";
  const idOf = async (change: (screen: string) => string): Promise<string | undefined> =>
    (await looked(await started(t), name, 60_000, change)).metadata.dialog_id;
  const commands = [
    "rm -rf /tmp/x",
    "rm -rf / tmp/x",
    "./effort --dry",
    "./effort --all",
    "a\n   ──────────────",
    "a\n   ▔▔▔▔▔▔▔▔▔▔▔▔▔▔",
    "❯ a",
    "a",
  ];
  const ids = await Promise.all(commands.map((one) => idOf((screen) => screen.replace(command, `   ${one}\n`))));
  assert.equal(new Set(ids).size, commands.length);
  const moved = await idOf((screen) => screen.replace(" ❯ 1. Yes", "   1. Yes").replace("   3. No", " ❯ 3. No"));
  assert.equal(moved, await idOf((screen) => screen));
});

test("a part of a label is whole words", async (t) => {
  const chosen = async (option: string): Promise<Awaited<ReturnType<typeof planned>>> => {
    const extension = await started(t);
    await looked(extension, "2.1.143-80x24-permission-edit");
    return planned(extension, "choose_option", { option });
  };
  assert.equal(await chosen("edit"), "option_not_found");
  assert.deepEqual(typed(await chosen("all edits")), ["text 2"]);
  assert.deepEqual(typed(await chosen("no")), ["text 3"]);
});
