import { readFileSync, readdirSync } from "node:fs";
import type { TestContext } from "node:test";
import { setImmediate as immediate, setTimeout as delay } from "node:timers/promises";
import type { MethodName } from "ptywright/protocol";
import type { RpcServerState } from "ptywright/rpc";
import { RpcServer } from "ptywright/rpc";
import { checkAnswers } from "./fuzzed-answers.js";
import { FuzzedRequests, METHOD_NAMES } from "./fuzzed-requests.js";
import { withPlugin } from "./plugins.js";
import type { RpcPeer } from "./rpc-peer.js";

/** What broke something once, for good. */
export const REGRESSIONS = new URL("../../../soak/regressions/", import.meta.url);

/** How long an answer of a request that was kept may take, so that it is not ended with the round instead. */
const REPLAY_MS = 2_000;

/** So many requests of a round may end what the others need as often as anything else, or some methods are hardly ever reached. */
const LATE = 200;

/** What it is told comes back as what it says itself. */
const PLUGIN = `
  local M, heard = {}, nil
  function M.classify(ctx) return { state = "ready", metadata = heard, candidates = { heard } } end
  function M.say(params) heard = params; return { actions = { ptywright.action.text("said") } } end
  function M.mirror(params) return params end
  function M.wait_turn_matcher() return ptywright.matcher.screen_stable(0) end
  return M`;

/** A request whose answer is not as the protocol says. */
export interface BrokenRequest {
  readonly what: string;
  /** Names the sessions s1 to s3 and the adapter e1, as a fresh server does. */
  readonly request: string;
}

/** A server that is asked every kind of nonsense, in rounds that each have three sessions and an adapter. */
export class RequestFuzz {
  /** A fuzzer whose requests are all refused at the door tests the door. */
  readonly succeeded = new Set<MethodName>();
  readonly #requests: FuzzedRequests;
  readonly #state: RpcServerState;
  readonly #peer: RpcPeer;
  /** Ids that no request names: an adapter that keeps the plugin from being unloaded, and its session. */
  readonly #kept: readonly string[];

  private constructor(seed: number, state: RpcServerState, peer: RpcPeer, kept: readonly string[]) {
    this.#requests = new FuzzedRequests(seed);
    this.#state = state;
    this.#peer = peer;
    this.#kept = kept;
  }

  static async start(t: TestContext, seed: number): Promise<RequestFuzz> {
    const { state, peer } = await withPlugin(t, PLUGIN);
    const { adapter, session } = await peer.request("adapter.start", { plugin: "demo", rows: 3, cols: 12 });
    return new RequestFuzz(seed, state, peer, [adapter, session]);
  }

  /** What no request of any round has got through to. */
  get neverSucceeded(): MethodName[] {
    return METHOD_NAMES.filter((name) => !this.succeeded.has(name));
  }

  /** So many random requests; those that were not answered as they should. */
  async round(count: number): Promise<BrokenRequest[]> {
    return this.#round(function* (requests) {
      for (let id = 0; id < count; id++) yield requests.next(id, id >= count - LATE);
    });
  }

  /** Requests that were kept. */
  async replay(texts: readonly string[]): Promise<BrokenRequest[]> {
    return this.#round((_, toHere) => texts.map(toHere), true);
  }

  async #round(
    texts: (requests: FuzzedRequests, toHere: (text: string) => string) => Iterable<string>,
    isPatient = false,
  ): Promise<BrokenRequest[]> {
    const sessions: string[] = [];
    while (sessions.length < 3)
      sessions.push(await this.#peer.shell("stty raw -echo; printf ready; exec cat", { rows: 3, cols: 12 }));
    const { adapter } = await this.#peer.request("adapter.start", { plugin: "demo", rows: 3, cols: 12 });
    this.#requests.world = { sessions, adapter };
    const toHere = (text: string): string =>
      text
        .replaceAll(/"s([123])"/g, (_, at: string) => `"${sessions[Number(at) - 1]}"`)
        .replaceAll('"e1"', `"${adapter}"`);
    const toKeep = (text: string): string =>
      sessions
        .reduce((kept, id, at) => kept.replaceAll(`"${id}"`, `"s${at + 1}"`), text)
        .replaceAll(`"${adapter}"`, '"e1"');

    const server = new RpcServer({ state: this.#state });
    const answers: Promise<void>[] = [];
    const broken: BrokenRequest[] = [];
    for (const text of texts(this.#requests, toHere)) {
      const answer = server.handleLine(text).then((json) => {
        try {
          for (const name of checkAnswers(text, json)) this.succeeded.add(name);
        } catch (error) {
          broken.push({ what: `${String(error)}; answered ${json?.slice(0, 500)}`, request: toKeep(text) });
        }
      });
      if (answers.push(answer) % 50 === 0) await immediate();
    }
    if (isPatient) await Promise.race([Promise.all(answers), delay(REPLAY_MS, undefined, { ref: false })]);
    // Whatever still waits is ended with its session, and answered so.
    await server.handleLine('{"jsonrpc":"2.0","id":1,"method":"session.list"}');
    for (const table of [this.#state.adapters, this.#state.sessions]) {
      const ended = table.list().filter(({ id }) => !this.#kept.includes(id));
      await Promise.all(ended.map(({ id }) => table.remove(id)));
    }
    await Promise.all(answers);
    await server.close();
    this.#peer.received.length = 0;
    return broken;
  }
}

/** The requests that broke something once, each with the name of its file. */
export function keptRequests(): (BrokenRequest & { readonly name: string })[] {
  return readdirSync(REGRESSIONS)
    .filter((name) => name.startsWith("R11-") && name.endsWith(".json"))
    .map((name) => ({ name, ...(JSON.parse(readFileSync(new URL(name, REGRESSIONS), "utf8")) as BrokenRequest) }));
}
