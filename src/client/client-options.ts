import type { Since } from "../api/index.js";
import type { FramingName } from "../jsonrpc/framing/index.js";

export interface StartOptions {
  /** The server to start, with its arguments. Default: the ptywright of this package with `serve --stdio`. */
  readonly command?: readonly string[] | undefined;
  readonly framing?: FramingName | undefined;
  readonly cwd?: string | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Manifests of plugins that the server loads at its start; not together with `command`. */
  readonly plugins?: readonly string[] | undefined;
  /** Allows `loadPlugin` and `unloadPlugin`; not together with `command`. */
  readonly allowPluginLoad?: boolean | undefined;
}

export interface RequestOptions {
  /** Stops waiting for the answer. A wait is cancelled in the server too; other requests may still take effect. */
  readonly signal?: AbortSignal | undefined;
}

export interface NotificationOptions {
  /** Output that was written after this is told too, of sessions that this connection was not told of before. */
  readonly outputSince?: Since | undefined;
  /** Only these sessions, and the adapters below. If neither is given, everything. */
  readonly sessions?: readonly string[] | undefined;
  /** Only these adapters, and the sessions above. An adapter's session is named like any other. */
  readonly adapters?: readonly string[] | undefined;
  /** Ends the iteration. */
  readonly signal?: AbortSignal | undefined;
}
