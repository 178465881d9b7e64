import type { PluginErrorReason, PluginPosition } from "../../base/index.js";
import type { HostConstructors } from "./host-constructors.js";
import type { PluginLimits } from "./plugin-limits.js";
import type { JsonValue, PluginLogLevel, PluginProgram } from "./plugin-program.js";
import type { WasmModule } from "./web-assembly.js";

/** What a worker is started with. */
export interface WorkerStart {
  readonly program: PluginProgram;
  readonly limits: PluginLimits;
  /** What the code may call of the host. */
  readonly constructors: HostConstructors;
  /** The Lua virtual machine, compiled once for all workers; absent for a WebAssembly plugin. */
  readonly lua: WasmModule | undefined;
  readonly note: SharedArrayBuffer;
  /** Files that an earlier worker of the same plugin has read. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** One call; there is never a second one before the answer. */
export interface CallMessage {
  readonly name: string;
  readonly argument: JsonValue;
}

export interface Failure extends PluginPosition {
  readonly reason: PluginErrorReason;
  readonly text: string;
}

/** What a worker says. `booted` comes first; `loaded`, `answer` and `failure` end what was asked for; the others come in between. */
export type WorkerMessage =
  | Reply
  | { readonly type: "booted" }
  | { readonly type: "log"; readonly level: PluginLogLevel; readonly text: string }
  | { readonly type: "file"; readonly file: string; readonly content: Uint8Array };

export type Reply =
  | { readonly type: "loaded"; readonly exports: readonly string[] }
  | { readonly type: "answer"; readonly value: JsonValue }
  | { readonly type: "failure"; readonly failure: Failure };
