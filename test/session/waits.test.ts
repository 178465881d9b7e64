import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setImmediate as immediate } from "node:timers/promises";
import { inspect } from "node:util";
import type { MatchOutcome, Session, WaitOptions } from "ptywright";
import {
  InvalidArgumentError,
  Matcher,
  ProgramEndedError,
  SessionClosedError,
  WaitCancelledError,
  WaitTimeoutError,
} from "ptywright";
import { failure } from "../support/failure.js";
import { fixture, shell } from "../support/fixture.js";
import { start } from "../support/session.js";
import { tempDir } from "../support/temp-dir.js";

const never = Matcher.containsText("this is never printed");
const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
/** A program that shows this and then waits for a line. */
const shows = (text: string) => fixture("prints-and-waits.sh", text);
const exited = async (t: Parameters<typeof start>[0], script: string): Promise<Session> => {
  const session = await start(t, shell(script));
  await session.wait();
  return session;
};

const outcomes: [title: string, matcher: Matcher, outcome: MatchOutcome][] = [
  ["text on the screen", Matcher.containsText("port 80"), { kind: "contains_text", text: "port 80" }],
  [
    "a screen pattern without a group",
    Matcher.screenRegex("p..t"),
    { kind: "screen_regex", pattern: "p..t", capture: "port" },
  ],
  [
    "a screen pattern's first group",
    Matcher.screenRegex("port (\\d+)"),
    { kind: "screen_regex", pattern: "port (\\d+)", capture: "8080" },
  ],
  [
    "the whole match when the group took no part",
    Matcher.screenRegex("(?i)PORT|x(y)"),
    { kind: "screen_regex", pattern: "(?i)PORT|x(y)", capture: "port" },
  ],
  [
    "text in the output, with its escape sequences",
    Matcher.transcriptContains("\x1b[1mport"),
    { kind: "transcript_contains", text: "\x1b[1mport" },
  ],
  [
    "a pattern in the output",
    Matcher.transcriptRegex("\\x1b\\[(\\d)m"),
    { kind: "transcript_regex", pattern: "\\x1b\\[(\\d)m", capture: "1" },
  ],
  ["the cursor's place", Matcher.cursorAt(1, 2), { kind: "cursor_at", row: 1, col: 2 }],
  ["an empty all", Matcher.all([]), { kind: "all", matched: [] }],
  [
    "the first of any that holds",
    Matcher.any([never, Matcher.containsText("8080"), Matcher.containsText("port")]),
    { kind: "any", matched: { kind: "contains_text", text: "8080" } },
  ],
  [
    "all in any in all",
    Matcher.all([Matcher.any([never, Matcher.all([Matcher.screenRegex("port (\\d)"), Matcher.cursorAt(1, 2)])])]),
    {
      kind: "all",
      matched: [
        {
          kind: "any",
          matched: {
            kind: "all",
            matched: [
              { kind: "screen_regex", pattern: "port (\\d)", capture: "8" },
              { kind: "cursor_at", row: 1, col: 2 },
            ],
          },
        },
      ],
    },
  ],
  ["a still screen", Matcher.screenStable(5), { kind: "screen_stable", minMs: 5 }],
];
test("a bell is waited for from the start of the wait on, and counted in the snapshot", async (t) => {
  const session = await start(
    t,
    shell("printf 'ready\\a\\a'; read line; printf '\\033]2;x\\a'; read line; printf 'a\\ab'; cat"),
  );
  await session.waitFor(Matcher.containsText("ready"));
  assert.equal(session.snapshot().bellCount, 2);
  const { message } = await failure(session.waitFor(Matcher.bell(), { timeoutMs: 0 }), WaitTimeoutError);
  assert.match(message, /the bell has not rung since the wait began; it rang 2 times before/);
  const rung = session.waitFor(Matcher.bell());
  await session.writeText("\r");
  await session.waitFor(Matcher.transcriptContains("\x1b]2;x\x07"));
  await session.writeText("\r");
  const { outcome, snapshot } = await rung;
  assert.deepEqual(outcome, { kind: "bell" });
  assert.equal(snapshot.bellCount, 3, "a BEL that ends a title is none");
});

