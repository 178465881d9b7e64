/** The codes of a {@link SpawnError}. */
export const SPAWN_ERROR_CODES = [
  "program_not_found",
  "program_is_directory",
  "program_not_executable",
  "cwd_not_found",
  "cwd_not_directory",
  "cwd_not_accessible",
  "spawn_failed",
] as const satisfies readonly string[];

/** Every code an error of this library can carry. Closed: callers may switch over it. */
export type ErrorCode =
  | (typeof SPAWN_ERROR_CODES)[number]
  | "invalid_argument"
  | "invalid_key"
  | "invalid_regex"
  | "name_taken"
  | "no_such_session"
  | "wait_timeout"
  | "wait_cancelled"
  | "session_closed"
  | "still_running"
  | "input_backlog_full"
  | "input_leased"
  | "raw_transcript_exists"
  | "raw_transcript_unsafe"
  | "raw_transcript_failed"
  | "config_invalid"
  | "socket_in_use"
  | "socket_unsafe"
  | "socket_failed"
  | "broken_frame"
  | "client_gone"
  | "connect_failed"
  | "connection_lost"
  | "remote_error"
  | "plugin_failed"
  | "plugin_file_refused"
  | "plugin_manifest_invalid"
  | "permission_denied"
  | "intent_refused"
  | "fixture_invalid"
  | "plan_interrupted"
  | "ambiguous_locator"
  | "mouse_not_tracked"
  | "not_on_screen"
  | "too_many_open_files"
  | "unsupported_on_platform";

/**
 * Base of all errors thrown on purpose. The message says what happened, what was expected and what to do next.
 *
 * @example
 * ```ts
 * await session.sendKey("nonsense").catch((error) => {
 *   if (error instanceof PtywrightError) console.error(error.code, error.message);
 * });
 * ```
 */
export class PtywrightError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/**
 * The program or its working directory cannot be used; thrown before anything was forked.
 *
 * @example
 * ```ts
 * await Session.spawn({ program: "no-such-program" }).catch((error) => {
 *   if (error instanceof SpawnError) console.error(error.code, error.program); // program_not_found
 * });
 * ```
 */
export class SpawnError extends PtywrightError {
  readonly program: string;

  constructor(code: ErrorCode, program: string, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.program = program;
  }
}

/**
 * A value handed in has the wrong type, range or form. `field` names it.
 *
 * @example
 * ```ts
 * try {
 *   parseKey("entr");
 * } catch (error) {
 *   if (error instanceof InvalidArgumentError) console.error(error.field, error.code); // key invalid_key
 * }
 * ```
 */
export class InvalidArgumentError extends PtywrightError {
  readonly field: string;

  constructor(field: string, message: string, code: ErrorCode = "invalid_argument", options?: ErrorOptions) {
    super(code, message, options);
    this.field = field;
  }
}

/** The error of a check with the field that holds what was checked before its own: `redaction.replacement`. Other errors as they are. */
export function inField(outer: string, error: unknown): unknown {
  if (!(error instanceof InvalidArgumentError)) return error;
  const { field, message, code } = error;
  const said = message.startsWith(field) ? `${outer}.${message}` : message;
  return new InvalidArgumentError(`${outer}.${field}`, said, code, { cause: error });
}

/**
 * The session ended, or was closed, and what was asked for can no longer happen.
 *
 * @example
 * ```ts
 * await session.close();
 * await session.writeText("x").catch((error) => console.log(error instanceof SessionClosedError)); // true
 * ```
 */
export class SessionClosedError extends PtywrightError {
  constructor(message: string, options?: ErrorOptions) {
    super("session_closed", message, options);
  }
}

/**
 * Processes of a session live on after everything was tried: another user's, or one that is stuck in the kernel. `pids` names them.
 *
 * @example
 * ```ts
 * await session.close().catch((error) => {
 *   if (error instanceof StillRunningError) console.error(`left: ${error.pids.join(", ")}`);
 * });
 * ```
 */
