/**
 * cli/serve: `ptywright serve`, the JSON-RPC server as a command. Where does it listen, what is loaded when, how does it end?
 * Nothing but the protocol goes to stdout.
 * Must not know: any method.
 */
export type { ServeOptions } from "./serve.js";
export { serve } from "./serve.js";
export { serveInBackground, type StartReport } from "./serve-in-background.js";
