/** What JSON can say; a field that is undefined counts as absent. */
export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue | undefined };

/** A plugin's code and what it may use of the host. */
export interface PluginProgram {
  readonly name: string;
  readonly runtime: "lua" | "wasm";
  /** The plugin's directory, as `realpath` has it; undefined if its code has none, and so nothing to require. */
  readonly root?: string | undefined;
  /** Which directory that was when the entrypoint was read; see `identityOf`. */
  readonly rootIdentity?: string | undefined;
  /** Relative to the root, and the name in error messages: `main.lua`. */
  readonly entrypoint: string;
  /** The entrypoint's content, already read; see `readContainedFile`. */
  readonly source: Uint8Array | string;
  readonly permissions: readonly string[];
}

export type PluginLogLevel = "debug" | "info" | "warn";
