import { shown } from "../../base/index.js";
import { ConnectionLostError } from "../../client/index.js";
import { Action, SIGNALS } from "../../core/action/index.js";
import { EXIT_OK } from "../exit-codes.js";
import { UsageError } from "../usage-error.js";
import type { SessionVerbOptions, VerbOptions } from "./verb.js";
import { failed, printResult, withServer, withSession } from "./verb.js";

/** `resize`: gives the terminal another size. */
export async function resize(
  options: SessionVerbOptions & { readonly rows: number | undefined; readonly cols: number | undefined },
): Promise<number> {
  const { rows, cols, json } = options;
  if (rows === undefined && cols === undefined)
    throw new UsageError("no size; expected --rows N, --cols N, or both", "resize");
  return withSession(options, async (session) => {
    const { size } = await session.snapshot({ cells: false });
    await session.resize({ rows: rows ?? size.rows, cols: cols ?? size.cols });
    if (json) printResult("session.resize", { resized: true });
    return EXIT_OK;
  });
}

/** `signal`: sends the program a signal. */
export async function signal(options: SessionVerbOptions & { readonly signal: string }): Promise<number> {
  // As kill(1) takes them: INT, sigint, SIGUSR1.
  const asked = options.signal.toLowerCase().replace(/^sig/, "").replace(/^usr/, "user");
  const name = SIGNALS.find((known) => known === asked);
  if (name === undefined)
    throw new UsageError(`SIGNAL must be one of ${SIGNALS.join(", ")}, got ${shown(options.signal)}`, "signal");
  return withSession(options, async (session) => {
    const result = await session.send(Action.signal(name));
    if (options.json) printResult("session.input", result);
    return EXIT_OK;
  });
}

/** `mark`: puts a label at the end of the output, for `--since`. */
export async function mark(options: SessionVerbOptions & { readonly label: string }): Promise<number> {
  if (options.label === "input" || /^\d+$/.test(options.label))
    throw new UsageError(
      "a label must be no number, and not `input`: --since would take it for something else",
      "mark",
    );
  return withSession(options, async (session) => {
    const result = await session.send(Action.markTranscript(options.label));
    if (options.json) printResult("session.input", result);
    return EXIT_OK;
  });
}

/** `rm`: ends programs with all that they started, and forgets their sessions. */
export async function remove(
  options: VerbOptions & { readonly sessions: readonly string[]; readonly all: boolean },
): Promise<number> {
  const { sessions: named, all, json } = options;
  if (all === named.length > 0)
    throw new UsageError(all ? "give sessions or --all, not both" : "no session; expected SESSION or --all", "rm");
  return withServer(
    options,
    async (client) => {
      const sessions = all ? (await client.sessions()).map(({ session }) => session) : named;
      let code = EXIT_OK;
      for (const session of sessions) {
        try {
          const report = await client.session(session).close();
          if (json) printResult("session.close", { closed: true, ...report });
        } catch (error) {
          if (error instanceof ConnectionLostError) throw error;
          code = await failed(error, options);
        }
      }
      return code;
    },
    all ? () => EXIT_OK : undefined,
  );
}
