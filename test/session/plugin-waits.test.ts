import assert from "node:assert/strict";
import { test } from "node:test";
import type { MatchMoment, PluginRegistry, PredicateOutcome } from "ptywright/plugins";
import type { Since } from "ptywright";
import { Matcher, ProgramEndedError, WaitCancelledError, WaitTimeoutError } from "ptywright";
import { coverWaits } from "#internal/core/session/index.js";
import { failure } from "../support/failure.js";
import { fixture } from "../support/fixture.js";
import { start } from "../support/session.js";

const lua = Matcher.lua("demo", "saw");
const registry = (evaluate: PluginRegistry["evaluate"]): PluginRegistry => ({ has: () => true, evaluate });

/** Answers when told to. */
class SlowPlugin {
  readonly moments: MatchMoment[] = [];
  #answers: ((outcome: PredicateOutcome) => void)[] = [];
  #onAsked: (() => void)[] = [];

  readonly registry = registry((_plugin, _predicate, _params, moment) => {
    this.moments.push(moment);
    for (const resolve of this.#onAsked.splice(0)) resolve();
    return new Promise((resolve) => this.#answers.push(resolve));
  });

  async asked(times: number): Promise<void> {
    while (this.moments.length < times) await new Promise<void>((resolve) => this.#onAsked.push(resolve));
  }

  answer(matched: boolean): void {
    for (const resolve of this.#answers.splice(0)) resolve({ matched });
  }
}

test("the answer of a plugin belongs to the moment it was asked at", async (t) => {
  const session = await start(t, fixture("writes-pieces.sh", "first", " second"));
  await session.waitFor(Matcher.containsText("first"));
  session.markTranscript("here");
  const plugin = new SlowPlugin();
  session.setPluginRegistry(plugin.registry);
  const waiting = session.waitFor(lua);
  await plugin.asked(1);
  await session.writeText("\n");
  await session.waitFor(Matcher.containsText("second"));
  plugin.answer(true);
  const { snapshot, sequence, transcriptTail } = await waiting;
  assert.deepEqual([snapshot.plainText, transcriptTail], ["first", "first"]);
  assert.equal(sequence, snapshot.sequence);
  assert.ok(sequence < session.sequence);
  const [{ markers, transcriptCursor, exited }] = plugin.moments;
  assert.deepEqual([...markers], [["here", 5]]);
  assert.deepEqual([transcriptCursor, exited], [5, false]);
});

for (const isCovered of [false, true])
  test(`W3: a plugin sees what came since, as matchers do${isCovered ? ", also where they see no secrets" : ""}`, async (t) => {
    const session = await start(t, fixture("writes-pieces.sh", "token=hunter2hunter2\nold", " new", " newest"));
    if (isCovered) coverWaits(session);
    const seen: MatchMoment[] = [];
    const look = async (since: Since | undefined): Promise<unknown[]> => {
      await session.waitFor(lua, { since, timeoutMs: 0 });
      const moment = seen.at(-1)!;
      return [moment.screenText, moment.transcriptTail, moment.terminal() === undefined];
    };
    session.setPluginRegistry(
      registry(async (_plugin, _predicate, _params, moment) => {
        seen.push(moment);
        return { matched: true };
      }),
    );
    await session.waitFor(Matcher.containsText("old"));
    session.markTranscript("here");
    const { sequence } = session;
    assert.deepEqual(await look({ marker: "here" }), ["", "", true]);
    await session.writeText("\n");
    await session.waitFor(Matcher.containsText("new"));
    assert.deepEqual(await look({ marker: "here" }), [" new", " new", true]);
    assert.deepEqual(await look("input"), [" new", " new", true]);
    // Of a sequence number the row counts as a whole.
    assert.deepEqual(await look(sequence), ["old new", " new", true]);
    const all = "token=hunter2hunter2\nold new";
    assert.deepEqual(await look(undefined), [all, all.replace("\n", "\r\n"), false]);
    await session.writeText("\n");
    await session.waitFor(Matcher.containsText("newest"));
    assert.deepEqual(await look("input"), [" newest", " newest", true]);
  });

test("what changes while a plugin thinks is looked at afterwards, the newest only", async (t) => {
  const session = await start(t, fixture("writes-pieces.sh", "a", "b", "c", "d"));
  const plugin = new SlowPlugin();
  await session.waitFor(Matcher.containsText("a"));
  session.setPluginRegistry(plugin.registry);
  const waiting = session.waitFor(lua);
  await plugin.asked(1);
  for (const shown of ["ab", "abc", "abcd"]) {
    await session.writeText("\n");
    await session.waitFor(Matcher.containsText(shown));
  }
  plugin.answer(false);
  await plugin.asked(2);
  assert.deepEqual(
    plugin.moments.map(({ screenText }) => screenText),
    ["a", "abcd"],
  );
  plugin.answer(true);
  await waiting;
});

test("a predicate that looks at the stable time alone is asked again until it is long enough", async (t) => {
  const session = await start(t, fixture("prints-and-waits.sh", "shown"));
  session.setPluginRegistry(
    registry(async (_plugin, _predicate, _params, { stableMs }) => ({ matched: stableMs >= 100 })),
  );
  const { elapsedMs } = await session.waitFor(lua);
  assert.ok(elapsedMs >= 100, String(elapsedMs));
});

test("a plugin is asked about the end of the program before the wait is given up", async (t) => {
  const session = await start(t, fixture("prints-then-exits.sh"));
  const seen: boolean[] = [];
  session.setPluginRegistry(
    registry(async (_plugin, _predicate, _params, { exited, screenText }) => {
      seen.push(exited);
      return { matched: exited && screenText.endsWith("the-very-last-line") };
    }),
  );
  await session.waitFor(lua);
  assert.equal(seen.at(-1), true);
  session.setPluginRegistry(registry(async () => ({ matched: false })));
  await failure(session.waitFor(lua), ProgramEndedError);
});

test("a time-out of 0 asks once and waits for the answer", async (t) => {
  const session = await start(t, fixture("prints-and-waits.sh", "shown"));
  await session.waitFor(Matcher.containsText("shown"));
  let asked = 0;
  session.setPluginRegistry(registry(async () => ({ matched: ++asked > 1 })));
  await failure(session.waitFor(lua, { timeoutMs: 0 }), WaitTimeoutError);
  assert.equal(asked, 1);
  await session.waitFor(lua, { timeoutMs: 0 });
});

test("a plugin that never answers does not hold up a time-out, nor a part that matches without it later", async (t) => {
  const session = await start(t, fixture("writes-pieces.sh", "shown", "more"));
  session.setPluginRegistry(registry(() => new Promise(() => undefined)));
  const error = await failure(session.waitFor(lua, { timeoutMs: 20 }), WaitTimeoutError);
  assert.match(error.message, /predicate "saw" of plugin "demo" did not match/);
  const either = session.waitFor(Matcher.any([lua, Matcher.containsText("more")]));
  await session.writeText("\n");
  assert.equal((await either).outcome.kind, "any");
});

test("B18: a predicate is shown all of a flood, in pieces that overlap", async (t) => {
  const session = await start(t, fixture("buries-marks.mjs"));
  await session.waitFor(Matcher.transcriptContains("ready"));
  let shown: number;
  let gap = 0;
  session.setPluginRegistry(
    registry(async (_plugin, _predicate, params, { transcriptTail, transcriptCursor }) => {
      gap = Math.max(gap, transcriptCursor - transcriptTail.length - shown);
      shown = transcriptCursor;
      await new Promise(setImmediate);
      return { matched: transcriptTail.includes(String(params)) };
    }),
  );
  for (let number = 1; number <= 20; number++) {
    shown = session.transcriptCursor;
    const waiting = session.waitFor(Matcher.lua("demo", "saw", `${number}>`));
    await session.writeText(`${number} 500 60000\r`);
    await waiting;
  }
  assert.ok(gap <= 0, String(gap));
});

test("a predicate that never answers holds up the output for a second, and no longer than its wait", async (t) => {
  const session = await start(t, fixture("prints-much-then-exits.sh"));
  session.setPluginRegistry(registry(() => new Promise(() => undefined)));
  const stop = new AbortController();
  const waiting = failure(session.waitFor(lua, { signal: stop.signal }), WaitCancelledError);
  await session.wait();
  stop.abort();
  await waiting;
});