test("a bell that rang during the wait is not told as missing when the rest does not come", async (t) => {
  const session = await start(t, shell("read line; printf '\\adone'"));
  const wait = failure(session.waitFor(Matcher.all([Matcher.bell(), never])), ProgramEndedError);
  await session.writeText("\r");
  const { message, hints } = await wait;
  assert.doesNotMatch(message, /bell has/);
  assert.equal(hints.length, 1);
});

for (const [title, matcher, outcome] of outcomes)
  test(`a wait tells what it saw: ${title}`, async (t) => {
    const session = await start(t, shows("\\033[1mport 8080\\nok"));
    const result = await session.waitFor(Matcher.all([Matcher.containsText("ok"), matcher]));
    assert.deepEqual(result.outcome, { kind: "all", matched: [{ kind: "contains_text", text: "ok" }, outcome] });
    assert.equal(result.matched, true);
    assert.equal(result.sequence, result.snapshot.sequence);
    assert.equal(result.snapshot.plainText, "port 8080\nok");
    assert.ok(result.transcriptTail.endsWith("ok"));
    assert.ok(result.elapsedMs >= 0);
  });

test("a wait for more stillness than a timer can count does not look again and again", async (t) => {
  const session = await start(t, shows("shown"));
  const { mock } = t.mock.method(globalThis, "setTimeout");
  await failure(session.waitFor(Matcher.screenStable(2 ** 31), { timeoutMs: 50 }), WaitTimeoutError);
  const delays = mock.calls.map(({ arguments: [, ms] }) => ms as number);
  assert.ok(
    delays.length < 10 && delays.every((ms) => ms < 2 ** 31),
    `${delays.length} timers, of ${delays.join()} ms`,
  );
});

test("an empty any and an unanswered predicate never match", async (t) => {
  const session = await start(t, shows("shown"));
  await session.waitFor(Matcher.containsText("shown"));
  const matcher = Matcher.any([Matcher.any([]), Matcher.lua("plugin", "predicate")]);
  const error = await failure(session.waitFor(matcher, { timeoutMs: 0 }), WaitTimeoutError);
  assert.match(error.message, /an empty any never matches/);
});

test("process_exited waits for the end and for all output before it", async (t) => {
  const session = await start(t, fixture("prints-then-exits.sh"));
  const result = await session.waitFor(Matcher.processExited());
  assert.deepEqual(result.outcome, { kind: "process_exited" });
  assert.ok(result.snapshot.plainText.endsWith("the-very-last-line"));
  assert.equal(session.isFinished, true);
});

test("what is on the screen only between two answers is seen each time", async (t) => {
  const session = await start(t, fixture("answers-lines.sh"));
  for (let frame = 0; frame < 40; frame++) {
    const { snapshot } = await session.waitFor(Matcher.containsText(`frame-${frame}-shown`));
    assert.equal(snapshot.plainText, `frame-${frame}-shown`);
    await session.writeText("\n");
  }
});

test("marked frames that come in one read are seen by waits put up one after the other", async (t) => {
  const frames = Array.from({ length: 50 }, (_, i) => `\\033[?2026h\\033[Hframe-${i}-shown\\033[K\\033[?2026l`);
  const session = await start(t, fixture("writes-pieces.sh", "ready", frames.join("")));
  await session.waitFor(Matcher.containsText("ready"));
  await session.writeText("\n");
  for (let frame = 0; frame < frames.length; frame++) {
    const { snapshot } = await session.waitFor(Matcher.containsText(`frame-${frame}-shown`));
    assert.equal(snapshot.plainText.split("\n")[0], `frame-${frame}-shown`);
  }
});

test("text that arrives in pieces matches once it is whole, also within a character", async (t) => {
  const session = await start(t, fixture("writes-pieces.sh", "hel", "lo w\\303", "\\266rld"));
  await session.waitFor(Matcher.containsText("hel"));
  const whole = session.waitFor(Matcher.containsText("hello wörld"));
  await session.writeText("\n");
  await session.waitFor(Matcher.containsText("hello w"));
  await session.writeText("\n");
  assert.equal((await whole).snapshot.plainText, "hello wörld");
});

