import type { Params } from "../protocol/index.js";
import type { CamelCased } from "../wire/index.js";
import type { RequestOptions } from "./client-options.js";

export type AdapterReadOptions = Omit<CamelCased<Params<"adapter.state">>, "adapter">;
export type AdapterSnapshotOptions = Omit<CamelCased<Params<"adapter.snapshot">>, "adapter">;
type WaitFields = CamelCased<Omit<Params<"adapter.wait">, "adapter" | "params">>;
type TurnFields = CamelCased<Pick<Params<"adapter.turn">, "wait_intent" | "timeout_ms" | "wait_id">>;

/** `signal` stops waiting for the answer; what was typed stays typed. */
export type RemoteIntentOptions = AdapterReadOptions & RequestOptions;
/** `intent` is the plugin's `wait_turn_matcher` unless given, and `params` is handed to it; `signal` cancels the wait. */
export type RemoteAdapterWaitOptions = WaitFields & RequestOptions & { readonly params?: unknown };
/** The same for the wait that follows; its intent is `waitIntent` here, its parameters `waitParams`. */
export type RemoteTurnOptions = TurnFields & AdapterReadOptions & RequestOptions & { readonly waitParams?: unknown };
