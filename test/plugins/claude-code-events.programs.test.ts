// What the claude-code plugin tells of a turn, from one screen to the next.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { Classification } from "ptywright/plugins";
import { LuaExtension } from "ptywright/plugins";
import { contextOf } from "../support/kept-screens.js";

const RULE = "─".repeat(60);
const ECHO = "❯ go on    ";

type Look = (conversation: readonly string[], more?: { box?: string; isBusy?: boolean }) => Promise<Classification>;

/** A turn that was sent, and what the plugin makes of the screens that follow. */
async function sentTurn(t: TestContext): Promise<Look> {
  const extension = await LuaExtension.builtIn("claude-code");
  t.after(() => extension.close());
  const sent: { lastIntent?: string | undefined } = {};
  const look: Look = (conversation, { box = "", isBusy = false } = {}) => {
    const footer = isBusy ? "  esc to interrupt" : "  ? for shortcuts";
    const screen = [...conversation, "", RULE, `❯\u00a0${box}`, RULE, footer].join("\n");
    return extension.classify({ ...contextOf(screen, 400), ...sent });
  };
  await look([]);
  const typing = await extension.plan("send_prompt", { prompt: "go on" });
  await look([], { box: "go on" });
  const entering = await typing.next?.();
  await look([ECHO], { isBusy: true });
  sent.lastIntent = (await entering?.next?.())?.lastIntent;
  assert.equal(sent.lastIntent, "prompt_submitted");
  return look;
}

interface Told {
  readonly queued?: readonly string[];
  readonly status: unknown;
  readonly turn: { readonly text: string };
}
const metadataOf = ({ metadata }: Classification): Told => metadata as Told;
const told = ({ events }: Classification): readonly unknown[] => events ?? [];
const ID = "turn-1-tool-1";
const BUSY = { isBusy: true };

test("a tool is told when it starts, goes on and ends, though its bullet blinks", async (t) => {
  const look = await sentTurn(t);
  const said = [ECHO, "", "● I will make a file first.", ""];
  assert.deepEqual(told(await look(said, BUSY)), []);
  assert.deepEqual(told(await look([...said, "  Bash(touch one)", "  ⎿  Running…"], BUSY)), [
    { kind: "text_delta", text: "I will make a file first." },
    { kind: "tool_started", id: ID, name: "Bash", input: "touch one" },
    { kind: "tool_progress", id: ID, summary: "Running…" },
  ]);
  assert.deepEqual(told(await look([...said, "● Bash(touch one)", "  ⎿  Running…"], BUSY)), []);
  const partly = ["● Bash(touch one)", "  ⎿  line 1", "     +2 lines (3s)", "     (ctrl+b to run in background)"];
  const [progress, ...rest] = told(await look([...said, ...partly], BUSY));
  assert.deepEqual(rest, []);
  assert.equal((progress as { kind: string }).kind, "tool_progress");
  const done = ["● Bash(touch one)", "  ⎿  line 1"];
  assert.deepEqual(told(await look([...said, ...done], BUSY)), [
    { kind: "tool_completed", id: ID, status: "ok", result: "line 1" },
  ]);
  const text = "I will make a file first.\n\nDone.";
  const ended = await look([...said, ...done, "", "● Done.", "", "✻ Worked for 2s"]);
  assert.deepEqual(told(ended), [
    { kind: "text_delta", text: "\n\nDone." },
    { kind: "turn_complete", text },
  ]);
  assert.equal(ended.state, "completed_turn");
});

test("a line is told once it stands still", async (t) => {
  const look = await sentTurn(t);
  assert.deepEqual(told(await look([ECHO, "", "● This is only the begin"], BUSY)), []);
  const said = [ECHO, "", "● This is only the beginning"];
  assert.deepEqual(told(await look(said, BUSY)), []);
  assert.deepEqual(told(await look(said, BUSY)), [{ kind: "text_delta", text: "This is only the beginning" }]);
  assert.deepEqual(told(await look(said, BUSY)), []);
});

test("a tool that is drawn in pieces is never told as text", async (t) => {
  const look = await sentTurn(t);
  for (const drawn of ["● W", "● Write", "● Write", "● Write(wri", "● Write(wri", "● Write(written.txt)"])
    assert.deepEqual(
      told(await look([ECHO, "", drawn], BUSY)).filter((event) => (event as { kind: string }).kind === "text_delta"),
      [],
      drawn,
    );
});

test("a tool without brackets is named without its clock", async (t) => {
  const look = await sentTurn(t);
  const running = [ECHO, "", "  Making a file · 3s (ctrl+o to expand)", "  ⎿  $ touch one"];
  assert.deepEqual(told(await look(running, BUSY)), [
    { kind: "tool_started", id: ID, name: "Making a file" },
    { kind: "tool_progress", id: ID, summary: "$ touch one" },
  ]);
});

test("a tool that was refused is told as rejected, and the turn as interrupted", async (t) => {
  const look = await sentTurn(t);
  const refused = [ECHO, "", "● Bash(touch one)", "  ⎿  User rejected it", "", "✻ Worked for 2s"];
  assert.deepEqual(told(await look(refused)), [
    { kind: "tool_started", id: ID, name: "Bash", input: "touch one" },
    { kind: "tool_completed", id: ID, status: "rejected", result: "User rejected it" },
    { kind: "error", category: "interrupted" },
  ]);
});

test("an answer that was cut short stays an answer", async (t) => {
  const look = await sentTurn(t);
  const cut = [
    ECHO,
    "",
    "● The first part",
    "",
    "  and the second",
    "  ⎿ \u00a0Interrupted · What should Claude do instead?",
  ];
  const { metadata } = await look(cut);
  assert.deepEqual(metadata, {
    status: { permission_mode: "default" },
    delivery: { delivered: true, attempts: 1 },
    turn: { text: "The first part\n\nand the second", whole: true, source: "screen", interrupted: true },
  });
});

test("what an answer shows behind a pointer is no message that waits", async (t) => {
  const look = await sentTurn(t);
  const said = [ECHO, "", "● Type this:", "", "  ❯ ls"];
  assert.equal(metadataOf(await look(said, BUSY)).queued, undefined);
  const waiting = [ECHO, "", "● Type this:", "", "  ❯ and then this"];
  const hinted = await look(waiting, { ...BUSY, box: "Press up to edit queued messages" });
  assert.deepEqual(metadataOf(hinted).queued, ["and then this"]);
});

test("no model is read out of an answer", async (t) => {
  const look = await sentTurn(t);
  const seen = await look([ECHO, "", "● Take one of them:", "", "  Haiku 9.9 · the fast one"], BUSY);
  assert.deepEqual(metadataOf(seen).status, { permission_mode: "default" });
});

test("the hint at the right edge is no part of what a tool does", async (t) => {
  const look = await sentTurn(t);
  const running = `  ⎿  $ touch one${" ".repeat(23)}◐ medium · /effort`;
  const [, progress] = told(await look([ECHO, "", "● Bash(touch one)", running], BUSY));
  assert.deepEqual(progress, { kind: "tool_progress", id: ID, summary: "$ touch one" });
});

test("a call that an answer ends with is told as text, also if it was taken for a tool before", async (t) => {
  const look = await sentTurn(t);
  await look([ECHO, "", "● Use this:", "", "● Bash(ls)"], BUSY);
  const ended = await look([ECHO, "", "● Use this:", "", "● Bash(ls)", "", "✻ Worked for 2s"]);
  assert.equal(metadataOf(ended).turn.text, "Use this:\n\nBash(ls)");
});