test("the stability clock starts with the wait", async (t) => {
  const session = await start(t, shows("shown"));
  await session.waitFor(Matcher.all([Matcher.containsText("shown"), Matcher.screenStable(60)]));
  const { elapsedMs } = await session.waitFor(Matcher.screenStable(60));
  assert.ok(elapsedMs >= 60, `settled after ${elapsedMs} ms`);
});

test("a change restarts the stability clock", async (t) => {
  const session = await start(t, shows("shown"));
  await session.waitFor(Matcher.containsText("shown"));
  const still = session.waitFor(Matcher.screenStable(120));
  const before = performance.now();
  await session.waitFor(Matcher.screenStable(60));
  session.resize({ rows: 30 });
  const changedAfter = performance.now() - before;
  const { elapsedMs } = await still;
  assert.ok(elapsedMs >= changedAfter + 119, `settled after ${elapsedMs} ms, changed after ${changedAfter} ms`);
});

test("a still screen settles also after the exit, and with it what needs both", async (t) => {
  const session = await exited(t, "printf done");
  const matcher = Matcher.all([Matcher.containsText("done"), Matcher.screenStable(30)]);
  assert.equal((await session.waitFor(matcher)).outcome.kind, "all");
});

test("after the exit only what can still come true is waited for", async (t) => {
  const session = await exited(t, "printf done");
  const matcher = Matcher.all([never, Matcher.screenStable(86_000_000)]);
  await failure(session.waitFor(matcher), ProgramEndedError);
});

test("on an exited session a matcher that holds matches, any other fails at once", async (t) => {
  const session = await exited(t, "printf last words");
  assert.equal((await session.waitFor(Matcher.transcriptContains("last"))).matched, true);
  assert.equal((await session.waitFor(Matcher.processExited(), { timeoutMs: 0 })).matched, true);
  const error = await failure(session.waitFor(never), ProgramEndedError);
  assert.equal(error.code, "session_closed");
  assert.match(
    error.message,
    /^the process exited with code 0 while text "this is never printed" on the screen was awaited/,
  );
});

test("an exit during a wait fails it only after all output was looked at", async (t) => {
  const session = await start(t, fixture("prints-then-exits.sh"));
  const last = session.waitFor(Matcher.containsText("the-very-last-line"));
  const hopeless = failure(session.waitFor(never), ProgramEndedError);
  assert.equal((await last).matched, true);
  await hopeless;
  assert.equal(session.isFinished, true);
});

test("a time-out of 0 looks once", async (t) => {
  const session = await start(t, shows("shown"));
  await session.waitFor(Matcher.containsText("shown"));
  assert.equal((await session.waitFor(Matcher.containsText("shown"), { timeoutMs: 0 })).matched, true);
  const before = timers();
  const looked = session.waitFor(never, { timeoutMs: 0 });
  assert.equal(timers(), before);
  await failure(looked, WaitTimeoutError);
});

test("a time-out says what was awaited, what was nearest, and what the screen showed", async (t) => {
  const session = await start(t, shows("Login SUCCEEDED\\n$ "));
  await session.waitFor(Matcher.containsText("$ "));
  const matcher = Matcher.all([Matcher.containsText("login succeeded"), Matcher.cursorAt(5, 5)]);
  const error = await failure(session.waitFor(matcher, { timeoutMs: 30 }), WaitTimeoutError);
  assert.equal(error.code, "wait_timeout");
  assert.equal(error.awaited, 'text "login succeeded" on the screen, and the cursor at row 5, column 5');
  assert.ok(error.elapsedMs >= 29 && error.quietMs !== undefined && error.quietMs >= 29);
  assert.equal(error.exitStatus, undefined);
  assert.equal(error.unreadInputBytes, 0);
  assert.equal(error.snapshot.plainText, "Login SUCCEEDED\n$ ");
  assert.equal(error.transcriptTail, "Login SUCCEEDED\r\n$ ");
  assert.equal(error.hints.length, 2);
  assert.match(error.hints[0], /line 1 differs in case only: "Login SUCCEEDED"/);
  assert.match(error.hints[1], /the cursor is at row 1, column 2/);
  assert.match(error.message, /^timed out after \d+ ms waiting for text "login succeeded" on the screen/);
  for (const hint of error.hints) assert.ok(error.message.includes(hint));
  assert.match(error.message, /the process is running; it last wrote \d+ ms ago/);
  assert.ok(error.message.endsWith("  the screen:\n  | Login SUCCEEDED\n  | $ "));
});

