import { factsOf, testInEachWorld } from "../support/worlds.js";
import assert from "node:assert/strict";
import type { AdapterEvent, AdapterMatch, AnyAdapter, ExtensionState } from "ptywright/plugins";
import { pluginFile } from "../support/plugins.js";

/** A state for each answer, an event for each, and intents for everything that can go wrong. */
const LUA = `
local M, told = {}, 0
function M.classify(ctx)
  local _, count = ctx.screen:gsub("got", "")
  local events = {}
  while told < count do
    told = told + 1
    events[#events + 1] = { kind = "tool_started", id = "t" .. told, name = "tool", input = { some_key = told } }
  end
  if ctx.screen:find("broken") then error("what a mess") end
  return { state = "seen_" .. count, evidence = ctx.last_intent, metadata = { some_key = count }, events = events }
end
function M.say(params)
  return { actions = { ptywright.action.text(params.text), ptywright.action.key("enter") }, last_intent = "said_it" }
end
function M.slow(params)
  return { actions = { ptywright.action.stream_text("abc", 1, 10000) } }
end
function M.refuse() return { refused = { reason = "stale_dialog", message = "it is gone" } } end
function M.act_and_refuse()
  return { actions = { ptywright.action.text("x") }, continue = { call = "refuse" } }
end
function M.interrupted()
  return { actions = {
    ptywright.action.text("typed"),
    ptywright.step.expect(ptywright.matcher.contains_text("never"), "the box is gone"),
    ptywright.action.key("enter"),
  } }
end
function M.fail()
  error("what a mess")
end
function M.nonsense() return { actions = 5 } end
function M.wait_turn_matcher(params) return ptywright.matcher.contains_text(params.text or "ready") end
function M.wait_never_matcher() return ptywright.matcher.contains_text("never") end
function M.wait_failing_matcher() error("no idea") end
function M.describe()
  return { intents = { "say", "slow", "refuse" }, wait_matchers = { "wait_turn_matcher" }, states = { "seen_0" } }
end
return M`;

/** What must be the same, whenever it was seen. */
function told({ sequence, ...rest }: ExtensionState): unknown {
  assert.equal(typeof sequence, "number");
  return JSON.parse(JSON.stringify(rest));
}

const match = ({ state, outcome }: AdapterMatch): unknown => [told(state), outcome];

async function ready(...[world, t]: Parameters<Parameters<typeof testInEachWorld>[1]>): Promise<AnyAdapter> {
  const adapter = await world.startAdapter(t, pluginFile(t, LUA));
  await adapter.wait();
  return adapter;
}

testInEachWorld("it is looked at, sent to, waited for and taken turns with", async (world, t) => {
  const adapter = await world.startAdapter(t, pluginFile(t, LUA));
  const waited = await adapter.wait("wait_turn_matcher", { text: "ready" }, { timeoutMs: 20_000 });
  assert.deepEqual(waited.state, adapter.lastState);
  const sent = await adapter.send("say", { text: "hello" });
  assert.deepEqual([sent.state, sent.evidence], ["seen_0", "said_it"]);
  const turned = await adapter.turn("say", { text: "got" }, { waitParams: { text: "got" }, timeoutMs: 20_000.5 });
  assert.deepEqual(turned.state, adapter.lastState);
  const other = await adapter.turn(
    "say",
    { text: "got" },
    { waitIntent: "wait_turn_matcher", waitParams: { text: "got\ngot" } },
  );
  const state = await adapter.state();
  assert.equal(state.state, "seen_2");
  return [
    match(waited),
    told(sent),
    match(turned),
    match(other),
    told(state),
    adapter.lastState && told(adapter.lastState),
  ];
});

