import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { ErrorCode, TargetOptions } from "ptywright";
import { Action, Matcher, PtywrightError, SIGNALS, Session } from "ptywright";
import { fixture, shell } from "../support/fixture.js";
import "../support/home.js";
import { children, eventually, isAlive, NEEDS_PROC, openDescriptors } from "../support/processes.js";
import { Random, SEED } from "../support/random.js";

const SEQUENCES = 300;
const AT_ONCE = 4;
const EXPECTED: ReadonlySet<ErrorCode> = new Set([
  "session_closed",
  "wait_timeout",
  "wait_cancelled",
  "input_backlog_full",
  "invalid_argument",
  "invalid_key",
  "invalid_regex",
]);

const TARGETS: readonly TargetOptions[] = [
  { ...shell("cat"), args: ["-c", "printf start; exec cat"] },
  shell("exit 3"),
  shell("printf quick; kill -TERM $$"),
  shell("seq 1 3000; sleep 600"),
  shell("yes some words"),
  fixture("never-reads.sh"),
  fixture("ignores-signals.sh"),
  fixture("prints-and-waits.sh", "shown"),
];

const MATCHERS: readonly Matcher[] = [
  Matcher.containsText("s"),
  Matcher.processExited(),
  Matcher.screenStable(3),
  Matcher.any([]),
  Matcher.all([]),
  Matcher.screenRegex("("),
  Matcher.transcriptRegex("(\\d+)\\s"),
];

type Operation = (session: Session, random: Random) => unknown;
const OPERATIONS: Record<string, Operation> = {
  text: (session, random) => session.writeText("x".repeat(random.pick([0, 1, 100, 70_000, 600_000]))),
  key: (session, random) => session.sendKey(random.pick(["enter", "ctrl_c", "ctrl_d", "no such key"])),
  several: (session) =>
    session.send([Action.text("a"), Action.streamText("bcd", { chunkChars: 1 }), Action.key("tab")]),
  mouse: (session) => session.send(Action.mouse({ kind: "click", row: 0, col: 0 })),
  resize: (session, random) => session.resize({ rows: random.below(60), cols: 1 + random.below(200) }),
  wait: (session, random) =>
    session.waitFor(random.pick(MATCHERS), { timeoutMs: random.pick([0, 1, 30]), signal: AbortSignal.timeout(20) }),
  signal: (session, random) => session.signal(random.pick(SIGNALS.filter((signal) => signal !== "quit"))),
  killAction: (session) => session.send(Action.kill()),
  kill: (session) => session.kill(),
  terminate: (session, random) => session.terminate(random.pick([0, 20])),
  close: (session) => session.close(),
  snapshot: (session) => assert.equal(session.snapshot().cells.length > 0, true),
  transcript: (session) => session.redactedTranscript(),
  mark: (session, random) => session.markTranscript(`label-${random.below(100)}`),
  events: (session) => session.events().next(),
};
const NAMES = Object.keys(OPERATIONS);

/** One session and some random operations on it; most are not waited for before the next one begins. */
async function runSequence(seed: number, seen: (pid: number) => void): Promise<void> {
  const random = new Random(seed);
  const session = await Session.spawn(random.pick(TARGETS));
  seen(session.pid as number);
  const done: string[] = [];
  const begun: Promise<unknown>[] = [];
  for (let count = random.below(12); count > 0; count--) {
    const name = random.pick(NAMES);
    done.push(name);
    const result = (async () => OPERATIONS[name](session, random))().catch((error: unknown) => {
      const story = `seed ${seed}: ${done.join(", ")}; ${name} failed with ${String(error)}`;
      assert.ok(error instanceof PtywrightError, story);
      assert.ok(EXPECTED.has(error.code), story);
    });
    begun.push(result);
    // A flood is never still, and then this is all the time it gets.
    if (random.below(3) === 0)
      await Promise.race([result, session.waitFor(Matcher.screenStable(5), { timeoutMs: 50 }).catch(() => undefined)]);
  }
  const [first, second] = await Promise.all([session.close(), session.close()]);
  assert.equal(first, second);
  assert.deepEqual(first.stillRunning, [], `seed ${seed}: ${done.join(", ")}`);
  await Promise.all(begun);
  assert.equal(session.isFinished, true);
  assert.equal(session.pid, undefined);
}

/** Rejections that nobody heard of, while a test runs. */
function unheard(t: TestContext): unknown[] {
  const reasons: unknown[] = [];
  const listener = (reason: unknown): void => void reasons.push(reason);
  process.on("unhandledRejection", listener);
  t.after(() => process.off("unhandledRejection", listener));
  return reasons;
}

test(
  `${SEQUENCES} random sequences of operations fail only as documented and leave nothing behind`,
  { skip: NEEDS_PROC },
  async (t) => {
    t.diagnostic(`seed ${SEED}`);
    const rejections = unheard(t);
    await (await Session.spawn(shell("exit 0"))).close();
    const before = { children: children(), descriptors: openDescriptors() };
    const pids: number[] = [];
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < SEQUENCES) await runSequence(SEED + next++, (pid) => pids.push(pid));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    assert.equal(pids.length, SEQUENCES);
    assert.deepEqual(pids.filter(isAlive), []);
    assert.deepEqual(children(), before.children);
    const descriptors = await eventually(openDescriptors, (count) => count <= before.descriptors, 1_000);
    assert.equal(descriptors, before.descriptors);
    assert.deepEqual(rejections, []);
  },
);
