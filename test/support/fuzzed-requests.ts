import { fileURLToPath } from "node:url";
import type { MethodName } from "ptywright/protocol";
import type { MethodSpec } from "#internal/protocol/index.js";
import { methods } from "#internal/protocol/index.js";
import { RandomValues } from "./random-values.js";
import { Random } from "./random.js";

export const METHOD_NAMES = Object.keys(methods) as MethodName[];
/** These end what the others need, or take longer than all of them. */
const ENDINGS = new Set<string>(["session.kill", "session.close", "adapter.close", "adapter.start", "adapter.resume"]);
const ECHO = fileURLToPath(new URL("../../../test/fixtures/plugins/echo/manifest.toml", import.meta.url));

/** What requests may name so that they mean something. */
export interface FuzzedWorld {
  readonly sessions: readonly string[];
  readonly adapter: string;
}

/** Requests that the schema allows, most of them with something changed about them. */
export class FuzzedRequests {
  readonly #random: Random;
  readonly #values: RandomValues;
  world: FuzzedWorld = { sessions: ["s999999"], adapter: "e999999" };

  constructor(seed: number) {
    this.#random = new Random(seed);
    this.#values = new RandomValues(this.#random, {
      session: (random) => (random.below(10) === 0 ? "s999999" : random.pick(this.world.sessions)),
      // Refused whatever else is asked for: which programs there are is the machine's business.
      program: (random) => random.pick(["\0cat", "cat\0", 7]),
      wait_id: (random) => `w${random.below(20)}`,
      timeout_ms: (random) => random.below(3),
      // A screen of a million cells takes longer to write down than all else.
      rows: (random) => 1 + random.below(5),
      cols: (random) => 1 + random.below(12),
      delay_ms: () => 0,
      adapter: (random) => (random.below(10) === 0 ? "e999999" : this.world.adapter),
      plugin: (random) => random.pick(["demo", "echo", "shell", "none"]),
      prior_adapter: () => "e999999",
      manifest_path: (random) => random.pick([ECHO, "/nonexistent/manifest.toml"]),
      intent: (random) => random.pick(["say", "mirror", "wait_turn_matcher", "none"]),
      wait_intent: (random) => random.pick(["wait_turn_matcher", "none"]),
    });
  }

  /** Late in a round more of them end what the others need. */
  next(id: number, isLate: boolean): string {
    const random = this.#random;
    let method = random.pick(METHOD_NAMES);
    if (ENDINGS.has(method) && !isLate && random.below(50) > 0) method = "session.wait";
    const spec: MethodSpec = methods[method];
    let params = this.#values.valid(spec.params);
    for (let times = random.below(3); times > 0; times--) params = this.#values.mutated(params);
    params = tamed(params);
    if (method === "session.create" && Array.isArray(params)) params = {};
    if (method === "session.wait" && typeof params === "object" && params !== null && !Array.isArray(params))
      params = { timeout_ms: 1, ...params };
    // By position nothing could be tamed after a change.
    else if (random.below(8) === 0 && typeof params === "object" && params !== null && method !== "session.create")
      params = Object.keys(spec.params.fields).map((name) => (params as Record<string, unknown>)[name]);
    const message: Record<string, unknown> = { jsonrpc: "2.0", id, method, params };
    const isCreate = method === "session.create";
    const changed = random.below(10) === 0 && !isCreate ? tamed(this.#values.mutated(message)) : message;
    const text = JSON.stringify(random.below(200) === 0 ? [changed, message] : changed);
    const isDelicate = /"(?:rows|cols|delay_ms|timeout_ms|program)"/.test(text);
    return random.below(4) === 0 && !isDelicate ? this.#scratched(text) : text;
  }

  /** The text with some of its characters dropped, doubled or replaced. */
  #scratched(text: string): string {
    const random = this.#random;
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