testInEachWorld("what happens is told in order until it is closed", async (world, t) => {
  const adapter = await ready(world, t);
  const iterator = adapter.subscribe();
  const all: AdapterEvent[] = [];
  let reached = (): void => undefined;
  const isReached = new Promise<void>((resolve) => (reached = resolve));
  const reading = (async () => {
    for await (const event of iterator) {
      // Only this process tells of looks that changed nothing.
      if (event.type === "classified") continue;
      all.push(event);
      if (event.type === "state_changed" && event.state.state === "seen_2") reached();
    }
  })();
  for (const text of ["got", "got\ngot"]) await adapter.turn("say", { text: "got" }, { waitParams: { text } });
  await isReached;
  await adapter.close();
  await reading;
  assert.deepEqual(await iterator.next(), { value: undefined, done: true });
  const events = all.flatMap((event) => (event.type === "event" ? [event.event] : []));
  assert.deepEqual(
    events.map(({ kind, seq }) => [kind, seq]),
    [
      ["tool_started", 1],
      ["tool_started", 2],
    ],
  );
  // Of several states the latest is enough for who reads slowly.
  const last = all.findLast((event) => event.type === "state_changed");
  return [events, last?.state.state];
});

type Failing = readonly [title: string, name: string, ask: (adapter: AnyAdapter) => Promise<unknown>];
const NEVER = "wait_never_matcher";
const FAILING: readonly Failing[] = [
  ["a refusal", "IntentRefusedError", (adapter) => adapter.send("refuse")],
  ["a refusal in a turn", "IntentRefusedError", (adapter) => adapter.turn("refuse")],
  ["a refusal after something was typed", "IntentRefusedError", (adapter) => adapter.send("act_and_refuse")],
  ["a plan that is interrupted", "PlanInterruptedError", (adapter) => adapter.send("interrupted")],
  ["a turn's plan that is interrupted", "PlanInterruptedError", (adapter) => adapter.turn("interrupted")],
  ["a plugin that fails", "PluginError", (adapter) => adapter.send("fail")],
  ["a plugin's wait that fails", "PluginError", (adapter) => adapter.wait("wait_failing_matcher")],
  ["a plugin that answers nonsense", "PluginError", (adapter) => adapter.send("nonsense")],
  ["a wait that runs out of time", "WaitTimeoutError", (adapter) => adapter.wait(NEVER, {}, { timeoutMs: 0 })],
  [
    "a turn that runs out of time",
    "WaitTimeoutError",
    (adapter) => adapter.turn("say", { text: "" }, { waitIntent: NEVER, timeoutMs: 200 }),
  ],
  ["an unknown intent", "InvalidArgumentError", (adapter) => adapter.send("shout")],
  ["an unknown intent of a turn", "InvalidArgumentError", (adapter) => adapter.turn("shout")],
  ["an unknown wait", "InvalidArgumentError", (adapter) => adapter.wait("wait_x_matcher")],
  [
    "an unknown wait of a turn",
    "InvalidArgumentError",
    (adapter) => adapter.turn("say", { text: "x" }, { waitIntent: "x" }),
  ],
  ["an intent that is none", "InvalidArgumentError", (adapter) => adapter.send(5 as never)],
];
for (const [title, name, ask] of FAILING)
  testInEachWorld(`it fails with the same facts: ${title}`, async (world, t) => {
    const adapter = await ready(world, t);
    const { snapshot, transcriptTail, matcher, ...facts } = await factsOf(() => ask(adapter));
    assert.equal(facts["name"], name);
    assert.equal(typeof snapshot, typeof transcriptTail === "string" ? "object" : "undefined");
    void matcher;
    return facts;
  });

const ILL_FORMED: readonly (readonly [what: string, ask: (adapter: AnyAdapter) => Promise<unknown>])[] = [
  ["options of a send", (adapter) => adapter.send("say", { text: "x" }, { timeoutMs: 5 } as never)],
  ["options of a wait", (adapter) => adapter.wait(undefined, {}, { waitIntent: "x" } as never)],
  ["options of a turn", (adapter) => adapter.turn("say", { text: "x" }, { wait_params: {} } as never)],
  ["what are no options", (adapter) => adapter.wait(undefined, {}, "x" as never)],
  ["a time", (adapter) => adapter.wait(undefined, {}, { timeoutMs: -1 })],
  ["a turn's time", (adapter) => adapter.turn("say", { text: "x" }, { timeoutMs: Number.NaN })],
  ["a signal", (adapter) => adapter.send("say", { text: "x" }, { signal: 5 as never })],
  ["a turn's signal", (adapter) => adapter.turn("say", { text: "x" }, { signal: {} as never })],
];
for (const [what, ask] of ILL_FORMED)
  testInEachWorld(`what is ill-formed is refused with the same field and code: ${what}`, async (world, t) => {
    const adapter = await ready(world, t);
    const { name, code, field } = await factsOf(() => ask(adapter));
    assert.equal(name, "InvalidArgumentError");
    return { code, field };
  });