test("a time-out of a program that wrote nothing says so", async (t) => {
  const session = await start(t, { program: "sleep", args: ["600"] });
  const error = await failure(session.waitFor(never, { timeoutMs: 1 }), WaitTimeoutError);
  assert.equal(error.quietMs, undefined);
  assert.match(error.message, /it has written nothing yet\n(?: {2}in the foreground: .*\n)? {2}the screen is empty$/);
});

test("a time-out after the exit says that the process has exited", async (t) => {
  const session = await exited(t, "printf done");
  const error = await failure(session.waitFor(Matcher.screenStable(10_000), { timeoutMs: 5 }), WaitTimeoutError);
  assert.deepEqual(error.exitStatus, { exitCode: 0, signal: null });
  assert.match(error.message, /; the process exited with code 0\n/);
});

test("a signal that was aborted before rejects without a look", async (t) => {
  const session = await start(t, shows("shown"));
  await session.waitFor(Matcher.containsText("shown"));
  const signal = AbortSignal.abort(new Error("the caller's reason"));
  const error = await failure(session.waitFor(Matcher.containsText("shown"), { signal }), WaitCancelledError);
  assert.equal(error.code, "wait_cancelled");
  assert.equal(error.cause, signal.reason);
});

test("an abort rejects the wait before the event loop turns", async (t) => {
  const session = await start(t, shows("shown"));
  const controller = new AbortController();
  const order: string[] = [];
  const wait = failure(session.waitFor(never, { signal: controller.signal }), WaitCancelledError);
  const rejected = wait.then((error) => (order.push("rejected"), error));
  const turned = new Promise<void>((resolve) => setImmediate(() => (order.push("turned"), resolve())));
  controller.abort("enough");
  const error = await rejected;
  await turned;
  assert.deepEqual(order, ["rejected", "turned"]);
  assert.equal(error.cause, "enough");
  assert.match(error.message, /text "this is never printed" on the screen was cancelled/);
});

const faults: [field: string, code: string, matcher: unknown, options?: unknown][] = [
  ["matcher", "invalid_argument", null],
  ["matcher.type", "invalid_argument", { type: "contains" }],
  ["matcher.text", "invalid_argument", { type: "contains_text" }],
  ["matcher.col", "invalid_argument", { type: "cursor_at", row: 0, col: -1 }],
  ["matcher.minMs", "invalid_argument", { type: "screen_stable", minMs: Number.NaN }],
  ["matcher.matchers", "invalid_argument", { type: "any" }],
  ["matcher.pattern", "invalid_regex", Matcher.screenRegex("(")],
  ["matcher.pattern", "invalid_regex", Matcher.transcriptRegex("(?=look-ahead)")],
  [
    "matcher.matchers[1].matchers[0].pattern",
    "invalid_regex",
    Matcher.any([never, Matcher.all([Matcher.screenRegex("[")])]),
  ],
  ["timeoutMs", "invalid_argument", never, { timeoutMs: -1 }],
  ["timeoutMs", "invalid_argument", never, { timeoutMs: Number.NaN }],
  ["timeoutMs", "invalid_argument", never, { timeoutMs: Infinity }],
  ["timeoutMs", "invalid_argument", never, { timeoutMs: "5" }],
  ["signal", "invalid_argument", never, { signal: {} }],
  ["signal", "invalid_argument", never, { signal: null }],
];
for (const [field, code, matcher, options] of faults)
  test(`a fault in a wait is named before anything is waited for: ${field} in ${inspect(options ?? matcher, { depth: 4, breakLength: Infinity, compact: true })}`, async (t) => {
    const session = await start(t, shows("shown"));
    await session.waitFor(Matcher.containsText("shown"));
    const before = timers();
    const wait = session.waitFor(matcher as Matcher, options as object);
    assert.equal(timers(), before);
    const error = await failure(wait, InvalidArgumentError);
    assert.deepEqual([error.field, error.code], [field, code]);
    assert.ok(error.message.includes(field.split(".").at(-1) as string), error.message);
  });

