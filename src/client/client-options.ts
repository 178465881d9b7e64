import type { FramingName } from "../jsonrpc/index.js";

export interface ConnectOptions {
  /** The server's socket; the per-user one unless given. */
  readonly socket?: string | undefined;
  /** As the server was started with; ndjson unless given. */
  readonly framing?: FramingName | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface StartOptions {
  /** The server to start, with its arguments; the ptywright of this package with `serve --stdio` unless given. */
  readonly command?: readonly string[] | undefined;
  readonly framing?: FramingName | undefined;
  readonly cwd?: string | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Manifests of plugins that the server begins with; not beside `command`. */
  readonly plugins?: readonly string[] | undefined;
  /** Lets `loadPlugin` and `unloadPlugin` work; not beside `command`. */
  readonly allowPluginLoad?: boolean | undefined;
}

export interface RequestOptions {
  /** Stops waiting for the answer. A wait is cancelled in the server too; what else was asked for may still happen. */
  readonly signal?: AbortSignal | undefined;
}

export interface NotificationOptions {
  /** Only of these sessions and of the adapters below; of everything if neither is given. */
  readonly sessions?: readonly string[] | undefined;
  /** Only of these adapters and of the sessions above. An adapter's own session is named like any other. */
  readonly adapters?: readonly string[] | undefined;
  /** Ends the iteration. */
  readonly signal?: AbortSignal | undefined;
}
