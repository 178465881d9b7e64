import assert from "node:assert/strict";
import { test } from "node:test";
import type { Classification, PluginExtension } from "ptywright/plugins";
import { Random, SEED } from "../support/random.js";
import { FIXTURES, contextOf, planned, started, typed } from "../support/kept-screens.js";

type Kept = (typeof FIXTURES)[number];

interface Told {
  readonly event: string;
  readonly ageMs: number;
  readonly more?: Readonly<Record<string, string>>;
}

interface Found extends Classification {
  readonly metadata: {
    readonly turn?: Readonly<Record<string, unknown>>;
    readonly error?: { readonly kind: string };
    readonly dialog_id?: string;
    readonly side_channel?: string;
  };
}

/** What the plugin makes of a kept screen of a program that has told this, the newest last. */
async function heard(
  extension: PluginExtension,
  { screen, terminal, expected }: Kept,
  told: readonly Told[] | undefined,
  {
    stableMs = 60_000,
    entries,
  }: { readonly stableMs?: number; readonly entries?: readonly unknown[] | undefined } = {},
): Promise<Found> {
  const now = performance.now();
  const signals = told?.map(({ event, ageMs, more }, at) => ({
    number: at + 1,
    sequence: 1,
    at: now - ageMs,
    data: { hook_event_name: event, ...more },
  }));
  const record = entries && { entries, cut: false };
  const side = signals && { signals, dropped: 0, record };
  const context = { ...contextOf(screen, stableMs), terminal: () => terminal, lastIntent: expected.lastIntent, side };
  return (await extension.classify(context)) as Found;
}

const of = (...states: string[]): Kept[] =>
  FIXTURES.filter(({ expected }) => states.includes(expected.state) && expected.lastIntent === "prompt_submitted");
const COMPLETED = of("completed_turn");
const LONG = 60_000;
const user = (content: unknown): object => ({ type: "user", message: { role: "user", content } });
const assistant = (text: string, more = {}): object => ({
  type: "assistant",
  message: { role: "assistant", content: [{ type: "text", text }] },
  ...more,
});

const submitted = (ageMs: number): Told => ({ event: "UserPromptSubmit", ageMs });

test("a turn is over when both say so, or one says so and the other has been silent for long enough", async (t) => {
  const extension = await started(t);
  assert.ok(COMPLETED.length > 20);
  for (const fixture of COMPLETED) {
    const { name } = fixture;
    for (const none of [undefined, [], [{ event: "SessionStart", ageMs: 50 }]])
      assert.equal((await heard(extension, fixture, none)).state, "completed_turn", name);
    const both = await heard(extension, fixture, [submitted(500), { event: "Stop", ageMs: 400 }]);
    assert.deepEqual([both.state, both.disagreement], ["completed_turn", undefined], name);
    for (const event of ["UserPromptSubmit", "PreToolUse", "PostToolUse"]) {
      const early = await heard(extension, fixture, [submitted(LONG), { event, ageMs: 2_900 }]);
      assert.equal(early.state, "thinking", `${name} ${event}`);
      assert.equal(
        (await heard(extension, fixture, [{ event, ageMs: LONG }], { stableMs: 2_900 })).state,
        "thinking",
        name,
      );
      const late = await heard(extension, fixture, [submitted(LONG), { event, ageMs: 3_100 }]);
      assert.equal(late.state, "completed_turn", `${name} ${event}`);
      assert.ok(late.disagreement !== undefined, name);
    }
    // Tools of subagents that work on in the background say nothing of the turn.
    const behind: Told[] = [
      submitted(900),
      { event: "Stop", ageMs: 800 },
      { event: "PreToolUse", ageMs: 10, more: { agent_id: "a" } },
    ];
    assert.equal((await heard(extension, fixture, behind)).state, "completed_turn", name);
  }
});

test("a turn that the program says has failed is an error of the kind it gives, whatever the screen reads like", async (t) => {
  const extension = await started(t);
  for (const fixture of COMPLETED)
    for (const [error, kind] of [
      ["rate_limit", "rate_limit"],
      ["billing_error", "quota"],
      ["authentication_failed", "auth"],
      ["unknown", "api"],
    ]) {
      const failed = await heard(extension, fixture, [
        submitted(500),
        { event: "StopFailure", ageMs: 400, more: { error } },
      ]);
      assert.deepEqual([failed.state, failed.metadata.error?.kind], ["error", kind], fixture.name);
    }
});

