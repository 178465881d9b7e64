import assert from "node:assert/strict";
import { test } from "node:test";
import { Action, InvalidArgumentError, Matcher, WaitTimeoutError } from "ptywright";
import { failure } from "../support/failure.js";
import { fixture } from "../support/fixture.js";
import { start } from "../support/session.js";

const sh = (script: string) => ({ program: "/bin/sh", args: ["-c", script] });

test("W2: a password that nothing echoes: what comes after it counts, also in the row of the question", async (t) => {
  const session = await start(t, sh("stty -echo; printf 'Password: '; read x; printf 'granted '; read y; printf bye"));
  await session.waitFor(Matcher.containsText("Password: "));
  await session.submit("secret word");
  const { wasPresentBefore, snapshot } = await session.waitFor(Matcher.containsText("granted"), { since: "input" });
  assert.deepEqual([wasPresentBefore, snapshot.plainText], [false, "Password: granted "]);
  await assert.rejects(session.waitFor(Matcher.containsText("Password"), { since: "input", timeoutMs: 0 }));
  await session.submit("");
  await session.waitFor(Matcher.containsText("bye"), { since: "input" });
});

test("a program that reads keys and shows none of them is waited for, or not if that is known", async (t) => {
  const session = await start(
    t,
    sh("stty raw -echo; printf '? '; dd bs=1 count=3 2>/dev/null | tr '\\r' .; printf ' ok'; sleep 9"),
  );
  await session.waitFor(Matcher.containsText("? "));
  const began = performance.now();
  await session.submit("ab", { echo: false });
  await session.waitFor(Matcher.containsText("ab. ok"), { since: "input" });
  assert.ok(performance.now() - began < 1_500);
});

test("a box whose line is gone after Enter, without a line feed, shows its answer", async (t) => {
  const box = String.raw`stty raw -echo; printf '\033[2J\033[5;1H> '; dd bs=1 count=4 2>/dev/null; dd bs=1 count=1 2>/dev/null >/dev/null; printf '\033[5;1H\033[K> \033[1;1Hdone done'; sleep 9`;
  const session = await start(t, sh(box));
  await session.waitFor(Matcher.containsText("> "));
  await session.submit("done");
  const { wasPresentBefore } = await session.waitFor(Matcher.containsText("done"), {
    since: "input",
    timeoutMs: 5_000,
  });
  assert.equal(wasPresentBefore, false);
});

test("W2: a line that the program draws again before it leaves it is still its echo", async (t) => {
  const editor = String.raw`stty raw -echo; printf '> '; dd bs=1 count=4 2>/dev/null; dd bs=1 count=1 2>/dev/null >/dev/null; printf '\r\033[K> done\r\n'; read x; printf 'done\r\n'; sleep 9`;
  const session = await start(t, sh(editor));
  await session.waitFor(Matcher.containsText("> "));
  await session.submit("done");
  const miss = await failure(
    session.waitFor(Matcher.containsText("done"), { since: "input", timeoutMs: 200 }),
    WaitTimeoutError,
  );
  assert.match(miss.message, /it was there before; only what came after counts/);
  const answer = session.waitFor(Matcher.containsText("done"), { since: { marker: "later" } });
  await assert.rejects(answer, InvalidArgumentError);
});

test("W3: a wait counts from a sequence number, a marker, or the last input", async (t) => {
  const session = await start(t, sh("echo one; read x; echo two; read x; echo one; sleep 9"));
  const { sequence } = await session.waitFor(Matcher.containsText("one"));
  await session.send([Action.markTranscript("here"), Action.text("\r")]);
  const two = await session.waitFor(Matcher.containsText("two"), { since: sequence });
  assert.deepEqual([two.wasPresentBefore, two.firstSeenSequence], [false, two.sequence]);
  for (const since of [sequence, { marker: "here" }, "input"] as const) {
    await assert.rejects(session.waitFor(Matcher.containsText("one"), { since, timeoutMs: 0 }), WaitTimeoutError);
    await assert.rejects(session.waitFor(Matcher.transcriptContains("one"), { since, timeoutMs: 0 }), WaitTimeoutError);
  }
  await session.writeText("\r");
  const one = await session.waitFor(Matcher.containsText("one"), { since: { marker: "here" } });
  assert.deepEqual([one.wasPresentBefore, one.firstSeenSequence], [true, one.sequence]);
  const late = await session.waitFor(Matcher.containsText("two"), { since: sequence });
  assert.deepEqual([late.firstSeenSequence, late.wasPresentBefore], [two.sequence, false]);
  assert.equal("firstSeenSequence" in (await session.waitFor(Matcher.containsText("two"))), false);
  for (const since of [session.sequence + 1, -1, 1.5, { marker: "nowhere" }, "now", null])
    await assert.rejects(
      session.waitFor(Matcher.containsText("two"), { since: since as number }),
      InvalidArgumentError,
    );
});