export class StillRunningError extends PtywrightError {
  readonly pids: readonly number[];

  /** `foreign` are those that this user may not signal. */
  constructor(pids: readonly number[], foreign: readonly number[] = []) {
    const named = pids.length === 1 ? `process ${pids[0]}` : `processes ${pids.join(", ")}`;
    const why =
      foreign.length === 0
        ? "it did not go though it was told to with SIGKILL, as one does not that is stuck in the kernel"
        : `${foreign.join(", ")} belongs to another user, who alone can end it`;
    super(
      "still_running",
      `${named} of the session did not end: ${why}. End what is left, then close the session again.`,
    );
    this.pids = pids;
  }
}

/**
 * The caller's AbortSignal fired.
 *
 * @example
 * ```ts
 * const never = session.waitFor(Matcher.containsText("never"), { signal: AbortSignal.timeout(100) });
 * await never.catch((error) => console.log(error instanceof WaitCancelledError)); // true
 * ```
 */
export class WaitCancelledError extends PtywrightError {
  constructor(message: string, options?: ErrorOptions) {
    super("wait_cancelled", message, options);
  }
}

/**
 * The time was up before the turn of a wait had come. Nothing of it was begun.
 *
 * @example
 * ```ts
 * const isInLine = (error: unknown) => error instanceof WaitInLineError; // try again later: nothing was typed
 * ```
 */
export class WaitInLineError extends PtywrightError {
  constructor(timeoutMs: number) {
    super(
      "wait_timeout",
      `timed out after ${timeoutMs} ms, still waiting in line behind another send, wait or turn; nothing was sent. ` +
        "Give it more time, or end what is under way.",
    );
  }
}

/**
 * The child does not read, and the bytes waiting for it reached the limit.
 *
 * @example
 * ```ts
 * await session.writeText("one more line\r").catch((error) => {
 *   if (error instanceof InputBacklogError) console.error(`${error.pendingBytes} bytes are not read`);
 * });
 * ```
 */
export class InputBacklogError extends PtywrightError {
  readonly pendingBytes: number;

  constructor(pendingBytes: number, message: string) {
    super("input_backlog_full", message);
    this.pendingBytes = pendingBytes;
  }
}

/**
 * The raw transcript file cannot be created or written safely.
 *
 * @example
 * ```ts
 * await Session.spawn({ program: "sh" }, { rawTranscript: { path: "raw.log" } }).catch((error) => {
 *   if (error instanceof RawTranscriptError) console.error(error.code, error.path); // raw_transcript_exists
 * });
 * ```
 */
export class RawTranscriptError extends PtywrightError {
  readonly path: string;

  constructor(code: ErrorCode, path: string, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.path = path;
  }
}

/**
 * config.toml does not parse or holds a value of the wrong type.
 *
 * @example
 * ```ts
 * const brokenFile = (error: unknown) => (error instanceof ConfigError ? error.path : undefined);
 * ```
 */
export class ConfigError extends PtywrightError {
  readonly path: string;

  constructor(path: string, message: string, options?: ErrorOptions) {
    super("config_invalid", message, options);
    this.path = path;
  }
}

/**
 * The operating system has no such thing (for example SIGUSR1 on Windows).
 *
 * @example
 * ```ts
 * try {
 *   session.signal("user1");
 * } catch (error) {
 *   if (error instanceof UnsupportedOnPlatformError) session.signal("term");
 * }
 * ```
 */
export class UnsupportedOnPlatformError extends PtywrightError {
  constructor(message: string) {
    super("unsupported_on_platform", message);
  }
}

/**
 * A plugin's manifest cannot be read, does not parse, or does not fit together.
 *
 * @example
 * ```ts
 * const brokenFile = (error: unknown) => (error instanceof PluginManifestError ? error.path : undefined);
 * ```
 */
export class PluginManifestError extends PtywrightError {
  readonly path: string;

