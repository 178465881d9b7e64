import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, serverState } from "../support/rpc-peer.js";

const FLOOD = "read go; seq 1 3000; echo TARGET-42; seq 1 3000; exec cat";
const SECRET = `ghp_${"a1B2".repeat(9)}`;
const sh = (script: string, more: object = {}) => ({ program: "/bin/sh", args: ["-c", script], ...more });

test("W10: a wait in the scrollback sees what rushes past and is no longer kept", async (t) => {
  const peer = connect(t);
  const { session } = await peer.request("session.create", sh(FLOOD, { scrollback: 50 }));
  const finding = peer.request("session.find", {
    session,
    regex: "TARGET-[0-9]+",
    scrollback: true,
    timeout_ms: 20_000,
  });
  await peer.request("session.input", { session, action: { type: "text", value: "go\r" } });
  const { matches } = await finding;
  assert.deepEqual(
    matches.map(({ text }) => text),
    ["TARGET-42"],
  );
  await peer.request("session.wait", { session, matcher: { type: "screen_stable", value: { min_ms: 100 } } });
  const now = await peer.request("session.find", { session, regex: "TARGET-[0-9]+", scrollback: true });
  assert.deepEqual(now.matches, []);
});

test("a wait in the scrollback is for as many places as asked for", async (t) => {
  const peer = connect(t);
  const script = "echo ONE; seq 1 40; read go; echo ONE; seq 1 40; exec cat";
  const { session } = await peer.request("session.create", sh(script));
  const find = { session, text: "ONE", scrollback: true, timeout_ms: 20_000 };
  assert.equal((await peer.request("session.find", find)).matches.length, 1);
  const both = peer.request("session.find", { ...find, count: 2 });
  await peer.request("session.input", { session, action: { type: "text", value: "go\r" } });
  assert.equal((await both).matches.length, 2);
});

test("a wait in the scrollback times out with evidence, and is cancelled by its name", async (t) => {
  const peer = connect(t);
  const { session } = await peer.request("session.create", sh(`echo ${SECRET} shown; exec cat`));
  await peer.shows(session, "shown");
  const find = { session, text: SECRET.slice(0, 30), exact: true, scrollback: true };
  const late = await peer.refusal("matcher_timeout", "session.find", { ...find, timeout_ms: 20 });
  assert.match(late.message, /visible on the screen or in the scrollback/);
  assert.equal(late.data?.evidence?.snapshot.plain_text, "[REDACTED] shown");
  assert.doesNotMatch(JSON.stringify(late), /a1B2a1B2a1B2/);
  const waiting = peer.refusal("wait_cancelled", "session.find", { ...find, timeout_ms: 60_000, wait_id: "w" });
  assert.deepEqual(await peer.request("session.cancel_wait", { wait_id: "w" }), { cancelled: true, wait_id: "w" });
  await waiting;
  const { data } = await peer.refusal("invalid_params", "session.find", { session, text: "a", timeout_ms: 0 });
  assert.equal(data?.field, "timeout_ms");
});

test("S13: where secrets may not be asked for, a wait in the scrollback does not end with one", async (t) => {
  const peer = connect(t, serverState(t, { allowRawReads: false }));
  const script = `echo ${SECRET}; seq 1 40; read go; echo ${SECRET}; seq 1 40; echo over; exec cat`;
  const { session } = await peer.request("session.create", sh(script));
  await peer.shows(session, "40");
  const guessed = { session, text: SECRET.slice(0, 12), scrollback: true, timeout_ms: 1_000 };
  const guess = peer.refusal("matcher_timeout", "session.find", guessed);
  await peer.request("session.input", { session, action: { type: "text", value: "go\r" } });
  await peer.request("session.find", { session, text: "over", scrollback: true, timeout_ms: 20_000 });
  await guess;
});