test("R10: 200 waits on one session are each answered once", async (t) => {
  const session = await start(t, fixture("writes-pieces.sh", "0,", "1,", "2,", "3,"));
  const answers = new Array<number>(200).fill(0);
  const waits = answers.map((_, index) =>
    session.waitFor(Matcher.transcriptContains(`${index % 4},`)).then(() => answers[index]++),
  );
  for (let piece = 0; piece < 4; piece++) {
    await session.waitFor(Matcher.transcriptContains(`${piece},`));
    await session.writeText("\n");
  }
  await Promise.all(waits);
  await session.wait();
  assert.ok(answers.every((count) => count === 1));
});

test("B15: close ends every wait in flight, and no new one begins", async (t) => {
  const session = await start(t, shows("shown"));
  const waits = Array.from({ length: 20 }, () => failure(session.waitFor(never), SessionClosedError));
  const still = failure(session.waitFor(Matcher.screenStable(5_000)), SessionClosedError);
  const closed = session.close();
  const late = failure(session.waitFor(Matcher.all([])), SessionClosedError);
  for (const wait of [...waits, still]) assert.match((await wait).message, /closed while this wait was in flight/);
  assert.match((await late).message, /the session is closed/);
  await closed;
});

test("P7: a pattern that makes backtracking engines hang costs next to nothing on 100 KB of output", async (t) => {
  const session = await start(t, shell("head -c 100000 /dev/zero | tr '\\0' a; printf '!done'; read a"));
  await session.waitFor(Matcher.transcriptContains("!done"));
  const before = performance.now();
  await failure(session.waitFor(Matcher.transcriptRegex("(a+)+$"), { timeoutMs: 0 }), WaitTimeoutError);
  const tookMs = performance.now() - before;
  assert.ok(tookMs < 2_000, `took ${tookMs} ms`);
});

test("O6: a clock that is set by an hour, either way, changes no wait", async (t) => {
  const session = await start(t, fixture("prints-and-waits.sh", "shown"));
  const { now } = Date;
  let offsetMs = 0;
  t.mock.method(Date, "now", () => now.call(Date) + offsetMs);
  for (const hours of [1, -1]) {
    const patient = session.waitFor(Matcher.containsText("shown"), { timeoutMs: 20_000 });
    const short = assert.rejects(session.waitFor(Matcher.containsText("never"), { timeoutMs: 50 }), WaitTimeoutError);
    const still = session.waitFor(Matcher.screenStable(30), { timeoutMs: 20_000 });
    offsetMs = hours * 3_600_000;
    await Promise.all([patient, short, still]);
  }
});

test("O6: what was printed in time matches, although we were held up until the time was over", async (t) => {
  const folder = tempDir(t);
  const [go, printed] = ["go", "printed"].map((name) => join(folder, name));
  const session = await start(
    t,
    shell(`until [ -e ${go} ]; do sleep 0.01; done; echo in time; : > ${printed}; read -r a`),
  );
  const timeoutMs = 200;
  const found = session.waitFor(Matcher.containsText("in time"), { timeoutMs });
  const begun = performance.now();
  // From an immediate the event loop goes on to timers, and only then to what can be read.
  await immediate();
  writeFileSync(go, "");
  const asleep = new Int32Array(new SharedArrayBuffer(4));
  while (!existsSync(printed) || performance.now() < begun + timeoutMs + 50) Atomics.wait(asleep, 0, 0, 5);
  assert.ok((await found).elapsedMs > timeoutMs);
});

