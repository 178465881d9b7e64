import { DEFAULT_WAIT_TIMEOUT_MS, InvalidArgumentError, PtywrightError, WaitCancelledError } from "../../base/index.js";
import { Action } from "../../core/action/index.js";
import { Matcher } from "../../core/matcher/index.js";
import type { AgentSession, ShownScreen } from "../agent-session.js";
import { shownAnswer } from "../shown-text.js";
import type { ToolAnswer, ToolCall, ToolHost } from "../tool-call.js";
import { timeOf } from "../tool-call.js";
import { seconds } from "../why-not.js";
import { waitedFor } from "./wait.js";

/** Most programs answer a key within some milliseconds; what takes longer is for terminal_wait. */
const SETTLE_LIMIT_MS = 1_500;
/** The terminal takes what is typed at once, unless its program does not read. */
const TYPE_LIMIT_MS = 10_000;
/** A text that is not on the screen by then is not there. */
const CLICK_LIMIT_MS = 2_000;
/** What a line editor would act on. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

export interface TypeParams {
  readonly session?: string | undefined;
  readonly text?: string | undefined;
  readonly paste?: string | undefined;
  readonly keys?: string | readonly string[] | undefined;
  readonly enter?: boolean | undefined;
  readonly click?: string | undefined;
  readonly mouse?: Omit<Extract<Action, { type: "mouse" }>, "type"> | undefined;
  readonly waitFor?: string | undefined;
  readonly quiet?: boolean | undefined;
  readonly timeoutS?: number | undefined;
}

/** `terminal_type` */
export async function type(host: ToolHost, params: TypeParams, call: ToolCall): Promise<ToolAnswer<ShownScreen>> {
  const session = host.sessions.get(params.session);
  const { signal } = call;
  const time = timeOf(host, params.timeoutS);
  const note = await inTime(time(TYPE_LIMIT_MS), signal, (limit) => typed(session, params, limit));
  const { waitFor: text, quiet } = params;
  if (text !== undefined) {
    const limitMs = time(DEFAULT_WAIT_TIMEOUT_MS);
    return waitedFor(session, Matcher.containsText(text), { limitMs, since: "input", note, quiet }, call);
  }
  const how = await session.settled(time(SETTLE_LIMIT_MS), signal);
  const notes = [note, how === "changing" ? "still changing" : undefined].filter((one) => one !== undefined);
  const shown = await session.shown({ quiet, note: notes.length === 0 ? undefined : notes.join("; ") });
  const isUnchanged = how === "unchanged" && (shown.screen ?? shown.rows) === undefined;
  return shownAnswer(isUnchanged ? { ...shown, note: [...notes, "nothing changed"].join("; ") } : shown);
}

/** A program that does not read, and a person who types, could be waited for for ever. */
async function inTime<T>(limitMs: number, signal: AbortSignal, work: (limit: AbortSignal) => Promise<T>): Promise<T> {
  const late = AbortSignal.timeout(limitMs);
  try {
    return await work(AbortSignal.any([signal, late]));
  } catch (error) {
    if (!(error instanceof WaitCancelledError) || signal.aborted) throw error;
    throw new PtywrightError(
      "wait_timeout",
      `not all was typed in ${seconds(limitMs)}: the program does not read, or a person types; look with terminal_read`,
      { cause: error },
    );
  }
}

/** Does all of it, and tells what was done otherwise than asked for. */
async function typed(session: AgentSession, params: TypeParams, signal: AbortSignal): Promise<string | undefined> {
  const { remote } = session;
  const { text, paste, enter = false, click, mouse } = params;
  const keys = typeof params.keys === "string" ? [params.keys] : (params.keys ?? []);
  if (click !== undefined) await remote.getByText(click).click({ timeoutMs: CLICK_LIMIT_MS, signal });
  // As a line, so that the end of its echo is known.
  if (
    enter &&
    text !== undefined &&
    !CONTROL.test(text) &&
    paste === undefined &&
    keys.length + (mouse ? 1 : 0) === 0
  ) {
    await remote.submit(text, { signal });
    return undefined;
  }
  const actions = [
    ...(mouse === undefined ? [] : [Action.mouse(mouse)]),
    ...(text === undefined ? [] : [Action.text(text)]),
    ...(paste === undefined ? [] : [await pasteFor(session, paste)]),
    ...keys.map((key) => Action.key(key)),
    ...(enter ? [Action.key("enter")] : []),
  ];
  if (actions.length > 0) return (await remote.send(actions, { signal })).notes?.join("; ");
  if (click !== undefined) return undefined;
  throw new InvalidArgumentError("text", "nothing to type; give text, paste, keys, enter, click or mouse");
}

/** Marked as a paste, if the program asks for that. */
async function pasteFor({ remote }: AgentSession, pasted: string): Promise<Action> {
  const { bracketedPaste } = await remote.snapshot({ cells: false });
  return bracketedPaste ? Action.bracketedPaste(pasted) : Action.paste(pasted);
}
