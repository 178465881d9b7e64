import assert from "node:assert/strict";
import { test } from "node:test";
import type { PluginRegistry } from "ptywright";
import type { MethodSpec, SchemaNode, WireSnapshot } from "ptywright/protocol";
import { methods } from "ptywright/protocol";
import type { Canary } from "../support/canaries.js";
import { canaries, leakIn } from "../support/canaries.js";
import { Random, SEED } from "../support/random.js";
import type { RpcPeer } from "../support/rpc-peer.js";
import { RpcFailure, connect, serverState } from "../support/rpc-peer.js";
import { textPaths, visitTexts } from "../support/text-paths.js";

const registry = (evaluate: PluginRegistry["evaluate"]): PluginRegistry => ({ has: () => true, evaluate });
const random = new Random(SEED);
const REPLACEMENT = "[REDACTED]";
/** The places where a secret was planted and its replacement was seen. */
const covered = new Set<string>();

/** Notes where replacements are; the characters of one are spread over cells. */
function watch(peer: RpcPeer): void {
  peer.onChecked = (name: string, schema: SchemaNode, value: unknown) =>
    visitTexts(schema, value, name, (path, text) => {
      if (typeof text === "string" && text.includes(REPLACEMENT)) covered.add(path);
    });
}

/** Nothing that was received shows a piece of the secret: not as it came, not as text, not put together from cells. */
function requireHidden(peer: RpcPeer, canary: Canary): void {
  for (const json of peer.received) {
    const leak = leakIn(json, canary) ?? leakIn(cellText(JSON.parse(json)), canary);
    assert.equal(leak, undefined, `${canary.shape} in ${json.slice(0, 2_000)}`);
  }
}

function cellText(message: unknown): string {
  const texts: string[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("cells" in value && Array.isArray(value.cells)) {
      const text = (value as WireSnapshot).cells.map((cell) => cell.text).join("");
      if (text.includes(REPLACEMENT)) covered.add("Cell.text");
      texts.push(text);
    }
    for (const part of Object.values(value)) look(part);
  };
  look(message);
  return texts.join("\n");
}

const quotedForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const regexFor = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
const ignoring = (promise: Promise<unknown>): Promise<unknown> =>
  promise.catch((error: unknown) => assert.ok(error instanceof RpcFailure, String(error)));

for (const canary of canaries(random)) {
  const { shape, text, secret } = canary;

  test(`${shape}: no read, wait or notification of a program that shows it gives it away`, async (t) => {
    const peer = connect(t);
    watch(peer);
    await peer.request("server.set_notifications", { enabled: true });
    const script = `printf '\\033]2;%s\\007\\033]8;;http://x.example/?%s\\007link\\033]8;;\\007 %s end' "$0" "$0" "$0"; cat`;
    const { session } = await peer.request("session.create", {
      program: "/bin/sh",
      args: ["-c", script, text],
      cols: 40,
    });
    await peer.shows(session, "end");
    await peer.request("session.snapshot", { session });
    await peer.request("session.transcript", { session });
    const wait = (type: string, value: unknown): Promise<unknown> =>
      ignoring(peer.request("session.wait", { session, matcher: { type, value }, cells: true, timeout_ms: 0 }));
    for (const type of ["contains_text", "transcript_contains"]) {
      await wait(type, text);
      await wait("any", [{ type, value: text }]);
      await wait(type, `${text} and more`);
      await wait(type, `${"padding ".repeat(4)}${text}`);
    }
    for (const type of ["screen_regex", "transcript_regex"]) {
      await wait(type, regexFor(text));
      await wait(type, `${regexFor(text)}missing`);
      await wait(type, "(\\S+?) end");
      await wait(type, `.(?s:.{${Math.max(1, text.indexOf(secret))}})(\\w{8,}).* end`);
      for (let at = 0; at < 3; at++) await wait(type, `[a-zA-Z_"'=: /@-]{${at}}(\\w{9})`);
    }
    await wait("all", [
      { type: "contains_text", value: "end" },
      { type: "screen_regex", value: "([\\w-]{12,})" },
    ]);
    await wait("contains_text", secret.slice(0, 4) + "#");
    await peer.request("session.kill", { session });
    await peer.next("session.exited");
    await wait("contains_text", `${text} later`);
    // What the caller asked for is not the program's: these would only show what was typed above.
    requireHidden(peer, canary);
  });

  test(`${shape}: no answer repeats it out of a request`, async (t) => {
    const state = serverState(t);
    const peer = connect(t, state);
    watch(peer);
    const session = await peer.shell("cat");
    const ask = (method: string, params: unknown): Promise<unknown> => ignoring(peer.request(method, params));
    await ask("server.set_notifications", { enabled: false, sessions: [text], adapters: [text] });
    await ask("session.kill", { session: text });
    await ask(text, {});
    // In a path the slashes of an address become one, and nothing tells that it was an address.
    const inPath = text.replace("https://user:", "token=");
    await ask("session.create", { program: `/nonexistent/${inPath}/program` });
    await ask("session.create", { program: inPath });
    await ask("session.create", { program: "cat", cwd: `/nonexistent/${inPath}` });
    await ask("session.create", { program: "cat", raw_transcript_path: `/nonexistent/${inPath}/raw` });
    await ask("session.create", { program: "cat", env: { [text]: 7 } });
    await ask("session.create", { program: "cat", env: { [`${text}=`]: "7" } });
    await ask("session.create", { program: "cat", args: { [text]: 7 } });
    await ask("session.create", { program: "cat", rows: text });
    await ask("session.input", { session, action: { type: text } });
    await ask("session.input", { session, action: { type: "key", value: text } });
    await ask("session.wait", { session, matcher: { type: "screen_regex", value: `${text}(` } });
    await ask("session.wait", { session, matcher: { type: text } });
    await ask("session.snapshot", { session, redaction: { extra_regexes: [`${text}(`] } });
    await ask("session.snapshot", { session, redaction: { replacement: `${text}\n` } });
    const named = { session, matcher: { type: "lua", value: { plugin: text, predicate: text } }, wait_id: text };
    await ask("session.wait", named);
    state.sessions.get(session).setPluginRegistry(registry(async () => ({ matched: false })));
    const waiting = ask("session.wait", named);
    await ask("session.wait", named);
    await ask("session.cancel_wait", { wait_id: text });
    await waiting;
    await ask("session.wait", { ...named, timeout_ms: 0 });
    state.sessions
      .get(session)
      .setPluginRegistry(registry(async () => ({ matched: true, evidence: `saw ${text}`, capture: text })));
    await ask("session.wait", named);
    peer.send(`{"jsonrpc":"2.0","id":1,"method":${text}}`);
    peer.send(`{"jsonrpc":${JSON.stringify(text)},"id":null,"method":"x"}`);
    await peer.caughtUp();
    requireHidden(peer, canary);
  });
}

