import assert from "node:assert/strict";
import { test } from "node:test";
import { MIRROR, driving, shownIn, withAdapter } from "../support/plugins.js";

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `l${at + 1}`).join("\n");

test("a plugin is given exactly what the documents say, and what is not known is nil", async (t) => {
  const script = `printf '%s' '${lines(7)}'; stty -echo; exec cat`;
  const { peer, adapter, started } = await withAdapter(t, MIRROR, { default_target: driving(script) });
  const { ctx: first } = shownIn(started.state);
  const always = ["body_text", "completed_turn_stable_ms", "cursor", "markers", "screen", "sequence"];
  const names = [...always, "stable_ms", "status_text", "transcript"].sort();
  assert.deepEqual(Object.keys(first).sort(), names);
  const { state } = await peer.request("adapter.wait", { adapter, params: { text: "l7" } });
  const { ctx } = shownIn(state);
  assert.equal(ctx.screen, lines(7));
  assert.equal(ctx.body_text, "l1\nl2\nl3\nl4");
  assert.equal(ctx.status_text, "l5\nl6\nl7");
  assert.equal(ctx.transcript, lines(7).replaceAll("\n", "\r\n"));
  assert.equal(ctx.cursor, ctx.transcript.length);
  assert.equal(ctx.sequence, state.sequence);
  assert.equal(ctx.completed_turn_stable_ms, 300);
  assert.deepEqual(Object.keys(ctx).sort(), names);
});

test("a screen of six lines is all body", async (t) => {
  const script = `printf '%s\\n' '${lines(6)}'; stty -echo; exec cat`;
  const { peer, adapter } = await withAdapter(t, MIRROR, { default_target: driving(script) });
  const { state } = await peer.request("adapter.wait", { adapter, params: { text: "l6" } });
  const { ctx } = shownIn(state);
  assert.deepEqual([ctx.body_text, ctx.status_text], [lines(6), ""]);
});

test("an inspection shows what the plugin saw, all of one moment", async (t) => {
  const script = `printf '%s' '${lines(8)}'; stty -echo; exec cat`;
  const { peer, adapter } = await withAdapter(t, MIRROR, { default_target: driving(script) });
  await peer.request("adapter.wait", { adapter, params: { text: "l8" } });
  const { state, ...seen } = await peer.request("adapter.inspect", { adapter });
  const { ctx } = shownIn(state);
  assert.deepEqual(seen, {
    adapter,
    plugin: "demo",
    session: "s1",
    plain_text: ctx.screen,
    body_text: ctx.body_text,
    status_text: ctx.status_text,
    transcript_tail: ctx.transcript,
    sequence: ctx.sequence,
  });
});

test("the last intent is kept, cleared or set by a plan, once all of it was done", async (t) => {
  const { peer, adapter } = await withAdapter(t, MIRROR);
  const send = async (params: object): Promise<string | undefined> => {
    const { state } = await peer.request("adapter.send", { adapter, intent: "plan", params });
    return shownIn(state).ctx.last_intent;
  };
  assert.equal(await send({}), undefined);
  assert.equal(await send({ last_intent: "set" }), "set");
  assert.equal(await send({ actions: [{ type: "text", value: "x\n" }] }), "set");
  // A plan that is refused, or that cannot be carried out, is none.
  await peer.refusal("internal_error", "adapter.send", {
    adapter,
    intent: "plan",
    params: { actions: [{ type: "fly" }], last_intent: "wrong" },
  });
  assert.equal(await send({}), "set");
  assert.equal(await send({ last_intent: "" }), undefined);
  assert.equal(await send({ last_intent: "again" }), "again");
  await peer.request("adapter.send", { adapter, intent: "plan", params: { actions: [{ type: "eof" }] } });
  await peer.request("adapter.wait", { adapter, intent: "exit_matcher" });
  await peer.refusal("session_closed", "adapter.send", {
    adapter,
    intent: "plan",
    params: { actions: [{ type: "text", value: "late" }], last_intent: "late" },
  });
  const { state } = await peer.request("adapter.state", { adapter });
  assert.equal(shownIn(state).ctx.last_intent, "again");
});

test("the stable time is real: it grows while nothing happens", async (t) => {
  const { peer, adapter } = await withAdapter(
    t,
    `${MIRROR.replace("return M", "")}
    function M.still_matcher() return ptywright.matcher.screen_stable(150) end
    return M`,
  );
  await peer.request("adapter.wait", { adapter });
  const { state } = await peer.request("adapter.wait", { adapter, intent: "still_matcher" });
  const { ctx } = shownIn(state);
  assert.ok(ctx.stable_ms >= 150 && Number.isInteger(ctx.stable_ms), String(ctx.stable_ms));
});

test("markers of plans and of looks are set where the output was, and seen with the cursor of the same moment", async (t) => {
  const lua = `local M, looks = {}, 0
    function M.classify(ctx)
      looks = looks + 1
      return { state = "ready", metadata = { ctx = ctx, looks = looks }, host_marks = { { label = "look" } } }
    end
    function M.mark() return { actions = { ptywright.action.mark_transcript("plan") } } end
    function M.wait_turn_matcher() return ptywright.matcher.contains_text("ready") end
    return M`;
  const { peer, adapter, started } = await withAdapter(t, lua);
  assert.deepEqual(started.state.host_marks, [{ label: "look" }]);
  assert.deepEqual(shownIn(started.state).ctx.markers, {});
  const { state } = await peer.request("adapter.wait", { adapter });
  assert.deepEqual([shownIn(state).ctx.markers.look <= 5, shownIn(state).ctx.cursor], [true, 5]);
  const sent = await peer.request("adapter.send", { adapter, intent: "mark" });
  const { ctx } = shownIn(sent.state);
  assert.deepEqual([ctx.markers, ctx.cursor], [{ look: 5, plan: 5 }, 5]);
});

test("what a plugin leaves out of a state is filled in, and what it says is rounded", async (t) => {
  const least = await withAdapter(t, `return { classify = function() return { state = "x" } end }`);
  const { sequence, ...rest } = least.started.state;
  assert.deepEqual(rest, { state: "x", confidence: 1, evidence: "", candidates: [] });
  assert.ok(Number.isInteger(sequence));
  const most = await withAdapter(
    t,
    `return { classify = function() return { state = "x", confidence = 0.123456, evidence = "e", sequence = 77,
      candidates = { { state = "y", confidence = 0.1 } }, metadata = {}, host_marks = {}, events = {} } end }`,
  );
  assert.deepEqual(most.started.state, {
    state: "x",
    confidence: 0.123,
    evidence: "e",
    sequence: 77,
    candidates: [{ state: "y", confidence: 0.1 }],
    metadata: {},
    host_marks: [],
    events: [],
  });
});

for (const [what, answer] of [
  ["nothing", "nil"],
  ["no state", "{}"],
  ["an empty state", '{ state = "" }'],
  ["too much confidence", '{ state = "x", confidence = 1.5 }'],
  ["confidence that is no number", '{ state = "x", confidence = 0/0 }'],
  ["an event of no kind", '{ state = "x", events = { { kind = "party" } } }'],
  ["a marker without a name", '{ state = "x", host_marks = { {} } }'],
  ["a table that holds itself", "(function() local t = { state = 'x' }; t.metadata = t; return t end)()"],
  ["text that is none", '{ state = "x", evidence = {} }'],
] as const)
  test(`P6: a look that answers ${what} is a plugin error that says so`, async (t) => {
    const { started } = await withAdapter(t, `return { classify = function() return ${answer} end }`);
    assert.equal(started.state.state, "plugin_error");
    assert.match(started.state.evidence, /classify/);
  });
