import assert from "node:assert/strict";
import { test } from "node:test";
import { PLUGIN_PERMISSIONS } from "ptywright/protocol";
import { MIRROR, driving, withAdapter } from "../support/plugins.js";

const SECRET = `ghp_${"a1B2".repeat(9)}`;
const BARE = ["elapsed_ms", "matched", "outcome", "sequence", "state"];

test("a wait of an adapter answers as much of what it saw as was asked for", async (t) => {
  const { peer, adapter } = await withAdapter(t, MIRROR, { default_target: driving("printf 'all ready'; exec cat") });
  const wait = (params: object) => peer.request("adapter.wait", { adapter, ...params });
  const full = await wait({});
  assert.deepEqual(Object.keys(full).sort(), [...BARE, "snapshot", "transcript_tail"].sort());
  const { snapshot, transcript_tail, sequence } = full;
  assert.deepEqual([snapshot?.plain_text, snapshot?.cells, transcript_tail], ["all ready", [], "all ready"]);
  assert.equal(snapshot?.sequence, sequence);
  assert.deepEqual(await wait({ result: "full" }).then(Object.keys), Object.keys(full));
  assert.equal((await wait({ tail_chars: 3 })).transcript_tail, "ady");
  const text = await wait({ result: "text" });
  assert.deepEqual([text.snapshot?.plain_text, "transcript_tail" in text], ["all ready", false]);
  assert.deepEqual(Object.keys(await wait({ result: "none" })).sort(), BARE);
  const turned = await peer.request("adapter.turn", { adapter, send: { intent: "say" } });
  assert.deepEqual(Object.keys(turned).sort(), BARE);
});

test("what a wait of an adapter saw is covered, by patterns of the caller too", async (t) => {
  const script = `printf 'ready ${SECRET} and order-4711'; exec cat`;
  const { peer, adapter } = await withAdapter(t, MIRROR, { default_target: driving(script) });
  const redaction = { extra_regexes: ["order-[0-9]+"] };
  const { snapshot, transcript_tail } = await peer.request("adapter.wait", { adapter, redaction });
  const covered = "ready [REDACTED] and [REDACTED]";
  assert.deepEqual([snapshot?.plain_text, transcript_tail], [covered, covered]);
  const part = await peer.request("adapter.wait", { adapter, tail_chars: 30 });
  assert.doesNotMatch(JSON.stringify(part), /a1B2/);
});

for (const [lacking, field] of [
  ["screen.read", "snapshot"],
  ["transcript.read", "transcript_tail"],
] as const)
  test(`P5: a wait of a plugin without ${lacking} answers no ${field}`, async (t) => {
    const permissions = PLUGIN_PERMISSIONS.filter((name) => name !== lacking);
    const { peer, adapter } = await withAdapter(t, MIRROR, { permissions });
    const waited = await peer.request("adapter.wait", { adapter });
    assert.deepEqual(
      ["snapshot" in waited, "transcript_tail" in waited],
      [lacking !== "screen.read", lacking === "screen.read"],
    );
  });

test("a wait and both forms of a turn look into a frame that is being drawn if asked to", async (t) => {
  const script = "printf 'ready\\033[?2026h half'; read go; exec cat";
  const { peer, adapter } = await withAdapter(t, MIRROR, { default_target: driving(script) });
  const params = { text: "half" };
  const waited = await peer.request("adapter.wait", { adapter, params, frame: "any" });
  assert.match(waited.snapshot?.plain_text ?? "", /half/);
  for (const turn of [
    { send: { intent: "say" }, wait: { params, frame: "any", timeout_ms: 5_000 } },
    { intent: "say", wait_params: params, frame: "any", timeout_ms: 5_000 },
  ] as const)
    assert.deepEqual((await peer.request("adapter.turn", { adapter, ...turn })).outcome, waited.outcome);
});

test("the time of a wait that is told nothing is what the start of its adapter was told", async (t) => {
  const { peer, adapter } = await withAdapter(t, MIRROR, {}, { timeout_ms: 30 });
  const params = { text: "never" };
  for (const [method, rest] of [
    ["adapter.wait", { params }],
    ["adapter.turn", { send: { intent: "say" }, wait: { params } }],
    ["adapter.turn", { intent: "say", wait_params: params }],
  ] as const) {
    const { data } = await peer.refusal("matcher_timeout", method, { adapter, ...rest });
    assert.ok((data?.evidence?.elapsed_ms ?? Infinity) < 10_000);
  }
});
