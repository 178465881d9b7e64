import { NAME, VERSION, escapeControls, escapeJson, shown } from "../../base/index.js";
import type { Answer } from "../../client/link/index.js";
import { ConnectError, askOnce } from "../../client/link/index.js";
import { Paths } from "../../home/config/index.js";
import { EXIT_FAILURE, EXIT_NO_SERVER, EXIT_NO_SESSION, EXIT_OK } from "../exit-codes.js";
import { reportError } from "../report-error.js";
import { ANSWER_MS } from "./answer-limit.js";
import { noServer, noSession, otherVersion, silentServer } from "./in-words-of-verbs.js";
import { UsageError } from "../usage-error.js";

export interface ScreenOptions {
  readonly session: string;
  readonly socket: string | undefined;
  readonly json: boolean;
  /** From zero; a negative one counts from the bottom. */
  readonly row: number | undefined;
}

/**
 * `screen`: what the session shows now. It asks by itself and prints what comes: a script looks often, and all that the other verbs load
 * takes longer than the answer.
 */
export async function screen(options: ScreenOptions): Promise<number> {
  const { session, socket, json } = options;
  const path = socket ?? Paths.fromEnv().socketPath;
  const signal = AbortSignal.timeout(ANSWER_MS);
  let answers: readonly Answer[];
  try {
    answers = await askOnce({ socket, signal }, [
      { method: "session.snapshot", params: { session, cells: false } },
      { method: "server.capabilities", params: {} },
    ]);
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error;
    const message = signal.aborted ? silentServer(path) : error.isAbsent ? noServer(error.message) : error.message;
    return told(options, error.code, message, EXIT_NO_SERVER);
  }
  const [{ result, error }, { result: about }] = answers;
  const { version } = (about ?? {}) as { version?: string };
  if (version !== VERSION) process.stderr.write(`${NAME}: ${otherVersion(path, String(version))}\n`);
  if (error !== undefined) {
    const code = error.data?.code ?? "unknown";
    return code === "no_such_session"
      ? told(options, code, noSession(error.message), EXIT_NO_SESSION)
      : told(options, code, error.message, EXIT_FAILURE);
  }
  if (json) process.stdout.write(`${escapeJson(JSON.stringify(result))}\n`);
  else process.stdout.write(linesOf((result as { lines: readonly string[] }).lines, options.row));
  return EXIT_OK;
}

/** Without the empty rows at the end. */
function linesOf(lines: readonly string[], row: number | undefined): string {
  if (row !== undefined) {
    const line = lines.at(row);
    if (line === undefined)
      throw new UsageError(`--row must be from ${-lines.length} to ${lines.length - 1}, got ${shown(row)}`, "screen");
    return `${escapeControls(line)}\n`;
  }
  const last = lines.findLastIndex((line) => line !== "");
  return lines
    .slice(0, last + 1)
    .map((line) => `${escapeControls(line)}\n`)
    .join("");
}

async function told({ json }: ScreenOptions, code: string, message: string, exitCode: number): Promise<number> {
  if (json) process.stdout.write(`${escapeJson(JSON.stringify({ error: { code, message } }))}\n`);
  else await reportError(new Error(message));
  return exitCode;
}
