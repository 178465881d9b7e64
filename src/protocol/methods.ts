import type { ParamsInputOf, ParamsOf, ResultOf } from "./method.js";
import { adapterMethods } from "./adapter-methods.js";
import { pluginMethods } from "./plugin-methods.js";
import { serverMethods } from "./server-methods.js";
import { sessionMethods } from "./session-methods.js";

/** Every method of the protocol: the one list that the server, the client and the documents read. */
export const methods = { ...serverMethods, ...sessionMethods, ...adapterMethods, ...pluginMethods } as const;

export type MethodName = keyof typeof methods;
/** What a caller sends; defaults may be left out. */
export type Params<M extends MethodName> = ParamsInputOf<(typeof methods)[M]>;
/** What a handler gets, defaults filled in. */
export type CheckedParams<M extends MethodName> = ParamsOf<(typeof methods)[M]>;
export type Result<M extends MethodName> = ResultOf<(typeof methods)[M]>;
