import type { WaitEvidence } from "../api/index.js";
import { InputLeasedError, ProgramEndedError, WaitTimeoutError } from "../api/index.js";
import type { ErrorCode } from "../base/index.js";
import {
  InputBacklogError,
  IntentRefusedError,
  InvalidArgumentError,
  PermissionDeniedError,
  PlanInterruptedError,
  PluginError,
  PluginManifestError,
  PtywrightError,
  RawTranscriptError,
  SPAWN_ERROR_CODES,
  SessionClosedError,
  SpawnError,
  StillRunningError,
  UnsupportedOnPlatformError,
  WaitCancelledError,
  WaitInLineError,
} from "../base/index.js";
import type { ErrorData, Matcher, RpcErrorCode, RpcErrorName, Schema, WireErrorData } from "../protocol/index.js";
import { RPC_ERROR_CODES, errorData, respeltPath, translated } from "../protocol/index.js";

/** The connection ended before the answer came. */
export class ConnectionLostError extends PtywrightError {
  constructor(message: string, options?: ErrorOptions) {
    super("connection_lost", message, options);
  }
}

/** The server answered with an error. */
export class RemoteError extends PtywrightError {
  readonly method: string;
  /** The number on the wire, such as -32001. */
  readonly rpcCode: RpcErrorCode | (number & {});
  /** The same in a word; undefined for a number that this protocol does not have. */
  readonly kind: RpcErrorName | undefined;
  /** What the server knows: the field that was refused, or what a failed wait saw. */
  readonly data: ErrorData;

  constructor(method: string, error: { code: number; message: string; data?: WireErrorData | undefined }) {
    super("remote_error", error.message);
    this.method = method;
    this.rpcCode = error.code;
    this.kind = (Object.keys(RPC_ERROR_CODES) as RpcErrorName[]).find((name) => RPC_ERROR_CODES[name] === error.code);
    this.data = translated(errorData, error.data ?? {});
  }
}

/** What was asked for when the server refused: in both forms. */
export interface Asked {
  readonly schema: Schema;
  readonly wire: unknown;
  readonly params: unknown;
}

/** The error that the library would have rejected with, with the server's answer as its cause; the answer itself if there is none. */
export function libraryError(remote: RemoteError, asked: Asked): Error {
  const error = madeFrom(remote, asked);
  if (error === undefined) return remote;
  // What was waited for within a plan stands between the two.
  (error.cause instanceof Error ? error.cause : error).cause = remote;
  return error;
}

type Fields = Readonly<Record<string, unknown>>;

function madeFrom({ data, kind, message }: RemoteError, asked: Asked): Error | undefined {
  const params = asked.params as Fields;
  const { code, plugin = "", progress } = data;
  // Of a session's wait it is known here what was waited for; an adapter's plugin says it to the server only.
  const evidence = data.evidence && { ...data.evidence, matcher: params["matcher"] as Matcher | undefined };
  if (kind === "invalid_params" && code !== "unsupported_on_platform") return invalid(data, message, asked);
  if (SPAWN_ERROR_CODES.some((known) => known === code))
    return new SpawnError(code as ErrorCode, data.program ?? textOf(params["program"]), message);
  switch (code) {
    case "wait_timeout":
      return said(message, evidence === undefined ? new WaitInLineError(0) : new WaitTimeoutError(evidence));
    case "session_closed":
      return evidence === undefined ? new SessionClosedError(message) : said(message, new ProgramEndedError(evidence));
    case "wait_cancelled":
      return new WaitCancelledError(message);
    case "still_running":
      return said(message, new StillRunningError(data.pids ?? []));
    case "input_backlog_full":
      return new InputBacklogError(data.pendingBytes ?? 0, message);
    case "input_leased":
      return data.lease && said(message, new InputLeasedError(data.lease));
    case "raw_transcript_exists":
    case "raw_transcript_unsafe":
    case "raw_transcript_failed":
      return new RawTranscriptError(code, textOf(params["rawTranscriptPath"]), message);
    case "unsupported_on_platform":
      return new UnsupportedOnPlatformError(message);
    case "plugin_failed":
      return new PluginError(plugin, data.failure ?? "failed", message, data);
    case "plugin_manifest_invalid":
      return new PluginManifestError(textOf(params["manifestPath"]), message);
    case "intent_refused":
      return said(
        message,
        new IntentRefusedError(plugin, textOf(params["intent"]), data.refusal ?? "", undefined, data.hasActed),
      );
    case "plan_interrupted":
      return progress && said(message, new PlanInterruptedError(progress.why, progress, causedBy(evidence)));
    default:
      if (data.requiredPermission !== undefined)
        return said(message, new PermissionDeniedError(plugin, data.requiredPermission, "this"));
      return code === undefined ? undefined : new PtywrightError(code as ErrorCode, message);
  }
}

/** The field is named as the caller of the library wrote it. */
function invalid({ field = "params", code }: ErrorData, message: string, { schema, wire }: Asked): Error {
  const name = respeltPath(schema, wire, field, "library");
  const text = message.startsWith(field) ? name + message.slice(field.length) : message;
  return new InvalidArgumentError(name, text, code as ErrorCode | undefined);
}

/** The wait that a plan was stopped by. */
const causedBy = (evidence: WaitEvidence | undefined): ErrorOptions =>
  evidence === undefined ? {} : { cause: new WaitTimeoutError(evidence) };

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** In the server's words, which know what is covered. */
function said<E extends Error>(message: string, error: E): E {
  error.message = message;
  return error;
}
