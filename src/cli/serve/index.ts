/**
 * cli/serve: the JSON-RPC server as a command: where it listens, what its output is kept clean of, how it ends.
 * Should avoid: knowing any method.
 */
export type { ServeOptions } from "./serve.js";
export { serve } from "./serve.js";
