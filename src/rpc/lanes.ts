import type { MethodSpec } from "../protocol/index.js";
import { wireName } from "../protocol/index.js";
import type { Call, Claim } from "../jsonrpc/index.js";
import type { RpcServerState } from "./server-state.js";

/** A valid matcher has 256 parts in all, each in a list or a value of its own. */
const MAX_PARTS_LOOKED_AT = 8_192;

/** How long a call that ends an adapter waits for earlier sends: far longer than a send takes unless its plugin is stuck. */
const PATIENCE_MS = 500;

const COMMON: readonly Claim[] = [{ lane: "common", mode: "exclusive" }];
const AFTER_COMMON: Claim = { lane: "common", mode: "after" };
const AFTER_STARTS: Claim = { lane: "adapters", mode: "after" };
/** A session or an adapter leaves the lists as soon as its end has begun. */
const ENDING_SESSION: Claim = { lane: "session ends", mode: "shared", untilBegun: true };
const ENDING_ADAPTER: Claim = { lane: "adapter ends", mode: "shared", untilBegun: true };
const LISTS_SESSIONS: readonly Claim[] = [...COMMON, { lane: "session ends", mode: "after" }];
const LISTS_ADAPTERS: readonly Claim[] = [AFTER_COMMON, AFTER_STARTS, { lane: "adapter ends", mode: "after" }];
const AFTER_PLUGIN_CHANGES: Claim = { lane: "plugins", mode: "after" };

/** What exists, and what is about to be removed. */
interface Present {
  readonly state: Pick<RpcServerState, "sessions" | "adapters" | "hasPlugin">;
  readonly isExclusive: (lane: string) => boolean;
}

/** The lanes of a call. What they guarantee is in docs/json-rpc.md under "Order". */
export function lanesOf(call: Call, spec: MethodSpec | undefined, present: Present): readonly Claim[] {
  if (call.type === "invalid" || spec === undefined) return COMMON;
  const named = (field: string): string | undefined => textAt(spec, call.params, field);
  const waitId = named("waitId") ?? textIn(valueAt(spec, call.params, "wait"), wireName("waitId"));
  const wait: Claim[] = waitId === undefined ? [] : [{ lane: `wait ${waitId}`, mode: "shared", untilBegun: true }];
  switch (spec.lane) {
    case "session":
      return [
        AFTER_COMMON,
        ...sessionLanes(named("session"), present),
        ...wait,
        ...pluginsIn(valueAt(spec, call.params, "matcher")).flatMap((name) => pluginLane(name, present)),
      ];
    case "session_end":
      return [AFTER_COMMON, ...sessionLanes(named("session"), present), ENDING_SESSION];
    case "sessions":
      return LISTS_SESSIONS;
    case "adapter":
      return adapterLane(named("adapter"), { mode: "exclusive" }, present);
    case "adapter_turn":
      return [...adapterLane(named("adapter"), { mode: "shared" }, present), ...wait];
    case "adapter_end":
      return [...endLane(named("adapter"), present), ENDING_ADAPTER];
    case "adapter_start":
      return [
        AFTER_COMMON,
        { lane: "adapters", mode: "shared" },
        ...pluginLane(named("plugin"), present),
        ...endLane(named("priorAdapter"), present),
      ];
    case "adapters":
      return LISTS_ADAPTERS;
    case "plugin":
      return pluginLane(named("plugin"), present);
    case "plugins":
      return [AFTER_COMMON, AFTER_PLUGIN_CHANGES];
    case "plugin_change":
      return [{ lane: "plugins", mode: "exclusive" }, ...exclusive("plugin", named("plugin"))];
    case "wait":
      return waitId === undefined
        ? afterStartOf(named("adapter"), present)
        : [{ lane: `wait ${waitId}`, mode: "after" }];
    case "common":
      return COMMON;
  }
}

const exclusive = (kind: string, id: string | undefined): Claim[] =>
  id === undefined ? [] : [{ lane: `${kind} ${id}`, mode: "exclusive" }];

/** One that is known by its name is the same as by its id. Of those that are not there yet nobody knows which is which. */
function sessionLanes(idOrName: string | undefined, { state }: Present): Claim[] {
  if (idOrName === undefined) return [];
  const known = state.sessions.namesOf(idOrName);
  if (known !== undefined) return known.flatMap((each) => exclusive("session", each));
  const [own, other] = LIKE_AN_ID.test(idOrName) ? ["new ids", "new names"] : ["new names", "new ids"];
  return [...exclusive("session", idOrName), { lane: own, mode: "shared" }, { lane: other, mode: "after" }];
}

const LIKE_AN_ID = /^s[0-9]+$/;

function adapterLane(id: string | undefined, how: Omit<Claim, "lane">, present: Present): Claim[] {
  return id === undefined ? [] : [{ lane: `adapter ${id}`, ...how }, ...afterStartOf(id, present)];
}

const endLane = (id: string | undefined, present: Present): Claim[] =>
  adapterLane(id, { mode: "exclusive", patienceMs: PATIENCE_MS }, present);

const afterStartOf = (id: string | undefined, { state }: Present): Claim[] =>
  id === undefined || state.adapters.has(id) ? [] : [AFTER_STARTS];

/** A plugin that is being unloaded may be loaded again by a later request. */
function pluginLane(name: string | undefined, { state, isExclusive }: Present): Claim[] {
  if (name === undefined) return [];
  const lane = `plugin ${name}`;
  const isThere = state.hasPlugin(name) && !isExclusive(lane);
  return [{ lane, mode: "shared" }, ...(isThere ? [] : [AFTER_PLUGIN_CHANGES])];
}

/** By name, or in a list by position. Params are not checked yet; a call with bad ones is refused in whatever lane it is. */
function valueAt({ params: { fields } }: MethodSpec, params: unknown, field: string): unknown {
  if (typeof params !== "object" || params === null) return undefined;
  const name = wireName(field);
  if (!Object.hasOwn(fields, name)) return undefined;
  if (Array.isArray(params)) return params[Object.keys(fields).indexOf(name)] as unknown;
  return (params as Readonly<Record<string, unknown>>)[name];
}

function textAt(spec: MethodSpec, params: unknown, name: string): string | undefined {
  const value = valueAt(spec, params, name);
  return typeof value === "string" ? value : undefined;
}

function textIn(value: unknown, name: string): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const text = (value as Readonly<Record<string, unknown>>)[name];
  return typeof text === "string" ? text : undefined;
}

/** The plugins whose predicates a matcher asks, at any depth. */
function pluginsIn(matcher: unknown): string[] {
  const found: string[] = [];
  // Not checked yet: a stack of its own, because it is as deep as a client likes, and no more of it than can be valid.
  const left: unknown[] = [matcher];
  for (let count = 0; left.length > 0 && count < MAX_PARTS_LOOKED_AT; count++) {
    const node = left.pop();
    if (Array.isArray(node)) for (const part of node.slice(0, MAX_PARTS_LOOKED_AT) as unknown[]) left.push(part);
    else if (typeof node === "object" && node !== null) {
      const { type, value } = node as Readonly<Record<string, unknown>>;
      const plugin = type === "lua" ? textIn(value, "plugin") : undefined;
      if (plugin !== undefined) found.push(plugin);
      else left.push(value, (node as Readonly<Record<string, unknown>>)["matcher"]);
    }
  }
  return found;
}
