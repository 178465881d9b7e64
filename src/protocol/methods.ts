import type { Library, LibraryInput, Wire, WireInput } from "./schema/schema.js";
import { adapterMethods } from "./adapter-methods.js";
import { inputMethods } from "./input-methods.js";
import { pluginMethods } from "./plugin-methods.js";
import { serverMethods } from "./server-methods.js";
import { sessionMethods } from "./session-methods.js";
import type { WireChanges, WireSnapshot } from "./terminal-types.js";

/** Every method of the protocol: the one list that the server, the client and the documents read. */
export const methods = {
  ...serverMethods,
  ...sessionMethods,
  ...inputMethods,
  ...adapterMethods,
  ...pluginMethods,
} as const;

export type MethodName = keyof typeof methods;
type Methods = typeof methods;
/** What a caller sends, as it is on the wire; defaults may be left out. */
export type Params<M extends MethodName> = WireInput<Methods[M]["params"]>;
/** What a caller is answered, as it is on the wire. */
export type Result<M extends MethodName> = Wire<Methods[M]["result"]>;
/** The same for these parameters: of some methods they say how much is answered. */
export type ResultFor<M extends MethodName, P> = M extends "session.snapshot" | "adapter.snapshot"
  ? P extends { readonly since: number }
    ? WireChanges
    : WireSnapshot
  : M extends "session.wait"
    ? P extends { readonly result: "none" | "text" }
      ? Result<M>
      : Result<M> & { readonly snapshot: WireSnapshot; readonly transcript_tail: string }
    : Result<M>;
/** The same with the library's names. */
export type LibraryParams<M extends MethodName> = LibraryInput<Methods[M]["params"]>;
export type LibraryResult<M extends MethodName> = Library<Methods[M]["result"]>;
/** What a handler gets: with the library's names, checked, defaults filled in. */
export type CheckedParams<M extends MethodName> = Library<Methods[M]["params"]>;