test("a secret at the edge of what is kept of the output is not told from its middle", async (t) => {
  for (const canary of canaries(random)) {
    const peer = connect(t);
    for (const keep of [canary.secret.length - 2, 20, 12]) {
      const session = await peer.shell(`printf %s ${quotedForShell(canary.text)}; printf ' . '; cat`, {
        transcript_max_chars: keep + 3,
        cols: 1,
        rows: 1,
      });
      await peer.request("session.wait", { session, matcher: { type: "transcript_contains", value: " . " } });
      await peer.request("session.wait", { session, matcher: { type: "transcript_regex", value: "(\\w+)\\S* \\. " } });
      await peer.request("session.transcript", { session });
      const matcher = { type: "transcript_contains", value: "never" };
      await peer.refusal("matcher_timeout", "session.wait", { session, matcher, timeout_ms: 0 });
      await peer.request("session.close", { session });
    }
    requireHidden(peer, canary);
  }
});

test("a secret is covered in cells and text wherever it wraps", async (t) => {
  for (const canary of canaries(random).slice(0, 4)) {
    const peer = connect(t);
    for (let at = 0; at < 20; at += 3) {
      const session = await peer.shell(`printf '%s' ${quotedForShell(`${".".repeat(at)} ${canary.text} end`)}; cat`, {
        cols: 20,
      });
      await peer.request("session.wait", { session, matcher: { type: "contains_text", value: "end" }, cells: true });
      await peer.request("session.close", { session });
    }
    requireHidden(peer, canary);
  }
});

test("what the caller names as a secret is hidden also where words are made of it", async (t) => {
  const peer = connect(t);
  const secret = "correct horse battery staple, of such length that messages cut somewhere, ending with plums";
  const canary = { shape: "literal", text: secret, secret };
  const session = await peer.shell(`printf '%s end' ${quotedForShell(secret)}; cat`, { cols: 200 });
  await peer.shows(session, "end").catch(() => undefined);
  peer.received.length = 0;
  const redaction = { extra_literals: [secret] };
  const ask = (method: string, params: object): Promise<unknown> =>
    ignoring(peer.request(method, { session, redaction, timeout_ms: 0, ...params }));
  await ask("session.snapshot", {});
  await ask("session.transcript", {});
  for (const type of ["contains_text", "screen_regex", "transcript_regex", "transcript_contains"]) {
    await ask("session.wait", { matcher: { type, value: secret } });
    await ask("session.wait", { matcher: { type, value: `${secret}!` } });
  }
  await ask("session.wait", { matcher: { type: "screen_regex", value: "(horse \\w+ \\w+)" } });
  await ask("session.wait", { matcher: { type: "contains_text", value: "correct horse dung" } });
  // The beginning was asked for by the last ones, in other words.
  requireHidden(peer, { ...canary, secret: secret.slice("correct horse".length) });
});

test("only the reads that say so can be asked for unredacted text", () => {
  const canBeRaw = Object.entries<MethodSpec>(methods)
    .filter(([, { params }]) => "redact" in params.fields)
    .map(([name]) => name);
  assert.deepEqual(canBeRaw, [
    "session.snapshot",
    "session.transcript",
    "session.wait",
    "adapter.start",
    "adapter.resume",
    "adapter.state",
    "adapter.send",
    "adapter.wait",
    "adapter.turn",
    "adapter.snapshot",
    "adapter.transcript",
    "adapter.inspect",
  ]);
});

test("every place of the protocol that can hold text was seen with a secret covered", () => {
  const missing = [...textPaths()].filter((path) => !covered.has(path));
  assert.deepEqual(missing, []);
});
