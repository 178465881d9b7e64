import assert from "node:assert/strict";
import { test } from "node:test";
import type { Session } from "ptywright";
import type { Classification, ClassifyContext, Extension, ExtensionEvent, IntentPlan } from "ptywright/plugins";
import {
  Action,
  InvalidArgumentError,
  Matcher,
  SessionClosedError,
  WaitCancelledError,
  WaitTimeoutError,
} from "ptywright";
import { ExtensionHandle } from "ptywright/plugins";
import { failure } from "../support/failure.js";
import { fixture } from "../support/fixture.js";
import { start } from "../support/session.js";

const found = (state: string, { sequence }: ClassifyContext, more: Partial<Classification> = {}): Classification => ({
  state,
  confidence: 1,
  evidence: "",
  sequence,
  candidates: [],
  ...more,
});

/** Written in this language: an extension need not be a plugin. */
class Scripted implements Extension {
  readonly name = "scripted";
  readonly seen: ClassifyContext[] = [];
  closes = 0;
  classifier: (context: ClassifyContext) => Classification | Promise<Classification> = (context) =>
    found(/state:(\w+)/.exec(context.screen)?.[1] ?? "ready", context);
  planner: (intent: string, params: unknown) => IntentPlan | Promise<IntentPlan> = (intent, params) => ({
    steps: [Action.text(String(params))],
    lastIntent: intent,
  });
  matcher: (intent: string, params: unknown) => Matcher | Promise<Matcher> = (_, text) =>
    Matcher.containsText(String(text));

  async classify(context: ClassifyContext): Promise<Classification> {
    this.seen.push(context);
    return this.classifier(context);
  }
  async plan(intent: string, params: unknown): Promise<IntentPlan> {
    return this.planner(intent, params);
  }
  async waitMatcher(intent: string, params: unknown): Promise<Matcher> {
    return this.matcher(intent, params);
  }
  async describe() {
    return { intents: [], waitMatchers: [], states: [] };
  }
  async close(): Promise<void> {
    this.closes++;
  }
}

/** Resolves when the test says so. */
function gate<T>(): { readonly promise: Promise<T>; readonly open: (value: T) => void } {
  let open: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (open = resolve));
  return { promise, open };
}

test("a handle sends, waits and takes turns, and says what it found", async (t) => {
  const extension = new Scripted();
  const handle = ExtensionHandle.start(extension, await start(t, fixture("writes-pieces.sh", "state:one ", "two")));
  assert.equal(handle.lastState, undefined);
  const { state, match } = await handle.wait("any", "one");
  assert.deepEqual(
    [state.state, match.outcome, handle.lastState],
    ["one", { kind: "contains_text", text: "one" }, state],
  );
  const turned = await handle.turn("next", "\n", { waitParams: "two" });
  assert.deepEqual([turned.output, handle.lastIntent, extension.seen.at(-1)?.lastIntent], ["two", "next", "next"]);
  assert.equal((await handle.send("again", "x")).state, "one");
  await failure(handle.wait("any", "never", { timeoutMs: 0 }), WaitTimeoutError);
  assert.ok(!handle.isTaken);
  await handle.close();
  await handle.close();
  assert.equal(extension.closes, 1);
  assert.ok(handle.session.isFinished);
  for (const late of [handle.send("x"), handle.wait(), handle.turn("x")]) await failure(late, SessionClosedError);
});

test("a wait or turn that is told nothing takes as long as its session was told, or the environment", async (t) => {
  const never = async (session: Session, extension = new Scripted()): Promise<void> => {
    const handle = ExtensionHandle.start(extension, session);
    for (const late of [() => handle.wait("any", "never"), () => handle.turn("x", "", { waitParams: "never" })])
      assert.ok((await failure(late(), WaitTimeoutError)).elapsedMs < 10_000);
  };
  await never(await start(t, fixture("prints-and-waits.sh", "x"), { timeoutMs: 30 }));
  process.env["PTYWRIGHT_TIMEOUT_MS"] = "30";
  t.after(() => delete process.env["PTYWRIGHT_TIMEOUT_MS"]);
  await never(await start(t, fixture("prints-and-waits.sh", "x")));
});

test("a stable time that is none is refused", async (t) => {
  const session = await start(t, fixture("prints-and-waits.sh", "x"));
  for (const ms of [-1, 0.5, Number.NaN])
    assert.throws(() => ExtensionHandle.start(new Scripted(), session, ms), InvalidArgumentError);
  const extension = new Scripted();
  await ExtensionHandle.start(extension, session, 77).state();
  assert.equal(extension.seen[0].completedTurnStableMs, 77);
});