testInEachWorld("a plugin that fails to look makes the state plugin_error", async (world, t) => {
  const adapter = await ready(world, t);
  await adapter.send("say", { text: "broken" });
  const turned = await adapter.wait("wait_turn_matcher", { text: "broken" });
  return [turned.state.state, (await adapter.state()).state];
});

testInEachWorld("what its manifest does not grant is denied with plugin and permission", async (world, t) => {
  const permissions = ["session.spawn", "session.kill", "screen.read", "transcript.read", "matcher.wait"] as const;
  const adapter = await world.startAdapter(t, pluginFile(t, LUA, { permissions }));
  await adapter.wait();
  const facts = await factsOf(() => adapter.send("say", { text: "x" }));
  assert.deepEqual(
    [facts["name"], facts["code"], facts["plugin"], facts["permission"]],
    ["PermissionDeniedError", "permission_denied", "demo", "input.write"],
  );
  return { ...facts, message: undefined };
});

testInEachWorld("a signal ends what is under way, and the adapter is free at once", async (world, t) => {
  const adapter = await ready(world, t);
  const begin: readonly ((signal: AbortSignal) => Promise<unknown>)[] = [
    (signal) => adapter.wait(NEVER, {}, { signal }),
    (signal) => adapter.turn("say", { text: "" }, { waitIntent: NEVER, signal }),
    (signal) => adapter.send("slow", {}, { signal }),
  ];
  const names: unknown[] = [];
  for (const ask of begin) {
    names.push((await factsOf(() => ask(AbortSignal.abort())))["name"]);
    const controller = new AbortController();
    const facts = factsOf(() => ask(controller.signal));
    controller.abort();
    names.push((await facts)["name"]);
  }
  assert.deepEqual(names, Array<string>(begin.length * 2).fill("WaitCancelledError"));
  return told((await adapter.turn("say", { text: "got" }, { waitParams: { text: "got" } })).state);
});

testInEachWorld("who waits behind another is told that its turn did not come", async (world, t) => {
  const adapter = await ready(world, t);
  const controller = new AbortController();
  const first = factsOf(() => adapter.wait(NEVER, {}, { signal: controller.signal }));
  await adapter.state();
  const behind = await factsOf(() => adapter.turn("say", { text: "x" }, { timeoutMs: 30 }));
  controller.abort();
  await first;
  assert.equal(behind["name"], "WaitInLineError");
  return behind;
});

testInEachWorld("once closed it refuses in the same words, and closing it again is fine", async (world, t) => {
  const adapter = await ready(world, t);
  const waiting = factsOf(() => adapter.wait(NEVER));
  await adapter.state();
  await Promise.all([adapter.close(), adapter.close()]);
  await adapter.close();
  const { done } = await adapter.subscribe().next();
  assert.equal(done, true);
  return [
    (await waiting)["name"],
    await factsOf(() => adapter.send("say", { text: "x" })),
    await factsOf(() => adapter.wait()),
    await factsOf(() => adapter.turn("say", { text: "x" })),
  ];
});

testInEachWorld("a program that ends while something is awaited tells how it ended", async (world, t) => {
  const script = { program: "/bin/sh", args: ["-c", "stty -echo; printf ready; read line; exit 5"] };
  const adapter = await world.startAdapter(t, pluginFile(t, LUA, { default_target: script }));
  await adapter.wait();
  const { name, exitStatus } = await factsOf(() => adapter.turn("say", { text: "x" }, { waitIntent: NEVER }));
  assert.deepEqual([name, exitStatus], ["ProgramEndedError", { exitCode: 5, signal: null }]);
});

testInEachWorld("one that is disposed of is closed", async (world, t) => {
  const path = pluginFile(t, LUA);
  let kept: AnyAdapter;
  {
    await using adapter = await world.startAdapter(t, path);
    kept = adapter;
  }
  return factsOf(() => kept.send("say", { text: "x" }));
});
