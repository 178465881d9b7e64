import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { PluginRegistry } from "ptywright/plugins";
import type { WireMatcher, WireSnapshot } from "ptywright/protocol";
import type { MethodSpec, SchemaNode } from "#internal/protocol/index.js";
import { methods } from "#internal/protocol/index.js";
import type { Canary } from "../support/canaries.js";
import { canaries, leakIn } from "../support/canaries.js";
import { Random, SEED } from "../support/random.js";
import type { RpcPeer } from "../support/rpc-peer.js";
import { driving, luaText, pluginFile, withAdapter, withPlugin } from "../support/plugins.js";
import { RpcFailure, connect, serverState } from "../support/rpc-peer.js";
import { textPaths, visitTexts } from "../support/text-paths.js";
import { tempDir } from "../support/temp-dir.js";
import { saysAndRuns } from "../support/says-and-runs.js";
import { talkative } from "../support/talkative.js";

const registry = (evaluate: PluginRegistry["evaluate"]): PluginRegistry => ({ has: () => true, evaluate });
const random = new Random(SEED);
const REPLACEMENT = "[REDACTED]";
/** Room for all that is shown; each cell more is looked at again and again. */
const SIZE = { rows: 20, cols: 60 };
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

  test(`S1: ${shape}: no read, wait or notification of a program that shows it gives it away`, async (t) => {
    const peer = connect(t);
    watch(peer);
    await peer.request("server.set_notifications", { enabled: true });
    const script = `printf '\\033]0;%s\\007\\033]1337;CurrentDir=%s\\007\\033]8;;http://x.example/?%s\\007link\\033]8;id=%s;http://y.example/\\007link\\033]8;;\\007 %s end' "$0" "$0" "$0" "$0" "$0"; cat`;
    const { session } = await peer.request("session.create", {
      program: "/bin/sh",
      args: ["-c", script, text],
      rows: 8,
      cols: 40,
    });
    await peer.shows(session, "end");
    await peer.request("session.snapshot", { session });
    await peer.request("session.snapshot", { session, cells: "runs" });
    await peer.request("session.snapshot", { session, since: 0 });
    await peer.request("session.snapshot", { session, since: 0, cells: "runs" });
    await peer.request("session.transcript", { session });
    await peer.request("session.snapshot", { session, cells: false, frame: "any" });
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
    const everywhere = { row: 0, col: 0, rows: 8, cols: 40 };
    const looks = [
      { type: "contains_text", value: text },
      { type: "screen_regex", value: regexFor(text) },
      { type: "screen_regex", value: "(\\S+?) end" },
      { type: "screen_regex", value: "([\\w-]{12,})" },
      { type: "style", value: { style: {}, text } },
      { type: "style", value: { style: {}, regex: "\\S+ end" } },
      { type: "style", value: { style: { bold: false }, regex: "\\w{9,}" } },
      { type: "style", value: { style: { bold: true }, text } },
      { type: "style", value: { style: {} } },
    ];
    for (const look of looks) {
      await wait(look.type, look.value);
      await wait("region", { ...everywhere, matcher: look });
      await wait("not", { type: "region", value: { ...everywhere, matcher: look } });
      for (const row of [0, 1, -7]) await wait("row", { row, matcher: look });
      await wait("row", { row: 0, matcher: { type: "not", value: look } });
    }
    const find = (query: object): Promise<unknown> => ignoring(peer.request("session.find", { session, ...query }));
    for (const query of [{ text }, { text: secret }, { text: secret.slice(0, 5) }, { style: { bold: false } }])
      for (const within of [undefined, everywhere, { row: 0, col: 8, rows: 2, cols: 12 }])
        await find({ ...query, within });
    for (const regex of [regexFor(text), "\\S+ end", "\\w{9}", "(?s).+"]) {
      await find({ regex });
      await find({ regex, within: { row: 1, col: 3, rows: 3, cols: 40 } });
    }
    await wait("title", text);
    await wait("title", `${text} and more`);
    for (const pattern of [regexFor(text), `${regexFor(text)}missing`, "(\\S+)$", "^.{0,3}(\\S{8,})", "(\\w{9})"])
      await wait("title_regex", pattern);
    await wait("contains_text", secret.slice(0, 4) + "#");
    // A name has 64 characters at most.
    if (text.length <= 64) await peer.request("session.lease", { session, who: text, for_ms: 60_000 });
    await peer.request("session.input", { session, action: { type: "text", value: `echo ${text}\r` } });
    await peer.request("session.wait", { session, matcher: { type: "transcript_regex", value: "echo[^#]*echo" } });
    await wait("contains_text", "what was typed");
    await peer.request("session.inputs", { session });
    const { session: short } = await peer.request("session.create", {
      program: "/bin/sh",
      args: ["-c", "printf on; read line", text],
      rows: 8,
      cols: 40,
    });
    await peer.shows(short, "on");
    if (!text.includes("/") && text.length < 100) {
      const cwd = join(tempDir(t), text);
      mkdirSync(cwd);
      await peer.request("session.create", { program: "cat", cwd });
    }
    await peer.request("session.list", { details: true });
    for (const name of [text].filter((part) => /^[A-Za-z][\w.-]{2,63}$/.test(part))) {
      const named = { program: "/bin/sh", args: ["-c", "printf on"], name };
      const { session: id } = await peer.request("session.create", named);
      await peer.request("session.list", {});
      await peer.request("session.list", { details: true });
      await peer.next("session.exited", (params) => params.session === id);
      await ignoring(peer.request("session.create", named));
      await peer.request("session.close", { session: id });
    }
    const never = { type: "contains_text", value: "never" };
    await ignoring(peer.request("session.wait", { session: short, matcher: never, timeout_ms: 0 }));
    await peer.request("session.input", { session, action: { type: "text", value: `${"\n".repeat(12)}gone\n` } });
    await peer.shows(session, "gone");
    await peer.request("session.scrollback", { session });
    for (const part of [text, secret, secret.slice(0, 4), "end"])
      await peer.request("session.scrollback", { session, find: part });
    const queries = [{ text }, { text: secret }, { text: secret.slice(0, 5) }, { style: { bold: false } }];
    for (const query of [...queries, { regex: regexFor(text) }, { regex: "\\S+ end" }, { regex: "\\w{9}" }])
      await find({ ...query, scrollback: true });
    await peer.request("session.kill", { session });
    await peer.next("session.exited");
    await wait("contains_text", `${text} later`);
    // What the caller asked for is not the program's: these would only show what was typed above.
    requireHidden(peer, canary);
  });

  test(`S1: ${shape}: what a program says is told without it`, async (t) => {
    const peer = connect(t);
    watch(peer);
    await saysAndRuns(peer, text);
    requireHidden(peer, canary);
  });

  test(`S1: ${shape}: no answer repeats it out of a request`, async (t) => {
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

for (const canary of canaries(random)) {
  const { shape, text } = canary;
  const inPath = text.replace("https://user:", "token=").replaceAll("/", "");
  // Of a long name Lua says no more than the end.
  const file = text.length > 50 || /[":]/.test(inPath) ? "main.lua" : `${inPath}.lua`;
  const variable = text.includes("=") ? "PLAIN" : text;

  test(`S1: ${shape}: nothing that a plugin says, or is, gives it away`, async (t) => {
    const script = `stty -echo; printf '%s end' "$0"; for n in 1 2 3 4 5 6; do printf '\\n%s' "$0"; done; exec cat`;
    const { program, args = [] } = driving(script);
    const { state, peer } = await withPlugin(t, talkative(text), {
      name: text,
      version: text,
      entrypoint: file,
      default_target: {
        program,
        args: [...args, text],
        env: { [variable]: text },
        required_env: { [variable]: text },
      },
      side_channel: {
        programs: [text],
        env: /^[a-z_]\w*$/i.test(text) ? text : "PLAIN",
        args: [text],
        unless: [text],
        fields: [text],
        record: { field: text, kind: text, after: [text], until: [text], below: [`/${text}`], keep: [text] },
      },
    });
    watch(peer);
    const ask = (method: string, params: unknown): Promise<unknown> => ignoring(peer.request(method, params));
    await ask("server.set_notifications", { enabled: true });
    const path = pluginFile(t, talkative(text), { name: `again ${text}`, default_target: { program: inPath } });
    await ask("plugin.load", { manifest_path: path });
    await ask("plugin.load", { manifest_path: path });
    const broken = pluginFile(t, `error(${luaText(text)})`, { name: `broken ${text}`, entrypoint: file });
    await ask("plugin.load", { manifest_path: broken });
    await ask("plugin.capabilities", {});
    await ask("adapter.list", {});
    await ask("plugin.describe", { plugin: text });
    await ask("plugin.describe", { plugin: `no ${text}` });
    await ask("adapter.start", { plugin: `no ${text}` });
    await ask("adapter.start", { plugin: `again ${text}` });
    const { adapter } = await peer.request("adapter.resume", { plugin: text, prior_adapter: text, ...SIZE });
    await peer.request("adapter.start", { plugin: text, ...SIZE });
    await peer.next("adapter.event", ({ event }) => event.kind === "error");
    await ask("adapter.wait", { adapter, wait_id: text });
    await ask("adapter.wait", { adapter, intent: "plugin_matcher", params: { plugin: text }, wait_id: text });
    await ask("adapter.wait", { adapter, intent: "never_matcher", timeout_ms: 0 });
    const waiting = ask("adapter.wait", { adapter, intent: "never_matcher", wait_id: text });
    await ask("adapter.wait", { adapter, intent: "never_matcher", wait_id: text });
    await ask("adapter.cancel_wait", { wait_id: text });
    await waiting;
    await ask("adapter.live", {});
    for (const method of ["adapter.state", "adapter.snapshot", "adapter.transcript", "adapter.inspect"])
      await ask(method, { adapter });
    for (const intent of ["refuse", "interrupted", "fail", "answer_nonsense", "unknown", text, "fails"])
      await ask("adapter.send", { adapter, intent, params: { given: text } });
    await ask("adapter.turn", { adapter, send: { intent: text }, wait: { wait_id: text } });
    await ask("adapter.inspect", { adapter });
    await peer.next("adapter.state_changed", ({ state }) => state.state === "plugin_error");
    await ask("adapter.state", { adapter: text });
    await ask("plugin.unload", { plugin: text });
    await ask("plugin.unload", { plugin: `no ${text}` });
    const manifest = { name: "x", kind: "adapter", version: "1", default_target: { program: "x", env: { [text]: 7 } } };
    await ask("plugin.validate_manifest", { manifest });
    requireHidden(peer, canary);
    assert.equal(state.adapters.list().length, 2);
  });
}

test("S1: what a plugin takes out of what tells that it is a secret is hidden too", async (t) => {
  const lua = `
    local M, found = {}, nil
    function M.classify(ctx)
      found = string.match(ctx.screen, "token=(%w+)") or string.match(ctx.transcript, "token=(%w+)")
      if not found then return { state = "starting" } end
      if string.find(ctx.screen, "fails") then error("odd: " .. found) end
      return {
        state = "ready", evidence = found, candidates = { found }, metadata = { seen = { found }, [found] = 1 },
        host_marks = { { label = found } }, events = { { kind = "text_delta", text = "it is " .. found } },
      }
    end
    function M.fail() error("it is " .. found) end
    function M.refuse() return { refused = { reason = "no", message = found } } end
    function M.fails() return { actions = { ptywright.action.text("fails\\n") } } end
    function M.remember() return { actions = {}, last_intent = found } end
    function M.saw(input)
      return { matched = true, evidence = "e", capture = string.match(input.screen, "token=(%w+)") }
    end
    function M.wait_turn_matcher() return ptywright.matcher.lua("demo", "saw", {}) end
    function M.never_matcher() return ptywright.matcher.contains_text("not " .. found) end
    function M.says(input)
      local seen = string.match(input.transcript, "token=(%w+)")
      return { matched = seen ~= nil, evidence = "it is " .. tostring(seen), capture = seen }
    end
    return M`;
  const { secret } = canaries(random).find(({ shape }) => shape === "MY_TOKEN=") as Canary;
  const canary = { shape: "taken out", text: secret, secret };
  const script = `stty -echo; printf token=${secret}; cat`;
  const { peer } = await withPlugin(t, lua, { default_target: driving(script) });
  await peer.request("server.set_notifications", { enabled: true });
  const { adapter } = await peer.request("adapter.start", { plugin: "demo" });
  await peer.next("adapter.event", ({ event }) => JSON.stringify(event).includes(REPLACEMENT));
  const { state } = await peer.request("adapter.state", { adapter });
  assert.equal(state.state, "ready");
  assert.deepEqual(state.metadata, { seen: [REPLACEMENT], [REPLACEMENT]: 1 });
  const { outcome } = await peer.request("adapter.wait", { adapter });
  assert.deepEqual(outcome, { kind: "lua", plugin: "demo", predicate: "saw", evidence: "e", capture: REPLACEMENT });
  const missed = await peer.refusal("matcher_timeout", "adapter.wait", {
    adapter,
    intent: "never_matcher",
    timeout_ms: 0,
  });
  assert.equal(missed.data?.evidence?.awaited, `text "not ${REPLACEMENT}" on the screen`);
  const session = await peer.shell(script);
  const matcher: WireMatcher = { type: "lua", value: { plugin: "demo", predicate: "says" } };
  const said = {
    kind: "lua",
    plugin: "demo",
    predicate: "says",
    evidence: `it is ${REPLACEMENT}`,
    capture: REPLACEMENT,
  };
  assert.deepEqual((await peer.request("session.wait", { session, matcher })).outcome, said);
  const any: WireMatcher = { type: "any", value: [{ type: "all", value: [matcher] }] };
  const within = { kind: "any", matched: { kind: "all", matched: [said] } };
  assert.deepEqual((await peer.request("session.wait", { session, matcher: any })).outcome, within);
  await peer.request("adapter.send", { adapter, intent: "remember" });
  assert.equal((await peer.request("adapter.inspect", { adapter })).last_intent, REPLACEMENT);
  for (const intent of ["fail", "refuse"]) {
    const { message } = await peer.refusal("internal_error", "adapter.send", { adapter, intent });
    assert.ok(message.includes(REPLACEMENT), message);
  }
  await peer.request("adapter.send", { adapter, intent: "fails" });
  const failed = await peer.next("adapter.state_changed", ({ state }) => state.state === "plugin_error");
  assert.ok(failed.state.evidence.includes(REPLACEMENT), failed.state.evidence);
  requireHidden(peer, canary);
});

test("a value under a telling name is hidden in whatever a plugin says, and ordinary values are left alone", async (t) => {
  const lua = `return { classify = function() return { state = "ready", metadata = {
    token = "q7hellX2there", tokens_used = 1234, password = { "q7onceX2more", 1234 }, done = true,
    note = "the token is invalid", api_key = { inner = "ordinary" }, count = 3 } } end }`;
  const { started, peer, adapter } = await withAdapter(t, lua);
  assert.deepEqual(started.state.metadata, {
    token: REPLACEMENT,
    tokens_used: 1234,
    password: [REPLACEMENT, 1234],
    done: true,
    note: "the token is invalid",
    api_key: { inner: "ordinary" },
    count: 3,
  });
  const { state } = await peer.request("adapter.state", { adapter, redact: false });
  assert.equal((state.metadata as { token: string }).token, "q7hellX2there");
});

test("S6: a secret at the edge of what is kept of the output is not told from its middle", async (t) => {
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

test("S3, S5: a secret is covered in cells and text wherever it wraps", async (t) => {
  for (const canary of canaries(random).slice(0, 4)) {
    const peer = connect(t);
    for (let at = 0; at < 20; at += 3) {
      const session = await peer.shell(`printf '%s' ${quotedForShell(`${".".repeat(at)} ${canary.text} end`)}; cat`, {
        rows: 10,
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
  const session = await peer.shell(`printf '%s end' ${quotedForShell(secret)}; cat`, { rows: 4, cols: 200 });
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

test("S9: only the reads that say so can be asked for unredacted text", () => {
  const canBeRaw = Object.entries<MethodSpec>(methods)
    .filter(([, { params }]) => "redact" in params.fields)
    .map(([name]) => name);
  assert.deepEqual(canBeRaw, [
    "session.snapshot",
    "session.transcript",
    "session.scrollback",
    "session.wait",
    "session.expect",
    "session.run",
    "session.find",
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

test("S1: every place of the protocol that can hold text was seen with a secret covered", () => {
  const missing = [...textPaths()].filter((path) => !covered.has(path));
  assert.deepEqual(missing, []);
});