test("markers of a look are put where the output was when it began, whatever has come since", async (t) => {
  const session = await start(t, fixture("writes-pieces.sh", "first", " second"));
  await session.waitFor(Matcher.containsText("first"));
  const extension = new Scripted();
  const looking = gate<void>();
  extension.classifier = async (context) => {
    await looking.promise;
    return found("ready", context, { hostMarks: [{ label: "here" }] });
  };
  const handle = ExtensionHandle.start(extension, session);
  const state = handle.state();
  await session.writeText("\n");
  await session.waitFor(Matcher.containsText("second"));
  looking.open();
  assert.deepEqual((await state).hostMarks, [{ label: "here" }]);
  await handle.state();
  assert.deepEqual(
    [extension.seen[0].cursor, extension.seen[1].markers, extension.seen[1].cursor],
    [5, { here: 5 }, 12],
  );
});

test("an intent is remembered once everything of it was done, not before", async (t) => {
  const session = await start(t, fixture("writes-pieces.sh", "first", " second"));
  const extension = new Scripted();
  const steps = [Action.text("typed"), { type: "wait", matcher: Matcher.containsText("second") }] as const;
  extension.planner = () => ({ steps, lastIntent: "sent" });
  const handle = ExtensionHandle.start(extension, session);
  const sending = handle.send("much");
  for (let count = 0; count < 3; count++) await handle.state();
  assert.deepEqual([handle.isTaken, handle.lastIntent], [true, undefined]);
  await session.writeText("\n");
  await sending;
  assert.equal(extension.seen.at(-1)?.lastIntent, "sent");
});

test("what fails on the way is not remembered, and those who wait in line come next", async (t) => {
  const session = await start(t, fixture("writes-pieces.sh", "shown"));
  const extension = new Scripted();
  extension.planner = (intent) => {
    if (intent === "bad") throw new Error("no idea");
    return { steps: [], lastIntent: intent };
  };
  const handle = ExtensionHandle.start(extension, session);
  const [bad, good] = await Promise.allSettled([handle.send("bad"), handle.send("good")]);
  assert.deepEqual([bad.status, good.status, handle.lastIntent], ["rejected", "fulfilled", "good"]);
});

test("a signal ends what waits in line, what waits for the extension, and what waits for the program", async (t) => {
  const session = await start(t, fixture("writes-pieces.sh", "shown", " more"));
  const extension = new Scripted();
  const handle = ExtensionHandle.start(extension, session);
  const abort = new AbortController();
  const { signal } = abort;
  const stuck = gate<Matcher>();
  const asked = gate<void>();
  extension.matcher = () => {
    asked.open();
    return stuck.promise;
  };
  const waiting = failure(handle.wait("any", "never", { signal }), WaitCancelledError);
  const inLine = failure(handle.turn("typed", "typed", { signal }), WaitCancelledError);
  const after = handle.send("after", "");
  await asked.promise;
  abort.abort();
  await Promise.all([waiting, inLine, after]);
  stuck.open(Matcher.containsText("shown"));
  extension.matcher = (_, text) => Matcher.containsText(String(text));
  await failure(handle.wait("any", "never", { signal }), WaitCancelledError);
  const second = new AbortController();
  const third = failure(handle.turn("t", "\n", { waitParams: "never", signal: second.signal }), WaitCancelledError);
  await session.waitFor(Matcher.containsText("more"));
  second.abort();
  await third;
  assert.doesNotMatch(session.transcript(), /typed/);
});

test("a plan that comes too late is not carried out", async (t) => {
  const session = await start(t, fixture("writes-pieces.sh", "shown", " more"));
  const extension = new Scripted();
  const handle = ExtensionHandle.start(extension, session);
  const late = gate<IntentPlan>();
  const asked = gate<void>();
  extension.planner = () => {
    asked.open();
    return late.promise;
  };
  const abort = new AbortController();
  const sending = failure(handle.send("x", "", { signal: abort.signal }), WaitCancelledError);
  await asked.promise;
  abort.abort();
  await sending;
  late.open({ steps: [Action.text("\n")], lastIntent: "late" });
  await session.waitFor(Matcher.all([Matcher.containsText("shown"), Matcher.screenStable(100)]));
  assert.deepEqual([session.snapshot().plainText, handle.lastIntent], ["shown", undefined]);
});

test("closing ends whatever is under way, and that is what they are told", async (t) => {
  const extension = new Scripted();
  const handle = ExtensionHandle.start(extension, await start(t, fixture("prints-and-waits.sh", "shown")));
  await handle.state();
  const late = gate<Matcher>();
  extension.matcher = () => late.promise;
  const waiting = failure(handle.wait(), SessionClosedError);
  const inLine = failure(handle.send("x"), SessionClosedError);
  await handle.close();
  // A plugin's thread ends with its calls; this one answers after all.
  late.open(Matcher.containsText("shown"));
  await Promise.all([waiting, inLine]);
});

