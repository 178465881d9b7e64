import type { RpcErrorName } from "./error-types.js";
import type { PluginPermission } from "./plugin-types.js";
import type { ObjectNode, Schema, WireInput } from "./schema/schema.js";

/**
 * What a method is about. A call that names something that does not exist also waits for earlier calls that may be about to make it.
 *
 * - `common`: it names nothing.
 * - `session`, `adapter`, `plugin`: the one it names.
 * - `adapter_turn`: likewise, but one adapter's sends, waits and turns have a line of their own, whatever connection they come from.
 * - `session_end`, `adapter_end`: likewise, and it is no longer in a list behind it. A plugin that hangs does not hold it up for long.
 * - `adapter_start`: the plugin it names, and one more adapter.
 * - `sessions`, `adapters`, `plugins`: what there is of them; `plugin_change` changes it.
 * - `wait`: the wait it names.
 */
export type MethodLane =
  | "common"
  | "session"
  | "session_end"
  | "sessions"
  | "adapter"
  | "adapter_turn"
  | "adapter_end"
  | "adapter_start"
  | "adapters"
  | "plugin"
  | "plugins"
  | "plugin_change"
  | "wait";

/** One method of the protocol. */
export interface MethodSpec<P extends ObjectNode = ObjectNode, R extends Schema = Schema> {
  readonly summary: string;
  readonly params: P;
  readonly result: R;
  /** Beside those that every method can end with. */
  readonly errors: readonly RpcErrorName[];
  /** What the manifest of the plugin that it names must grant; nothing if left out. */
  readonly needs?: readonly PluginPermission[];
  /** Among which calls of its connection it takes effect in the order received. */
  readonly lane: MethodLane;
  /**
   * Until when the next call of its lane waits: until this one is done; until it has taken effect, which its handler tells, and may be
   * answered later; or until it has begun, as a wait.
   */
  readonly keeps: "until_done" | "until_effect" | "until_begun";
  /** An example that works, for the documents. */
  readonly example: WireInput<P>;
}

export const method = <P extends ObjectNode, R extends Schema>(spec: MethodSpec<P, R>): MethodSpec<P, R> => spec;
