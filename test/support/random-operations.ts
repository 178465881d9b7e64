import assert from "node:assert/strict";
import { setImmediate as immediate } from "node:timers/promises";
import type { TargetOptions } from "ptywright";
import { Action, Matcher, PtywrightError, SIGNALS, Session } from "ptywright";
import { fixture, shell } from "./fixture.js";
import type { Born } from "./processes.js";
import { born } from "./processes.js";
import { Random } from "./random.js";
import type { Expected } from "./session-model.js";
import { SessionModel } from "./session-model.js";

const AT_ONCE = 4;

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

const MATCHERS: readonly (readonly [Matcher, "always" | "never" | "invalid" | "maybe"])[] = [
  [Matcher.containsText("s"), "maybe"],
  [Matcher.bell(), "maybe"],
  [Matcher.processExited(), "maybe"],
  [Matcher.screenStable(3), "maybe"],
  [Matcher.any([]), "never"],
  [Matcher.all([]), "always"],
  [Matcher.screenRegex("("), "invalid"],
  [Matcher.transcriptRegex("(\\d+)\\s"), "maybe"],
];

/** Says how the call it is about to make may end, and makes it. */
type Operation = (
  session: Session,
  model: SessionModel,
  random: Random,
) => { readonly expected: Expected; readonly run: () => unknown };

const OPERATIONS: Record<string, Operation> = {
  text: (session, model, random) => {
    const text = "x".repeat(random.pick([0, 1, 100, 70_000, 600_000]));
    return { expected: model.typing(), run: () => session.writeText(text) };
  },
  key: (session, model, random) => {
    const key = random.pick(["enter", "ctrl_c", "ctrl_d", "no such key"]);
    const expected = model.typing(["invalid_key"]);
    const isKey = key !== "no such key";
    return { expected: { ...expected, mayResolve: expected.mayResolve && isKey }, run: () => session.sendKey(key) };
  },
  several: (session, model) => ({
    expected: model.typing(),
    run: () => session.send([Action.text("a"), Action.streamText("bcd", { chunkChars: 1 }), Action.key("tab")]),
  }),
  mouse: (session, model) => ({
    expected: { ...model.typing(["invalid_argument"]), mayResolve: false },
    run: () => session.send(Action.mouse({ kind: "click", row: 0, col: 0 })),
  }),
  resize: (session, model, random) => {
    const [rows, cols] = [random.below(60), 1 + random.below(200)];
    return { expected: model.resize(rows, cols), run: () => session.resize({ rows, cols }) };
  },
  wait: (session, model, random) => {
    const [matcher, kind] = random.pick(MATCHERS);
    const options = { timeoutMs: random.pick([0, 1, 30]), signal: AbortSignal.timeout(20) };
    return { expected: model.waiting(kind), run: () => session.waitFor(matcher, options) };
  },
  signal: (session, model, random) => {
    const signal = random.pick(SIGNALS.filter((name) => name !== "quit"));
    return { expected: model.signal(), run: () => session.signal(signal) };
  },
  killAction: (session, model) => ({ expected: model.typing(), run: () => session.send(Action.kill()) }),
  kill: (session, model) => ({ expected: model.always(), run: () => session.kill() }),
  terminate: (session, model, random) => {
    const graceMs = random.pick([0, 20]);
    return { expected: model.always(), run: () => session.terminate(graceMs) };
  },
  close: (session, model) => {
    model.isClosing = true;
    return { expected: model.always(), run: () => session.close() };
  },
  read: (_session, model) => ({ expected: model.always(), run: () => model.checkReads() }),
  transcript: (session, model) => ({ expected: model.always(), run: () => session.redactedTranscript() }),
  mark: (session, model, random) => {
    const label = `label-${random.below(100)}`;
    return { expected: model.always(), run: () => session.markTranscript(label) };
  },
  events: (session, model) => ({ expected: model.always(), run: () => session.events().next() }),
};
const NAMES = Object.keys(OPERATIONS);

/** One session and some random operations on it; most are not waited for before the next one begins. */
async function runSequence(seed: number, seen: (pid: Born) => void): Promise<void> {
  const random = new Random(seed);
  const session = await Session.spawn(random.pick(TARGETS));
  seen(born(session.pid as number));
  const model = new SessionModel(session);
  const done: string[] = [];
  const begun: Promise<unknown>[] = [];
  for (let count = random.below(12); count > 0; count--) {
    const name = random.pick(NAMES);
    done.push(name);
    const story = (what: string): string => `seed ${seed}: ${done.join(", ")}; ${name} ${what}`;
    const { expected, run } = OPERATIONS[name](session, model, random);
    const result = (async () => run())().then(
      () => assert.ok(expected.mayResolve, story("must not succeed")),
      (error: unknown) => {
        assert.ok(error instanceof PtywrightError, story(`failed with ${String(error)}`));
        assert.ok(expected.codes.includes(error.code), story(`failed with ${error.code}: ${error.message}`));
      },
    );
    begun.push(result);
    // Heard of below; until then it must not count as unheard.
    result.catch(() => undefined);
    // A flood is never still, and then this is all the time it gets.
    if (random.below(3) === 0)
      await Promise.race([result, session.waitFor(Matcher.screenStable(5), { timeoutMs: 50 }).catch(() => undefined)]);
  }
  const [first, second] = await Promise.all([session.close(), session.close()]);
  model.isClosed = true;
  assert.equal(first, second);
  assert.deepEqual(first.stillRunning, [], `seed ${seed}: ${done.join(", ")}`);
  await Promise.all(begun);
  // Whatever is still on its way would be told now.
  await immediate();
  model.checkReads();
  model.checkEnd(`seed ${seed}: ${done.join(", ")}`);
}

/** So many sequences, some at a time; all programs that were started. */
export async function runSequences(seed: number, count: number, progress?: (done: number) => void): Promise<Born[]> {
  const programs: Born[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const at = next++;
      await runSequence(seed + at, (program) => programs.push(program));
      progress?.(at + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return programs;
}
