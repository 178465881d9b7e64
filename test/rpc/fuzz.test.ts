import "../support/home.js";
import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { MethodName, MethodSpec, WireErrorData } from "ptywright/protocol";
import { RPC_ERROR_CODES, errorData, methods } from "ptywright/protocol";
import type { RpcServerState } from "ptywright/rpc";
import { RpcServer } from "ptywright/rpc";
import { RandomValues } from "../support/random-values.js";
import { Random, SEED } from "../support/random.js";
import { withPlugin } from "../support/plugins.js";
import { requireExactly } from "../support/rpc-peer.js";

const REQUESTS = 100_000;
const CHUNK = 2_000;
const LIMIT_MS = 10_000;

const random = new Random(SEED);
const values = new RandomValues(random, {
  session: (random) => (random.below(10) === 0 ? "s999999" : `s${base + 1 + random.below(3)}`),
  // Refused whatever else is asked for: which programs there are is the machine's business.
  program: (random) => random.pick(["\0cat", "cat\0", 7]),
  wait_id: (random) => `w${random.below(20)}`,
  timeout_ms: (random) => random.below(3),
  // A screen of a million cells takes longer to write down than all else.
  rows: (random) => 1 + random.below(5),
  cols: (random) => 1 + random.below(12),
  delay_ms: () => 0,
  adapter: (random) => (random.below(10) === 0 ? "e999999" : adapter),
  plugin: (random) => random.pick(["demo", "echo", "shell", "none"]),
  prior_adapter: () => "e999999",
  manifest_path: (random) => random.pick([echo, "/nonexistent/manifest.toml"]),
  intent: (random) => random.pick(["say", "mirror", "wait_turn_matcher", "none"]),
  wait_intent: (random) => random.pick(["wait_turn_matcher", "none"]),
});
/** Sessions that were there before this round. */
let base = 0;
/** The adapter of this round. */
let adapter = "";

const echo = fileURLToPath(new URL("../../../test/fixtures/plugins/echo/manifest.toml", import.meta.url));
/** What it is told comes back as what it says itself. */
const PLUGIN = `
  local M, heard = {}, nil
  function M.classify(ctx) return { state = "ready", metadata = heard, candidates = { heard } } end
  function M.say(params) heard = params; return { actions = { ptywright.action.text("said") } } end
  function M.mirror(params) return params end
  function M.wait_turn_matcher() return ptywright.matcher.screen_stable(0) end
  return M`;

const names = Object.keys(methods) as MethodName[];
/** A fuzzer whose requests are all refused at the door tests the door. */
const succeeded = new Set<MethodName>();
/** These end what the others need, or take longer than all of them. */
const endings = new Set<string>(["session.kill", "session.close", "adapter.close", "adapter.start", "adapter.resume"]);
/** What cannot be started or loaded, and what a plugin makes a mess of, is refused with -32603: by the reason. */
const REASONS = ["plugin_manifest_invalid", "plugin_failed", "cwd_not_found", "cwd_not_directory", "intent_refused"];

function request(id: number): string {
  let method = random.pick(names);
  if (endings.has(method) && random.below(50) > 0) method = "session.wait";
  const spec: MethodSpec = methods[method];
  let params = values.valid(spec.params);
  for (let times = random.below(3); times > 0; times--) params = values.mutated(params);
  params = tamed(params);
  if (method === "session.create" && Array.isArray(params)) params = {};
  if (method === "session.wait" && typeof params === "object" && params !== null && !Array.isArray(params))
    params = { timeout_ms: 1, ...params };
  // By position nothing could be tamed after a change.
  else if (random.below(8) === 0 && typeof params === "object" && params !== null && method !== "session.create")
    params = Object.keys(spec.params.fields).map((name) => (params as Record<string, unknown>)[name]);
  const message: Record<string, unknown> = { jsonrpc: "2.0", id, method, params };
  const isCreate = method === "session.create";
  const changed = random.below(10) === 0 && !isCreate ? tamed(values.mutated(message)) : message;
  const text = JSON.stringify(random.below(200) === 0 ? [changed, message] : changed);
  const isDelicate = /"(?:rows|cols|delay_ms|timeout_ms|program)"/.test(text);
  return random.below(4) === 0 && !isDelicate ? scratched(text) : text;
}

/** What is valid must not be large, long or harmful to the machine; what is not may be anything. */
function tamed(value: unknown): unknown {
  const isAbove = (value: unknown, max: number): boolean => typeof value === "number" && value > max && value <= 1e8;
  const text = JSON.stringify(value, (key, value: unknown) => {
    if ((key === "rows" || key === "cols") && isAbove(value, 12)) return 12;
    if ((key === "delay_ms" || key === "timeout_ms") && isAbove(value, 3)) return 3;
    return key === "program" && typeof value === "string" ? `${value}\0` : value;
  });
  return JSON.parse(text ?? "null") as unknown;
}

/** The text with some of its characters dropped, doubled or replaced. */
function scratched(text: string): string {
  let result = text;
  for (let times = 1 + random.below(3); times > 0; times--) {
    const at = random.below(result.length);
    const put = random.pick([
      "",
      result[at] + result[at],
      random.text(1, '{}[]",:0123456789.eE+-\\u \t\n\u0000ab\ud83d'),
    ]);
    result = result.slice(0, at) + put + result.slice(at + 1);
  }
  return result;
}