test("a bell counts from there as well", async (t) => {
  const session = await start(t, sh(String.raw`printf '\a'; read x; printf '\aok'; sleep 9`));
  await session.waitFor(Matcher.bell()).catch(() => undefined);
  const before = session.sequence;
  await session.writeText("\r");
  await session.waitFor(Matcher.containsText("ok"));
  await session.waitFor(Matcher.bell(), { since: before, timeoutMs: 0 });
  await assert.rejects(session.waitFor(Matcher.bell(), { since: session.sequence, timeoutMs: 0 }), WaitTimeoutError);
});

test("several lines are one paste, or refused before anything is typed", async (t) => {
  const session = await start(t, sh("echo ready; cat"));
  await session.waitFor(Matcher.containsText("ready"));
  await assert.rejects(session.submit("one\ntwo"), /bracketed paste/);
  assert.equal(session.snapshot().plainText, "ready");
});

/** A box with an input line in its last row, which draws without pause and answers above it. */
const RESTLESS = String.raw`
const draw = (row, text) => process.stdout.write("\x1b[" + row + ";1H\x1b[K" + text);
process.stdin.setRawMode(true);
let line = "", turn = 0, answer = "";
const all = () => { draw(1, "busy " + turn++); draw(2, answer); draw(5, "> " + line); };
setInterval(all, 40);
process.stdout.write("\x1b[2J"); all();
process.stdin.on("data", (keys) => {
  for (const key of keys.toString()) {
    if (key !== "\r") line += key;
    else { line = ""; setTimeout(() => { answer = "RESULT"; }, 300); setTimeout(() => process.stdout.write("\x1b[7;1Hfinished\r\n"), 600); }
  }
  all();
});`;

test("a program that never stops drawing is waited for all the same, and nothing of its answer is taken for an echo", async (t) => {
  const session = await start(t, { program: process.execPath, args: ["-e", RESTLESS], size: { rows: 10, cols: 40 } });
  await session.waitFor("> ");
  await session.submit("hello");
  await session.waitFor(Matcher.containsText("RESULT"), { since: "input", timeoutMs: 10_000 });
  await session.expect("finished", { timeoutMs: 10_000 });
});

test("a flood after a line that is gone is not cut into a batch for each of its lines", async (t) => {
  const flood = String.raw`stty raw -echo; printf '> '; dd bs=1 count=2 2>/dev/null; dd bs=1 count=1 2>/dev/null >/dev/null; printf '\033[2J\033[H'; seq 1 20000; printf END; sleep 9`;
  const session = await start(t, sh(flood));
  await session.waitFor("> ");
  await session.submit("ab");
  const { sequence } = await session.waitFor("END", { since: "input", timeoutMs: 10_000 });
  assert.ok(sequence < 3_000, `${sequence} batches`);
});

test("W2: a resize right behind a line that fills its row is not its end, and neither is the line drawn again", async (t) => {
  for (const cols of [30, 39]) {
    const session = await start(t, { ...fixture("redraws-when-resized.mjs"), size: { rows: 10, cols: 40 } });
    await session.waitFor("$ ");
    await session.submit("done".padEnd(38, "."));
    session.resize({ cols });
    const waiting = session.waitFor("done", { since: "input" });
    await session.waitFor(Matcher.title("drawn"));
    session.signal("user1");
    assert.match((await waiting).snapshot.plainText, /an answer: done/);
  }
});
