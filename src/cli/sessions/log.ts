import { NAME } from "../../base/index.js";
import { EscapeStripper } from "../../core/transcript/index.js";
import { encode, notifications } from "../../protocol/index.js";
import type { RemoteSession } from "../../client/index.js";
import { EXIT_OK } from "../exit-codes.js";
import { isStdoutGone, stdoutDrained, watchStdout } from "../stdout-drained.js";
import type { SessionVerbOptions } from "./verb.js";
import { printJson, printResult, withSession } from "./verb.js";
import { sinceOf } from "./wait.js";

export interface LogOptions extends SessionVerbOptions {
  readonly follow: boolean;
  /** `input`, a sequence number, or a label. */
  readonly since: string | undefined;
  /** With escape sequences. */
  readonly raw: boolean;
}

/** `log`: what the program has written, as plain text. */
export async function log(options: LogOptions): Promise<number> {
  return withSession(options, async (session) => {
    if (options.follow) return follow(session, options);
    const text = await session.transcript({ since: sinceOf(options.since) });
    if (options.json) printResult("session.transcript", { text });
    else process.stdout.write(options.raw ? text : plainText(text));
    return EXIT_OK;
  });
}

function plainText(output: string): string {
  const lines = new PlainLines();
  return lines.push(output) + lines.end();
}

/** Until the program has ended. */
async function follow(session: RemoteSession, { since, json, raw }: LogOptions): Promise<number> {
  const plain = new PlainLines();
  let isGapTold = false;
  const tellGap = (): void => {
    if (!isGapTold) process.stderr.write(`${NAME}: some output is left out: it came faster than it was read\n`);
    isGapTold = true;
  };
  watchStdout();
  // Fails if there is no such session: notifications may be asked for before there is one.
  await session.snapshot({ cells: false });
  for await (const { method, params } of session.notifications({ outputSince: sinceOf(since) ?? 0 })) {
    if (method === "session.output") {
      if (params.dropped === true && !json) tellGap();
      if (json) printJson(encode(notifications[method].params, params));
      else process.stdout.write(raw ? params.output : plain.push(params.output, params.dropped));
      if (process.stdout.writableNeedDrain) await stdoutDrained();
    }
    // Nobody reads any more, as with `| head`.
    if (method === "session.exited" || isStdoutGone()) break;
  }
  if (!json && !raw) process.stdout.write(plain.end());
  return EXIT_OK;
}

/** Output as other programs read it: without escape sequences, and with line ends of one character. */
class PlainLines {
  #stripper = new EscapeStripper();
  #atLineStart = true;
  /** A carriage return at the end, which may be half a line end. */
  #held = "";

  /** `isCut`: something before it is lost, and what follows begins a line. */
  push(output: string, isCut = false): string {
    if (isCut) this.#stripper = new EscapeStripper();
    const start = isCut && !this.#atLineStart ? "\n" : "";
    const text = (isCut ? "" : this.#held) + this.#stripper.strip(output);
    this.#held = text.endsWith("\r") ? "\r" : "";
    const told = start + text.slice(0, text.length - this.#held.length).replaceAll(/\r+\n/g, "\n");
    if (told !== "") this.#atLineStart = told.endsWith("\n");
    return told;
  }

  end(): string {
    return this.#held;
  }
}