test("R6: no timer and no listener outlives its wait", async (t) => {
  const session = await start(t, shows("shown"));
  await session.waitFor(Matcher.containsText("shown"));
  const before = timers();
  const controller = new AbortController();
  let listeners = 0;
  const { signal } = controller;
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  Object.assign(signal, {
    addEventListener: (...args: Parameters<typeof add>) => (listeners++, add(...args)),
    removeEventListener: (...args: Parameters<typeof remove>) => (listeners--, remove(...args)),
  });
  await session.waitFor(Matcher.containsText("shown"), { signal });
  await session.waitFor(Matcher.screenStable(10), { signal });
  await failure(session.waitFor(never, { signal, timeoutMs: 5 }), WaitTimeoutError);
  assert.equal(listeners, 0);
  const cancelled = failure(
    session.waitFor(Matcher.any([never, Matcher.screenStable(9_000)]), { signal }),
    WaitCancelledError,
  );
  assert.equal(listeners, 1);
  assert.equal(timers(), before + 2);
  controller.abort();
  await cancelled;
  assert.equal(listeners, 0);
  assert.equal(timers(), before);
});

test("a wait that the exit ends tells how the program ended and what it said last", async (t) => {
  const session = await start(t, shell("echo data base down; exit 4"));
  const error = await failure(session.waitFor(Matcher.containsText("Data base")), ProgramEndedError);
  assert.equal(error.code, "session_closed");
  assert.deepEqual(error.exitStatus, { exitCode: 4, signal: null });
  assert.match(error.message, /^the process exited with code 4 while text "Data base" on the screen was awaited\n/);
  assert.match(error.message, /differs in case only/);
  assert.ok(error.message.endsWith("  the screen:\n  | data base down"));
});

test("a failed wait leads back to the line that waited, and is short on the console", async (t) => {
  const session = await start(t, shows("x".repeat(50)));
  async function theCallerOfThisWait(): Promise<unknown> {
    return session.waitFor(never, { timeoutMs: 1 });
  }
  const error = await failure(theCallerOfThisWait(), WaitTimeoutError);
  assert.match(error.stack ?? "", /theCallerOfThisWait/);
  assert.ok(!inspect(error).includes("plainText"), inspect(error));
  assert.ok(error.snapshot.cells.length > 0);
});

test("a time-out on the transcript says how much of what was there before it has looked at", async (t) => {
  const session = await start(t, shell("echo NEEDLE; seq 1 5000; exec sleep 600"));
  await session.waitFor(Matcher.transcriptContains("5000\r\n"));
  const error = await failure(
    session.waitFor(Matcher.transcriptContains("NEEDLE"), { timeoutMs: 1 }),
    WaitTimeoutError,
  );
  assert.match(error.message, /of the output before the wait, only the last 16384 characters were looked at/);
});

test("a wait for the output sees what is written in one go with much more", async (t) => {
  const session = await start(t, shell("read go; seq 1 2000; echo NEEDLE; seq 1 20000; exec sleep 600"));
  const found = session.waitFor(Matcher.transcriptContains("NEEDLE"));
  await session.writeText("\r");
  assert.equal((await found).outcome.kind, "transcript_contains");
});

test("a wait for the output of a session that keeps next to none of it holds nothing up", async (t) => {
  for (const transcriptMaxChars of [0, 2, 600]) {
    const session = await start(t, shell("read go; seq 1 20000; echo end; exec sleep 600"), { transcriptMaxChars });
    const waiting = failure(session.waitFor(Matcher.transcriptContains("never")), SessionClosedError);
    await session.writeText("\r");
    const { sequence } = await session.waitFor(Matcher.containsText("end"));
    assert.ok(sequence < 1_000, `${sequence} batches for 108,894 characters`);
    await session.close();
    await waiting;
  }
});

test("a misspelt or misplaced option is refused instead of meaning half a minute", async (t) => {
  const session = await start(t, shows("x"));
  const wrong = [50, { timeout: 50 }, null, "5"] as unknown as WaitOptions[];
  for (const options of wrong) await failure(session.waitFor(never, options), InvalidArgumentError);
});
