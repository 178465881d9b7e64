import assert from "node:assert/strict";
import { test } from "node:test";
import { canaries, leakIn } from "../support/canaries.js";
import { Random, SEED } from "../support/random.js";
import { RpcFailure, connect } from "../support/rpc-peer.js";

const CAT = { program: "/bin/sh", args: ["-c", "printf ready; cat"] };

test("the output is read from a moment on: an input, a sequence number, a label", async (t) => {
  const peer = connect(t);
  const { session } = await peer.request("session.create", CAT);
  await peer.shows(session, "ready");
  const { sequence } = await peer.request("session.snapshot", { session, cells: false });
  await peer.request("session.input", { session, action: { type: "mark_transcript", value: { label: "here" } } });
  await peer.request("session.submit", { session, line: "one" });
  await peer.shows(session, "one\none");
  const textSince = async (since: "input" | number | { marker: string }): Promise<string> =>
    (await peer.request("session.transcript", { session, since })).text;
  assert.equal(await textSince(sequence), "one\r\none\r\n");
  assert.equal(await textSince({ marker: "here" }), "one\r\none\r\n");
  assert.equal(await textSince("input"), "one\r\n");
  assert.equal(await textSince(0), "readyone\r\none\r\n");
  await assert.rejects(
    textSince({ marker: "nowhere" }),
    (error) => error instanceof RpcFailure && error.code === -32602,
  );
});

test("old output is told to who asks for it, once, and what comes then follows it", async (t) => {
  const peer = connect(t);
  const { session } = await peer.request("session.create", CAT);
  await peer.shows(session, "ready");
  await assert.rejects(
    peer.request("server.set_notifications", { enabled: true, output_since: { marker: "nowhere" } }),
    (error) => error instanceof RpcFailure && error.code === -32602,
  );
  await peer.request("server.set_notifications", { enabled: true, sessions: [session], output_since: 0 });
  assert.equal((await peer.next("session.output")).output, "ready");
  await peer.request("server.set_notifications", { enabled: true, sessions: [session], output_since: 0 });
  await peer.request("session.input", { session, action: { type: "text", value: "more\r" } });
  const told = (): string =>
    peer.notifications.map(({ method, params }) => (method === "session.output" ? params.output : "")).join("");
  await peer.next("session.output", () => told().endsWith("more\r\nmore\r\n"));
  assert.equal(told(), "readymore\r\nmore\r\n");
});

test("S1: what is read or told from the middle of a secret on does not give its rest away", async (t) => {
  const random = new Random(SEED);
  for (const canary of canaries(random).slice(0, 12)) {
    const { text, secret, shape } = canary;
    const peer = connect(t);
    const { session } = await peer.request("session.create", { program: "cat" });
    const half = text.indexOf(secret) + Math.floor(secret.length / 2);
    for (const part of [text.slice(0, half), text.slice(half)]) {
      await peer.request("session.input", { session, action: { type: "text", value: part } });
      await peer.request("session.input", { session, action: { type: "mark_transcript", value: { label: "cut" } } });
      await peer.request("session.wait", { session, matcher: { type: "transcript_contains", value: part.slice(-4) } });
      if (part !== text.slice(half)) continue;
      await peer.request("session.input", { session, action: { type: "text", value: "\r" } });
    }
    const { sequence } = await peer.request("session.snapshot", { session, cells: false });
    for (let since = 0; since <= sequence; since++) {
      const { text: read } = await peer.request("session.transcript", { session, since });
      assert.equal(leakIn(read, canary), undefined, `${shape} since ${since}: ${read}`);
    }
    await peer.request("session.close", { session });
  }
});

test("a screen that is newer than another is waited for, also by who types meanwhile", async (t) => {
  const peer = connect(t);
  const { session } = await peer.request("session.create", CAT);
  await peer.shows(session, "ready");
  const { sequence } = await peer.request("session.snapshot", { session, cells: false });
  const next = peer.request("session.snapshot", { session, cells: false, newer_than: sequence });
  await peer.request("session.input", { session, action: { type: "text", value: "x" } });
  const seen = await next;
  assert.ok(seen.sequence > sequence);
  // One that is older than what there is, is answered at once; so is one whose time is over.
  assert.equal((await peer.request("session.snapshot", { session, newer_than: 0 })).sequence, seen.sequence);
  const late = await peer.request("session.snapshot", { session, newer_than: seen.sequence, timeout_ms: 1 });
  assert.equal(late.sequence, seen.sequence);
  const last = peer.request("session.snapshot", { session, cells: false, newer_than: seen.sequence });
  await peer.request("session.kill", { session });
  assert.ok((await last).sequence >= seen.sequence);
});

test("what there is to know of a session and of the server is told", async (t) => {
  const peer = connect(t);
  const { session } = await peer.request("session.create", { ...CAT, name: "web", rows: 10, cols: 40, cwd: "/" });
  const { details } = await peer.request("session.list", { details: true });
  const [found] = details ?? [];
  assert.equal(found?.session, session);
  assert.equal(found.name, "web");
  assert.equal(found.command, "/bin/sh -c printf ready; cat");
  assert.deepEqual([found.cwd, found.rows, found.cols, found.exit_code], ["/", 10, 40, undefined]);
  assert.ok(found.pid !== undefined && found.age_ms >= 0);
  await peer.request("session.kill", { session });
  const after = await peer.request("session.list", { details: true });
  assert.equal(after.details?.[0]?.pid, undefined);
  assert.match(String(after.details?.[0]?.signal), /^SIG/);
  const status = await peer.request("server.status", {});
  assert.equal(status.pid, process.pid);
  assert.equal(status.sessions, 1);
  assert.equal(status.clients, 1);
  const missing = await peer.request("session.snapshot", { session: "nope" }).catch((error: unknown) => error);
  assert.ok(missing instanceof RpcFailure && missing.code === -32602);
  assert.equal(missing.data?.code, "no_such_session");
});
