import { EscapeStripper } from "../../core/transcript/index.js";
import { encode, notifications } from "../../protocol/index.js";
import type { RemoteSession } from "../../client/index.js";
import { EXIT_OK } from "../exit-codes.js";
import { stdoutDrained } from "../stdout-drained.js";
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
    else process.stdout.write(options.raw ? text : new PlainLines().push(text, true));
    return EXIT_OK;
  });
}

/** Until the program has ended. */
async function follow(session: RemoteSession, { since, json, raw }: LogOptions): Promise<number> {
  const plain = new PlainLines();
  // Fails if there is no such session: notifications may be asked for before there is one.
  await session.snapshot({ cells: false });
  for await (const { method, params } of session.notifications({ outputSince: sinceOf(since) ?? 0 })) {
    if (method === "session.output") {
      if (json) printJson(encode(notifications[method].params, params));
      else process.stdout.write(raw ? params.output : plain.push(params.output));
      if (process.stdout.writableNeedDrain) await stdoutDrained();
    }
    if (method === "session.exited") break;
  }
  if (!json && !raw) process.stdout.write(plain.push("", true));
  return EXIT_OK;
}

/** Output as other programs read it: without escape sequences, and with line ends of one character. */
class PlainLines {
  readonly #stripper = new EscapeStripper();
  /** A carriage return at the end, which may be half a line end. */
  #held = "";

  push(output: string, isLast = false): string {
    const text = this.#held + this.#stripper.strip(output);
    this.#held = !isLast && text.endsWith("\r") ? "\r" : "";
    return text.slice(0, text.length - this.#held.length).replaceAll(/\r+\n/g, "\n");
  }
}