interface Answer {
  readonly jsonrpc: string;
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** One answer, to what was asked, of a form that the protocol knows. */
function checkAnswer(asked: unknown, answer: Answer): void {
  assert.equal(answer.jsonrpc, "2.0");
  const { id, method } = (typeof asked === "object" && asked !== null ? asked : {}) as {
    id?: unknown;
    method?: unknown;
  };
  const isId = id === null || typeof id === "string" || typeof id === "number";
  assert.deepEqual(answer.id, isId && Object.hasOwn(asked as object, "id") ? id : null);
  assert.deepEqual(Object.keys(answer).length, 3);
  if (answer.error === undefined) {
    requireExactly(methods[method as MethodName].result, answer.result);
    succeeded.add(method as MethodName);
    return;
  }
  const { code, message, data } = answer.error;
  assert.ok(Object.values<number>(RPC_ERROR_CODES).includes(code), `${code}: ${message}`);
  if (code === RPC_ERROR_CODES.internal_error)
    assert.ok(REASONS.includes((data as WireErrorData | undefined)?.code ?? ""), `${message} ${JSON.stringify(data)}`);
  assert.ok(message.length > 0 && message.length < 20_000);
  if (data !== undefined) requireExactly(errorData, data);
}

const isNotification = (asked: unknown): boolean => {
  if (typeof asked !== "object" || asked === null || Array.isArray(asked)) return false;
  const { jsonrpc, method } = asked as { jsonrpc?: unknown; method?: unknown };
  return (
    !Object.hasOwn(asked, "id") && Object.hasOwn(asked, "jsonrpc") && jsonrpc === "2.0" && typeof method === "string"
  );
};

function check(text: string, answerText: string | undefined): void {
  let asked: unknown;
  try {
    asked = JSON.parse(text);
  } catch {
    assert.equal((JSON.parse(answerText ?? "null") as Answer).error?.code, RPC_ERROR_CODES.parse_error);
    return;
  }
  if (Array.isArray(asked) && asked.length > 0) {
    const wanted = asked.filter((item) => !isNotification(item));
    if (wanted.length === 0) return assert.equal(answerText, undefined);
    const answers = JSON.parse(answerText ?? "null") as Answer[];
    assert.equal(answers.length, wanted.length);
    return wanted.forEach((item, index) => checkAnswer(item, answers[index]));
  }
  if (isNotification(asked)) return assert.equal(answerText, undefined);
  assert.ok(answerText !== undefined, "no answer");
  checkAnswer(asked, JSON.parse(answerText) as Answer);
}

async function round(state: RpcServerState, count: number): Promise<void> {
  const server = new RpcServer({ state });
  const answers: Promise<void>[] = [];
  const problems: string[] = [];
  for (let index = 0; index < count; index++) {
    const text = request(index);
    const answer = server.handleLine(text).then((json) => {
      try {
        check(text, json);
      } catch (error) {
        problems.push(`${text}\n  ${json?.slice(0, 500)}\n  ${String(error)}`);
      }
    });
    answers.push(answer);
    if (index % 50 === 0) await turn();
  }
  // Whatever still waits is ended with its session, and answered so.
  await server.handleLine('{"jsonrpc":"2.0","id":1,"method":"session.list"}');
  await Promise.all(state.adapters.list().map(({ id }) => state.adapters.remove(id)));
  await Promise.all(state.sessions.list().map(({ id }) => state.sessions.remove(id)));
  await Promise.all(answers);
  await server.close();
  assert.deepEqual(problems.slice(0, 3), []);
}

test("R11: requests of every kind of nonsense are each answered once, as the protocol says, and never with -32603 for no reason", async (t) => {
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown): void => void rejections.push(reason);
  process.on("unhandledRejection", onRejection);
  t.after(() => process.off("unhandledRejection", onRejection));
  const { state, peer } = await withPlugin(t, PLUGIN);
  const began = performance.now();
  let done = 0;
  // A slow machine goes on until every method was reached.
  const isReached = (): boolean => names.every((name) => succeeded.has(name) || name === "session.create");
  for (; done < REQUESTS && (performance.now() - began < LIMIT_MS || !isReached()); done += CHUNK) {
    for (let count = 0; count < 3; count++)
      await peer.shell("stty raw -echo; printf ready; exec cat", { rows: 3, cols: 12 });
    const started = await peer.request("adapter.start", { plugin: "demo", rows: 3, cols: 12 });
    ({ adapter } = started);
    await round(state, CHUNK);
    // Others may have been started meanwhile.
    const { session } = await peer.request("adapter.start", { plugin: "demo" });
    base = Number(session.slice(1));
  }
  t.diagnostic(`${done} requests in ${Math.round(performance.now() - began)} ms`);
  await turn();
  assert.deepEqual(rejections, []);
  assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
  assert.deepEqual(
    names.filter((name) => !succeeded.has(name)),
    ["session.create"],
  );
  assert.ok(done >= 10_000, `only ${done} requests within ${LIMIT_MS} ms`);
});
