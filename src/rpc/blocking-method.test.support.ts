import { method, object } from "../protocol/index.js";
import type { RpcServerState } from "./server-state.js";

/** Adds `test.block`, which holds its connection up until the returned function is called. */
export function addBlockingMethod(state: RpcServerState): () => void {
  let go = (): void => undefined;
  const blocking = new Promise<object>((resolve) => (go = () => resolve({})));
  const spec = { summary: "", params: object({}), result: object({}), errors: [], example: {} };
  state.methods.add("test.block", method({ ...spec, lane: "common", keeps: "until_done" }), () => blocking);
  return () => go();
}
