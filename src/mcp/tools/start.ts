import { commandWords } from "../command-words.js";
import { shownText } from "../shown-text.js";
import type { AgentSession, ShownScreen } from "../agent-session.js";
import type { ToolAnswer, ToolCall, ToolHost } from "../tool-call.js";

/** A program has begun to draw by then, mostly. */
const START_LIMIT_MS = 1_500;
const SHELL = "bash";

export interface StartParams {
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly cwd?: string | undefined;
  readonly name?: string | undefined;
  readonly rows: number;
  readonly cols: number;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly quiet?: boolean | undefined;
}

interface StartedScreen extends ShownScreen {
  readonly session: string;
}

/** `terminal_start` */
export async function start(
  host: ToolHost,
  params: StartParams,
  { signal }: ToolCall,
): Promise<ToolAnswer<StartedScreen>> {
  const session = await started(host, params);
  const how = await session.settled(Math.min(START_LIMIT_MS, host.longestMs), signal);
  const shown = await session.shown({ isWhole: true, quiet: params.quiet, note: STARTED[how] });
  return { result: { session: session.name, ...shown }, text: `${session.name} ${shownText(shown)}` };
}

const STARTED = {
  still: undefined,
  unchanged: "it has shown nothing yet; use terminal_wait",
  changing: "it is still drawing; use terminal_wait",
} as const;

/** Starts a program within the limits of the user. One without a name is called after the stem, or else after its program. */
export async function started(
  { sessions, limits }: ToolHost,
  params: StartParams,
  stem?: string,
): Promise<AgentSession> {
  const [name, ...words] =
    params.args === undefined ? commandWords(params.command ?? shell()) : [params.command ?? shell()];
  const { rows, cols } = params;
  return sessions.start({
    program: limits.program(name),
    args: params.args ?? words,
    cwd: limits.cwd(params.cwd),
    env: limits.env(params.env),
    name: params.name,
    stem,
    rows,
    cols,
  });
}

/** The user's own, if it is one whose commands can be told apart. */
export function shell(): string {
  const own = process.env["SHELL"] ?? SHELL;
  return /(^|\/)(bash|zsh|fish)$/.test(own) ? own : SHELL;
}
