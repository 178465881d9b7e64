import type { RpcErrorName } from "./error-types.js";
import type { ObjectNode, Schema, WireInput } from "./schema/schema.js";

/** One method of the protocol. */
export interface MethodSpec<P extends ObjectNode = ObjectNode, R extends Schema = Schema> {
  readonly summary: string;
  readonly params: P;
  readonly result: R;
  /** Beside those that every method can end with. */
  readonly errors: readonly RpcErrorName[];
  /**
   * `in_turn`: done before the connection's next request begins. `detached`: begun in its turn, answered when it is done,
   * while later requests go on. `together`: in turn, but several in a row run at once, because none can tell whether another came first.
   */
  readonly order: "in_turn" | "detached" | "together";
  /** An example that works, for the documents. */
  readonly example: WireInput<P>;
}

export const method = <P extends ObjectNode, R extends Schema>(spec: MethodSpec<P, R>): MethodSpec<P, R> => spec;