test("nothing that is told answers a dialog, opens one, or has a key pressed that would not be pressed without it", async (t) => {
  const [plain, told] = [await started(t), await started(t)];
  const INTENTS = ["approve", "deny", "cancel", "approve_trust", "send_prompt", "steer"];
  for (const fixture of FIXTURES)
    for (const event of ["Stop", "UserPromptSubmit", "PermissionRequest", "StopFailure"]) {
      const without = await heard(plain, fixture, undefined);
      const withIt = await heard(told, fixture, [{ event, ageMs: 500, more: { prompt: "x", tool_name: "Read" } }]);
      if (without.metadata.dialog_id !== undefined) assert.deepEqual(withIt, without, fixture.name);
      for (const intent of INTENTS) {
        const params = intent === "send_prompt" || intent === "steer" ? { prompt: "hello" } : {};
        const [keys, keysWith] = [
          typed(await planned(plain, intent, params)),
          typed(await planned(told, intent, params)),
        ];
        const isLess = keysWith.every((key) => key.startsWith("refused"));
        // What is cancelled, or said to a turn, is one that the program says is under way.
        const isForWork = ["cancel", "steer"].includes(intent) && withIt.state === "thinking";
        if (!isLess && !isForWork) assert.deepEqual(keysWith, keys, `${fixture.name} ${event} ${intent}`);
        assert.ok(!keysWith.includes("key enter") || keys.includes("key enter"), `${fixture.name} ${event} ${intent}`);
      }
    }
});

test("the record's text is taken where it is that of the turn on the screen, and a disagreement is told where it is not", async (t) => {
  const over = [submitted(500), { event: "Stop", ageMs: 400 }];
  for (const version of ["2.1.143", "2.1.325"]) {
    const fixture = FIXTURES.find(({ name }) => name === `${version}-120x40-completed`);
    assert.ok(fixture);
    const turnWith = async (entries: readonly unknown[]): Promise<readonly unknown[]> => {
      const { metadata, disagreement } = await heard(await started(t), fixture, over, { entries });
      return [metadata.turn?.["source"], metadata.turn?.["text"], disagreement !== undefined];
    };
    const shown = "Hello from the fake model.";
    const prompt = user("FAKE:text hi");
    const inSteps = [
      user("before"),
      assistant("old"),
      prompt,
      assistant("Hello **from**"),
      user([{ type: "tool_result" }]),
      assistant("the `fake` model."),
    ];
    assert.deepEqual(await turnWith(inSteps), ["record", "Hello **from**\n\nthe `fake` model.", false]);
    const aside = [prompt, assistant("of a subagent", { isSidechain: true }), assistant(shown), user([])];
    assert.deepEqual(await turnWith(aside), ["record", shown, false]);
    assert.deepEqual(await turnWith([prompt, assistant("something else altogether, 123")]), ["screen", shown, true]);
    for (const none of [
      [],
      [assistant(shown)],
      [user("another prompt"), assistant(shown)],
      [prompt],
      ["x", 1, null, { type: "user" }],
    ])
      assert.deepEqual(await turnWith(none), ["screen", shown, false], JSON.stringify(none));
  }
});

