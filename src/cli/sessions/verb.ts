import { AmbiguousLocatorError } from "../../api/index.js";
import { InvalidArgumentError, NAME, PtywrightError, escapeControls, escapeJson } from "../../base/index.js";
import type { Client, RemoteSession } from "../../client/index.js";
import { ConnectError, ConnectionLostError } from "../../client/index.js";
import type { LibraryResult, MethodName, Schema } from "../../protocol/index.js";
import { encode, methods } from "../../protocol/index.js";
import { EXIT_FAILURE, EXIT_NO_SERVER, EXIT_NO_SESSION, EXIT_TIMED_OUT, EXIT_USAGE } from "../exit-codes.js";
import { reportError, withoutFolder } from "../report-error.js";
import { UsageError } from "../usage-error.js";
import { forShell, lostServer, noServer, noSession } from "./in-words-of-verbs.js";
import type { ServerChoice } from "./reach-server.js";
import { isAbsent, reachServer } from "./reach-server.js";

/** What every verb takes. */
export interface VerbOptions extends ServerChoice {
  readonly json: boolean;
}

export interface SessionVerbOptions extends VerbOptions {
  readonly session: string;
}

/**
 * Does something with the server, and says what went wrong, in JSON if that was asked for. Returns the exit code. `absent` is for a verb that
 * does without a server.
 */
export async function withServer(
  options: VerbOptions,
  use: (client: Client) => Promise<number>,
  absent?: () => number,
): Promise<number> {
  try {
    await using client = await reachServer(options);
    return await use(client);
  } catch (error) {
    return absent !== undefined && isAbsent(error) ? absent() : failed(error, options);
  }
}

/** The same with one of its sessions. */
export async function withSession(
  options: SessionVerbOptions,
  use: (session: RemoteSession) => Promise<number>,
): Promise<number> {
  return withServer(options, (client) => use(client.session(options.session)));
}

export const milliseconds = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : seconds * 1_000;

/** On one line, as the protocol has it. */
export function printResult<M extends MethodName>(method: M, result: LibraryResult<M>): void {
  printJson(encode(methods[method].result as Schema, result));
}

export function printJson(value: unknown): void {
  process.stdout.write(`${escapeJson(JSON.stringify(value))}\n`);
}

/** Says what went wrong, in JSON if that was asked for, and returns the exit code for it. */
export async function failed(error: unknown, { json }: VerbOptions): Promise<number> {
  if (error instanceof UsageError) throw error;
  const code = exitCodeOf(error);
  const message = wordsFor(error);
  if (json) printJson({ error: { code: error instanceof PtywrightError ? error.code : "unknown", message } });
  else if (message.includes("\n"))
    // An explanation, covered where it was made.
    process.stderr.write(`${NAME}: ${message.split("\n").map(escapeControls).join("\n")}\n`);
  else await reportError(new Error(message, { cause: error }));
  return code;
}

/** In words of the command line, where others are for programmers. */
function wordsFor(error: unknown): string {
  const { message } = withoutFolder(error) ?? (error as Error);
  if (error instanceof ConnectionLostError) return lostServer(message);
  if (isAbsent(error)) return noServer(message);
  if (error instanceof AmbiguousLocatorError)
    return message.replace(/; say which with .*:\n/, "; say which with --nth N, from 0:\n");
  if (error instanceof PtywrightError && error.code === "no_such_session") return noSession(message);
  return forShell(message);
}

/** What only the server can find wrong with an argument. */
const isUsage = (error: PtywrightError): boolean =>
  error instanceof InvalidArgumentError &&
  (["invalid_key", "invalid_regex"].includes(error.code) ||
    (error.code === "invalid_argument" && error.field === "name"));

function exitCodeOf(error: unknown): number {
  if (error instanceof ConnectError || error instanceof ConnectionLostError) return EXIT_NO_SERVER;
  if (!(error instanceof PtywrightError)) return EXIT_FAILURE;
  if (error.code === "no_such_session") return EXIT_NO_SESSION;
  if (isUsage(error)) return EXIT_USAGE;
  return error.code === "wait_timeout" ? EXIT_TIMED_OUT : EXIT_FAILURE;
}