test("those who ask while a look is under way share the next one", async (t) => {
  const extension = new Scripted();
  const handle = ExtensionHandle.start(extension, await start(t, fixture("prints-and-waits.sh", "shown")));
  const states = await Promise.all([1, 2, 3, 4].map(() => handle.state()));
  assert.equal(extension.seen.length, 1);
  const looking = gate<void>();
  extension.classifier = async (context) => {
    await looking.promise;
    return found("later", context);
  };
  const first = handle.state();
  await Promise.resolve();
  const others = [1, 2, 3].map(() => handle.state());
  looking.open();
  await Promise.all([first, ...others]);
  assert.ok(extension.seen.length <= 3, `${extension.seen.length} looks`);
  assert.ok(states.every((state) => state === states[0]));
});

test("a subscription tells of every look, every change and every event in order, and ends with the handle", async (t) => {
  const extension = new Scripted();
  extension.classifier = (context) => {
    const word = /state:(\w+)/.exec(context.screen)?.[1] ?? "none";
    return found(word, context, { events: [{ kind: "text_delta", text: word }] });
  };
  const session = await start(t, fixture("writes-pieces.sh", "state:a", "\\033[2J\\033[Hstate:b"));
  const handle = ExtensionHandle.start(extension, session);
  const events: ExtensionEvent[] = [];
  const heard = gate<void>();
  const listening = (async () => {
    for await (const event of handle.subscribe()) {
      events.push(event);
      if (event.type === "state_changed" && event.state.state === "b") heard.open();
    }
  })();
  await session.waitFor(Matcher.containsText("state:a"));
  await session.writeText("\n");
  await heard.promise;
  const left = handle.subscribe();
  await left.next();
  await left.return?.();
  await handle.close();
  await listening;
  const changes = events.filter(({ type }) => type === "state_changed") as { state: { state: string } }[];
  const words = changes.map(({ state }) => state.state);
  assert.equal(words.at(-1), "b");
  assert.ok(words.every((word, at) => word !== words[at - 1]));
  const seqs = events.flatMap((event) => (event.type === "event" ? [event.event.seq] : []));
  assert.deepEqual(
    seqs,
    seqs.map((_, at) => at + 1),
  );
  assert.ok(events.filter(({ type }) => type === "classified").length >= changes.length);
  for await (const event of handle.subscribe()) assert.fail(event.type);
});

test("an extension that fails makes a state of it, and a subscription goes on", async (t) => {
  const extension = new Scripted();
  extension.classifier = ({ screen, ...context }) => {
    if (screen.includes("bad")) throw new Error("cannot see");
    return found("fine", { screen, ...context });
  };
  const session = await start(t, fixture("writes-pieces.sh", "bad", "\\033[2J\\033[Hgood"));
  const handle = ExtensionHandle.start(extension, session);
  const words: string[] = [];
  const done = gate<void>();
  await session.waitFor(Matcher.containsText("bad"));
  const stop = handle.on((event) => {
    if (event.type !== "state_changed") return;
    words.push(`${event.state.state} ${event.state.evidence}`.trim());
    if (event.state.state === "fine") done.open();
    else void session.writeText("\n");
  });
  await done.promise;
  stop();
  assert.deepEqual(words, ["plugin_error cannot see", "fine"]);
  await handle.close();
});

test("a subscription begins when it is made, not when it is first read", async (t) => {
  const extension = new Scripted();
  const handle = ExtensionHandle.start(extension, await start(t, fixture("prints-and-waits.sh", "shown")));
  t.after(() => handle.close());
  let looks = 0;
  extension.classifier = (context) => found(`look-${++looks}`, context);
  const events = handle.subscribe();
  const first = await handle.state();
  const { value } = (await events.next()) as IteratorYieldResult<ExtensionEvent>;
  assert.ok(value.type === "state_changed");
  assert.equal(value.state.state, first.state);
  await events.return?.();
});

test("a listener that throws hurts neither the one who looks nor other listeners", async (t) => {
  const handle = ExtensionHandle.start(new Scripted(), await start(t, fixture("prints-and-waits.sh", "shown")));
  t.after(() => handle.close());
  const thrown: unknown[] = [];
  const onError = (error: unknown): void => void thrown.push(error);
  const listeners = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException");
  process.on("uncaughtException", onError);
  t.after(() => {
    process.off("uncaughtException", onError);
    for (const listener of listeners) process.on("uncaughtException", listener);
  });
  const heard: string[] = [];
  const stop = handle.on(() => {
    throw new Error("the listener's own mistake");
  });
  handle.on(({ type }) => heard.push(type));
  await handle.state();
  stop();
  assert.ok(heard.includes("classified"));
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(thrown.length > 0);
});