test("what was taken from a record counts for its own turn alone, whatever is told after it", async (t) => {
  for (const version of ["2.1.143", "2.1.325"]) {
    const fixture = FIXTURES.find(({ name }) => name === `${version}-120x40-completed`);
    assert.ok(fixture);
    const [shown, exact] = ["Hello from the fake model.", "Hello **from** the `fake` model."];
    const entries = [user("FAKE:text hi"), assistant(exact)];
    const over = [submitted(900), { event: "Stop", ageMs: 800 }];
    const later = [...over, { event: "Notification", ageMs: 700 }];
    const changed = (change: (screen: string) => string): Kept => ({
      ...fixture,
      screen: change(fixture.screen),
      terminal: undefined,
    });
    const after = async (
      kept: Kept,
      told: readonly Told[],
      between?: readonly [readonly Told[], readonly unknown[] | undefined],
    ): Promise<readonly unknown[]> => {
      const extension = await started(t);
      const first = await heard(extension, fixture, over, { entries });
      assert.deepEqual([first.metadata.turn?.["source"], first.metadata.turn?.["text"]], ["record", exact]);
      if (between) await heard(extension, fixture, between[0], { entries: between[1] });
      const { metadata, disagreement } = await heard(extension, kept, told);
      return [metadata.turn?.["source"], metadata.turn?.["text"], disagreement];
    };
    assert.deepEqual(await after(fixture, later), ["record", exact, undefined]);
    const otherAnswer = changed((screen) => screen.replace(shown, "No, this one is not so."));
    assert.deepEqual(await after(otherAnswer, later), ["screen", "No, this one is not so.", undefined]);
    const otherPrompt = changed((screen) => screen.replace("FAKE:text hi", "Other prompt"));
    assert.deepEqual(await after(otherPrompt, later), ["screen", shown, undefined]);
    // A second end, of which the record is that of another turn, or none.
    const twice = [...over, { event: "Stop", ageMs: 600 }];
    for (const second of [[user("another"), assistant("other")], undefined]) {
      const told = [...twice, { event: "Notification", ageMs: 500 }];
      assert.deepEqual(await after(fixture, twice, [twice, second]), ["screen", shown, undefined]);
      assert.deepEqual(await after(fixture, told, [twice, second]), ["screen", shown, undefined]);
    }
  }
});

test("a record that has more than the screen shows, or is that of another session, is not taken", async (t) => {
  const fixture = FIXTURES.find(({ name }) => name === "2.1.325-120x40-completed");
  assert.ok(fixture);
  const shown = "Hello from the fake model.";
  const turnWith = async (text: string, told: readonly Told[]): Promise<readonly unknown[]> => {
    const entries = [user("FAKE:text hi"), assistant(text)];
    const { metadata, disagreement } = await heard(await started(t), fixture, told, { entries });
    return [metadata.turn?.["source"], metadata.turn?.["text"], disagreement !== undefined];
  };
  const over = [submitted(500), { event: "Stop", ageMs: 400 }];
  const random = new Random(SEED);
  const MORE = [
    "Now run the script.",
    "sudo",
    "x",
    "```\nrm -r y\n```",
    "| curl | z |",
    "<!-- hidden -->",
    "<sudo>",
    "![sudo](x)",
    "<b>now</b>",
    "1. do it",
    "äö",
  ];
  for (let round = 0; round < 40; round++) {
    const words = shown.split(" ");
    words.splice(random.below(words.length + 1), 0, `${random.pick(["", "\n\n"])}${random.pick(MORE)}`);
    const text = words.join(" ");
    assert.deepEqual(await turnWith(text, over), ["screen", shown, true], text);
  }
  const named = (event: string, path: string, session = "s", more = {}): Told => ({
    event,
    ageMs: 500,
    more: { transcript_path: path, session_id: session, ...more },
  });
  const begun = [named("SessionStart", "/a.jsonl", "s", { source: "startup" }), named("UserPromptSubmit", "/a.jsonl")];
  assert.deepEqual(await turnWith(shown, [...begun, named("Stop", "/a.jsonl")]), ["record", shown, false]);
  for (const forged of [
    [named("Stop", "/b.jsonl")],
    [named("Stop", "/a.jsonl", "t")],
    [named("UserPromptSubmit", "/b.jsonl"), named("Stop", "/b.jsonl")],
    [named("SessionStart", "/b.jsonl", "s", { source: "startup" }), named("Stop", "/b.jsonl")],
  ])
    assert.deepEqual(await turnWith(shown, [...begun, ...forged]), ["screen", shown, false], JSON.stringify(forged));
  const cleared = named("SessionStart", "/b.jsonl", "t", { source: "clear" });
  const anew = [...begun, cleared, named("UserPromptSubmit", "/b.jsonl", "t"), named("Stop", "/b.jsonl", "t")];
  assert.deepEqual(await turnWith(shown, anew), ["record", shown, false]);
});

test("a channel that is lost is told in each state, and the screen alone counts from then on", async (t) => {
  const extension = await started(t);
  for (const fixture of COMPLETED.slice(0, 3)) {
    const held = await heard(extension, fixture, [submitted(500)]);
    assert.deepEqual([held.state, held.metadata.side_channel], ["thinking", undefined], fixture.name);
    const lost = await heard(extension, fixture, undefined);
    assert.deepEqual([lost.state, lost.metadata.side_channel], ["completed_turn", "lost"], fixture.name);
  }
  const without = await heard(await started(t), COMPLETED[0], undefined);
  assert.equal(without.metadata.side_channel, undefined);
});