  constructor(path: string, message: string, options?: ErrorOptions) {
    super("plugin_manifest_invalid", message, options);
    this.path = path;
  }
}

/**
 * A plugin asked for what its manifest does not grant. Nothing of it was done.
 *
 * @example
 * ```ts
 * const missing = (error: unknown) => (error instanceof PermissionDeniedError ? error.permission : undefined);
 * ```
 */
export class PermissionDeniedError extends PtywrightError {
  readonly plugin: string;
  readonly permission: string;

  constructor(plugin: string, permission: string, what: string) {
    super(
      "permission_denied",
      `plugin "${plugin}" may not use ${what}: its manifest does not grant ${permission}; nothing was sent`,
    );
    this.plugin = plugin;
    this.permission = permission;
  }
}

/**
 * A plugin refused to carry an intent out, for a reason of its own. Nothing was sent.
 *
 * @example
 * ```ts
 * const canTryAgain = (error: unknown) => error instanceof IntentRefusedError && !error.hasActed;
 * ```
 */
export class IntentRefusedError extends PtywrightError {
  readonly plugin: string;
  readonly intent: string;
  /** One fixed word of the plugin's, such as `stale_dialog`. */
  readonly reason: string;
  /** Something was typed before: it is a later part of the plan that was refused. */
  readonly hasActed: boolean;

  constructor(plugin: string, intent: string, reason: string, message?: string, hasActed = false) {
    super(
      "intent_refused",
      `plugin "${plugin}" refused ${intent}: ${reason}${message === undefined ? "" : `: ${message}`}`,
    );
    this.plugin = plugin;
    this.intent = intent;
    this.reason = reason;
    this.hasActed = hasActed;
  }
}

/** How far a plan came. */
export interface PlanProgress {
  /** The step that stopped it, from 1, and how many there are. */
  readonly step: number;
  readonly steps: number;
  /** Actions that were sent before. */
  readonly sent: number;
}

/**
 * A look between two actions did not find what must be there: nothing behind it was sent. `cause` has the evidence.
 *
 * @example
 * ```ts
 * const typed = (error: unknown) => (error instanceof PlanInterruptedError ? error.sent : 0);
 * ```
 */
export class PlanInterruptedError extends PtywrightError implements PlanProgress {
  /** What was missing. */
  readonly why: string;
  readonly step: number;
  readonly steps: number;
  readonly sent: number;

  constructor(why: string, { step, steps, sent }: PlanProgress, options?: ErrorOptions) {
    const before =
      sent === 0
        ? "nothing was sent"
        : `${sent === 1 ? "one action before it was" : `${sent} actions before it were`} sent, nothing behind it`;
    super("plan_interrupted", `stopped at step ${step} of ${steps}, ${before}: ${why}`, options);
    this.why = why;
    this.step = step;
    this.steps = steps;
    this.sent = sent;
  }
}

/** Why a call into a plugin has no answer. */
export type PluginErrorReason =
  "failed" | "instructions" | "time" | "memory" | "unavailable" | "missing_export" | "bad_value";

/** Where in the plugin's own files it happened. */
export interface PluginPosition {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

/**
 * A plugin failed, was cut off, or cannot be called at all.
 *
 * @example
 * ```ts
 * function explain(error: unknown): string {
 *   return error instanceof PluginError ? `${error.plugin}: ${error.reason} at ${error.file}:${error.line}` : String(error);
 * }
 * ```
 */
export class PluginError extends PtywrightError {
  readonly plugin: string;
  readonly reason: PluginErrorReason;
  readonly file?: string;
  readonly line?: number;

  constructor(plugin: string, reason: PluginErrorReason, message: string, position: PluginPosition = {}) {
    super("plugin_failed", message);
    this.plugin = plugin;
    this.reason = reason;
    if (position.file !== undefined) this.file = position.file;
    if (position.line !== undefined) this.line = position.line;
  }
}
