import { isUtf8 } from "node:buffer";
import { buffer } from "node:stream/consumers";
import { NAME, PtywrightError, shown } from "../../base/index.js";
import type { RemoteSession } from "../../client/index.js";
import { Action } from "../../core/action/index.js";
import { EXIT_OK } from "../exit-codes.js";
import { UsageError } from "../usage-error.js";
import type { SessionVerbOptions } from "./verb.js";
import { printResult, withSession } from "./verb.js";

export interface SendOptions extends SessionVerbOptions {
  readonly text: string | undefined;
  readonly keys: readonly string[];
  /** Pasted before the keys; `-` reads it from stdin. */
  readonly paste: string | undefined;
  readonly enter: boolean;
  readonly timeoutS: number;
}

/** What a line editor would act on. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** What is no text would come to the program as something else. */
async function stdinText(): Promise<string> {
  const bytes = await buffer(process.stdin);
  if (!isUtf8(bytes)) throw new UsageError("what is pasted from stdin must be UTF-8 text", "send");
  return bytes.toString();
}

/** Marked as a paste, if the program asks for that. */
async function pasteFor(session: RemoteSession, pasted: string): Promise<Action> {
  const { bracketedPaste } = await session.snapshot({ cells: false });
  return bracketedPaste ? Action.bracketedPaste(pasted) : Action.paste(pasted);
}

function late({ timeoutS, session }: SendOptions, cause: unknown): Error {
  return new PtywrightError(
    "wait_timeout",
    `not all was typed within ${timeoutS} s: the program does not read, or somebody else has the input (${NAME} log ${shown(session)} --inputs)`,
    { cause },
  );
}

/** `send`: types text, then what is pasted, then keys, then Enter: whichever were given. */
export async function send(options: SendOptions): Promise<number> {
  const { text: typed, keys, enter } = options;
  const pasted = options.paste === "-" ? await stdinText() : options.paste;
  if ((typed ?? pasted) === undefined && keys.length === 0 && !enter)
    throw new UsageError("nothing to send; expected TEXT, --paste, --key or --enter", "send");
  return withSession(options, async (session) => {
    // A line as a whole, so that the end of its echo is known to `wait --since input`.
    const isLine = enter && typed !== undefined && pasted === undefined && keys.length === 0 && !CONTROL.test(typed);
    const actions = [
      ...(typed === undefined ? [] : [Action.text(typed)]),
      ...(pasted === undefined ? [] : [await pasteFor(session, pasted)]),
      ...keys.map((key) => Action.key(key)),
      ...(enter ? [Action.key("enter")] : []),
    ];
    const signal = AbortSignal.timeout(options.timeoutS * 1_000);
    const result = await (isLine ? session.submit(typed, { signal }) : session.send(actions, { signal })).catch(
      (error: unknown) => {
        throw signal.aborted ? late(options, error) : error;
      },
    );
    if (options.json) printResult("session.input", result);
    return EXIT_OK;
  });
}
