import { ProgramEndedError, WaitTimeoutError } from "../../api/index.js";
import { DEFAULT_WAIT_TIMEOUT_MS, InvalidArgumentError, PtywrightError } from "../../base/index.js";
import { Matcher } from "../../core/matcher/index.js";
import type { AgentSession, ShownScreen } from "../agent-session.js";
import { shownAnswer, shownText } from "../shown-text.js";
import type { ToolAnswer, ToolCall, ToolHost } from "../tool-call.js";
import { limitOf } from "../tool-call.js";
import { whyNot } from "../why-not.js";

export interface WaitParams {
  readonly session?: string | undefined;
  readonly text?: string | undefined;
  readonly regex?: string | undefined;
  readonly gone?: string | undefined;
  readonly stableMs?: number | undefined;
  readonly exit?: boolean | undefined;
  readonly output?: boolean | undefined;
  readonly since?: "input" | undefined;
  readonly timeoutS?: number | undefined;
}

/** `terminal_wait` */
export async function wait(host: ToolHost, params: WaitParams, call: ToolCall): Promise<ToolAnswer<ShownScreen>> {
  const session = host.sessions.get(params.session);
  const limitMs = limitOf(host, params.timeoutS, DEFAULT_WAIT_TIMEOUT_MS);
  return waitedFor(session, matcherFor(params), { limitMs, since: params.since }, call);
}

interface Waiting {
  readonly limitMs: number;
  readonly since?: "input" | undefined;
  readonly note?: string | undefined;
  readonly quiet?: boolean | undefined;
}

/** What changed once it holds. If it does not, the error says why not, and what changed instead. */
export async function waitedFor(
  session: AgentSession,
  matcher: Matcher,
  { limitMs, since, note, quiet }: Waiting,
  { signal, progress }: ToolCall,
): Promise<ToolAnswer<ShownScreen>> {
  const done = progress(limitMs, `waits in ${session.name}`);
  try {
    await session.remote.waitFor(matcher, { timeoutMs: limitMs, since, result: "none", signal });
    await session.drawn(signal);
  } catch (error) {
    if (!(error instanceof WaitTimeoutError) && !(error instanceof ProgramEndedError)) throw error;
    throw new PtywrightError(error.code, `${whyNot(error, limitMs)}\n${shownText(await session.shown())}`, {
      cause: error,
    });
  } finally {
    done();
  }
  return shownAnswer(await session.shown({ note, quiet }));
}

function matcherFor({ text, regex, gone, stableMs, exit, output = false }: WaitParams): Matcher {
  const all = [
    ...(text === undefined ? [] : [output ? Matcher.transcriptContains(text) : Matcher.containsText(text)]),
    ...(regex === undefined ? [] : [output ? Matcher.transcriptRegex(regex) : Matcher.screenRegex(regex)]),
    ...(gone === undefined ? [] : [Matcher.not(Matcher.containsText(gone))]),
    ...(stableMs === undefined ? [] : [Matcher.screenStable(stableMs)]),
    ...(exit === true ? [Matcher.processExited()] : []),
  ];
  if (all.length === 0)
    throw new InvalidArgumentError("text", "nothing to wait for; give text, regex, gone, stable_ms or exit");
  return all.length === 1 ? all[0] : Matcher.all(all);
}
