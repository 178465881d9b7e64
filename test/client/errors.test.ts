import { recordedClient, startClient } from "../support/client.js";
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import {
  InvalidArgumentError,
  Matcher,
  RemoteError,
  SessionClosedError,
  SpawnError,
  WaitCancelledError,
  WaitTimeoutError,
} from "ptywright/client";
import { failure } from "../support/failure.js";
import { BIN } from "../support/serve-process.js";

const NEVER = Matcher.containsText("never");
const CAT = { program: "/bin/sh", args: ["-c", "printf 'reidy'; cat"] };

test("the stack of an error leads to the line that asked", async (t) => {
  const client = await startClient(t);
  const session = await client.spawn({ program: "cat" });
  async function theCaller(): Promise<unknown> {
    return await session.waitFor(Matcher.containsText("never"), { timeoutMs: 0 });
  }
  const error = await failure(theCaller(), WaitTimeoutError);
  assert.match(error.stack ?? "", /theCaller/);
});

test("misspelt options and what is no matcher, action or size are refused before anything is sent", async (t) => {
  const client = await startClient(t);
  const session = await client.spawn({ program: "cat" });
  const wrong: [() => Promise<unknown>, RegExp][] = [
    [() => client.spawn({ program: "cat", rowz: 3 } as never), /no option "rowz"/],
    [() => client.spawn("cat" as never), /must be an object/],
    [() => session.waitFor(5 as never), /matcher must be an object with a type/],
    [() => session.waitFor(Matcher.processExited(), { timeout_ms: 1 } as never), /no option "timeout_ms"/],
    [() => session.send("ls" as never), /action must be an object with a type/],
    [() => session.resize(10 as never), /size must be an object/],
    [() => session.snapshot({ cell: false } as never), /no option "cell"/],
    [() => session.transcript({ redacted: false } as never), /no option "redacted"/],
  ];
  for (const [call, message] of wrong) assert.match((await failure(call(), InvalidArgumentError)).message, message);
});

test("a wait that runs out of time brings its evidence in the library's words", async (t) => {
  const client = await startClient(t);
  const session = await client.spawn(CAT);
  await session.waitFor(Matcher.containsText("reidy"));
  const evidence = await failure(session.waitFor(Matcher.containsText("ready"), { timeoutMs: 20 }), WaitTimeoutError);
  const { cause } = evidence;
  assert.ok(cause instanceof RemoteError);
  const { code, method, rpcCode, kind } = cause;
  assert.deepEqual(
    { code, method, rpcCode, kind },
    { code: "remote_error", method: "session.wait", rpcCode: -32001, kind: "matcher_timeout" },
  );
  assert.ok(evidence.elapsedMs >= 20);
  assert.equal(evidence.snapshot.plainText.trim(), "reidy");
  assert.equal(evidence.transcriptTail, "reidy");
  assert.equal(evidence.unreadInputBytes, 0);
  assert.equal(typeof evidence.quietMs, "number");
  assert.ok(evidence.hints.length > 0 && evidence.awaited.includes("ready"), evidence.hints.join());
});

test("every kind of error has its name and its facts", async (t) => {
  const client = await startClient(t, { command: [process.execPath, BIN, "serve", "--stdio", "--always-redact"] });
  const session = await client.spawn(CAT);
  assert.equal((await failure(session.resize({ rows: 0, cols: 1 }), InvalidArgumentError)).field, "rows");
  assert.equal((await failure(client.session("s99").snapshot(), InvalidArgumentError)).field, "session");
  const { kind, rpcCode, data } = await failure(session.transcript({ redact: false }), RemoteError);
  assert.deepEqual([kind, rpcCode, data.reason], ["permission_denied", -32004, "server_did_not_grant_raw_reads"]);
  const missing = await failure(client.spawn({ program: "no-such-program" }), SpawnError);
  assert.deepEqual([missing.code, missing.program], ["program_not_found", "no-such-program"]);
  const unknown = client.request("no.such" as "session.list", {});
  assert.equal((await failure(unknown, RemoteError)).kind, "method_not_found");
  const closed = failure(session.waitFor(NEVER), SessionClosedError);
  await session.close();
  assert.equal((await closed).code, "session_closed");
});

test("a wait that another cancels, and a key that does not exist", async (t) => {
  const client = await startClient(t);
  const session = await client.spawn(CAT);
  const waiting = failure(session.waitFor(NEVER, { waitId: "mine" }), WaitCancelledError);
  await session.snapshot({ cells: false });
  assert.equal((await client.request("session.cancel_wait", { wait_id: "mine" })).cancelled, true);
  assert.match((await waiting).message, /was cancelled/);
  assert.equal((await failure(session.sendKey("no_such_key"), InvalidArgumentError)).code, "invalid_key");
});

test("a signal that was aborted before sends nothing", async (t) => {
  const { client, sent } = recordedClient(t);
  const signal = AbortSignal.abort("enough");
  const error = await failure(client.request("session.list", {}, { signal }), WaitCancelledError);
  assert.equal(error.cause, "enough");
  await failure(client.session("s1").waitFor(NEVER, { signal }), WaitCancelledError);
  assert.deepEqual(sent, []);
  assert.deepEqual(getEventListeners(signal, "abort"), []);
});

test("a wait whose signal fires is gone from the server as well", async (t) => {
  const client = await startClient(t);
  const session = await client.spawn(CAT);
  const controller = new AbortController();
  const waiting = session.waitFor(NEVER, { signal: controller.signal, waitId: "w" });
  const refused = await failure(session.waitFor(NEVER, { waitId: "w", timeoutMs: 0 }), InvalidArgumentError);
  assert.equal(refused.field, "waitId", "while it waits its name is taken");
  controller.abort();
  const error = await failure(waiting, WaitCancelledError);
  assert.equal(error.message, "session.wait was given up: its signal was aborted");
  // The server forgets the name a moment after it was told to.
  await client.request("session.list", {});
  await failure(session.waitFor(NEVER, { waitId: "w", timeoutMs: 0 }), WaitTimeoutError);
});

test("another request is given up on our side only, and its answer disturbs nobody", async (t) => {
  const { client, sent } = recordedClient(t);
  const session = await client.spawn(CAT);
  const controller = new AbortController();
  const text = { session: session.id, action: { type: "text", value: "typed\r" } } as const;
  const typing = client.request("session.input", text, { signal: controller.signal });
  controller.abort();
  await failure(typing, WaitCancelledError);
  await session.waitFor(Matcher.containsText("typed"));
  assert.ok(!sent.some(({ method }) => method === "session.cancel_wait"));
});

test("a thousand waits with one signal leave no listener and no warning", async (t) => {
  const { client } = recordedClient(t);
  const session = await client.spawn(CAT);
  const { signal } = new AbortController();
  const warnings: Error[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning);
  process.on("warning", onWarning);
  t.after(() => process.off("warning", onWarning));
  const seen = Matcher.containsText("reidy");
  await session.waitFor(seen, { signal });
  for (let i = 0; i < 900; i++) await session.waitFor(seen, { signal });
  await Promise.all(Array.from({ length: 100 }, () => session.waitFor(seen, { signal })));
  assert.deepEqual(getEventListeners(signal, "abort"), []);
  for (let i = 0; i < 20; i++) await client.notifications({ signal }).return?.();
  assert.deepEqual(getEventListeners(signal, "abort"), []);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(warnings, []);
});