test("whatever is told, and whatever a record holds, the plugin has an answer", async (t) => {
  const random = new Random(SEED);
  const extension = await started(t);
  const PLAIN = [
    0,
    -1,
    1e308,
    true,
    false,
    null,
    "",
    "Stop",
    "UserPromptSubmit",
    "\ud800",
    "a\0b",
    "x".repeat(5_000),
    "assistant",
    "user",
    "text",
  ];
  const FIELDS = ["hook_event_name", "prompt", "error", "agent_id", "source", "session_id"];
  const value = (depth: number): unknown => {
    const kind = depth > 4 ? 0 : random.below(3);
    if (kind === 0) return random.pick(PLAIN);
    const items = Array.from({ length: random.below(4) }, () => value(depth + 1));
    return kind === 1 ? items : Object.fromEntries(items.map((item) => [random.pick(KEYS), item]));
  };
  const KEYS = ["type", "message", "content", "text", "role", "isSidechain", "isMeta", "isApiErrorMessage"];
  for (let round = 0; round < 400; round++) {
    const fixture = random.pick(FIXTURES);
    const events = ["Stop", "StopFailure", "UserPromptSubmit", "PreToolUse", "SessionStart"];
    const signals = Array.from({ length: random.below(5) }, (_, at) => ({
      number: at + 1,
      sequence: 1,
      at: performance.now() - random.below(40_000),
      data: {
        hook_event_name: random.pick(events),
        ...Object.fromEntries(FIELDS.slice(1).map((field) => [field, random.pick(PLAIN)])),
        ...(random.below(4) === 0 ? { hook_event_name: random.pick(PLAIN) } : {}),
      },
    }));
    const entries = Array.from({ length: random.below(6) }, () => ({
      type: random.pick(PLAIN),
      message: value(0),
      ...(value(0) as object),
    }));
    const side = { signals, dropped: 0, record: { entries, cut: false } };
    const { screen, terminal, expected } = fixture;
    const context = {
      ...contextOf(screen, random.below(40_000)),
      terminal: () => terminal,
      lastIntent: expected.lastIntent,
      side,
    };
    const { state } = await extension.classify(context);
    assert.ok(state !== "", `seed ${SEED}, round ${round}`);
  }
});

test("where the screen shows neither work nor an end, the program's word counts once the screen had time to show it", async (t) => {
  const extension = await started(t);
  for (const version of ["2.1.143", "2.1.325"]) {
    const whole = FIXTURES.find(({ name }) => name === `${version}-120x40-completed`);
    assert.ok(whole);
    const fixture = { ...whole, screen: whole.screen.replace(/^✻ .*$/m, ""), terminal: undefined };
    const stateAfter = async (told: readonly Told[], stableMs = LONG): Promise<string> =>
      (await heard(extension, fixture, told, { stableMs })).state;
    assert.equal(await stateAfter([]), "waiting_for_user_input");
    assert.equal(await stateAfter([submitted(900), { event: "Stop", ageMs: 800 }]), "thinking");
    assert.equal(await stateAfter([submitted(2_000), { event: "Stop", ageMs: 1_100 }]), "completed_turn");
    // One that goes on may be silent for long.
    assert.equal(await stateAfter([submitted(LONG)], 29_000), "thinking");
    assert.equal(await stateAfter([submitted(29_000)]), "thinking");
    const late = await heard(extension, fixture, [submitted(LONG)], { stableMs: 31_000 });
    assert.equal(late.state, "waiting_for_user_input");
    assert.ok(late.disagreement !== undefined);
    // What was asked and denied ends without a word, and so does what a new session has left behind.
    assert.equal(
      await stateAfter([submitted(LONG), { event: "PermissionRequest", ageMs: 50 }]),
      "waiting_for_user_input",
    );
    assert.equal(await stateAfter([submitted(500), { event: "SessionStart", ageMs: 50 }]), "waiting_for_user_input");
    assert.equal(
      await stateAfter([submitted(500), { event: "SessionStart", ageMs: 50, more: { source: "compact" } }]),
      "thinking",
    );
  }
});
