import {
  DEFAULT_COLS,
  DEFAULT_ROWS,
  DEFAULT_WAIT_TIMEOUT_MS,
  InvalidArgumentError,
  PtywrightError,
  WaitCancelledError,
  orAborted,
  shown,
} from "../../base/index.js";
import type { AgentSession } from "../agent-session.js";
import { RunningCommand } from "../running-command.js";
import type { ToolAnswer, ToolCall, ToolHost } from "../tool-call.js";
import { limitOf } from "../tool-call.js";
import { seconds } from "../why-not.js";
import { started } from "./start.js";

/** How the session for commands that are given none is called, unless another has that name. */
const SHELL_STEM = "shell";
const CANCELLED = "the command was cancelled before it was run";

export interface RunParams {
  readonly session?: string | undefined;
  readonly command?: string | undefined;
  readonly maxChars: number;
  readonly timeoutS?: number | undefined;
}

interface RunAnswer {
  readonly exitCode?: number | undefined;
  readonly output: string;
  readonly note?: string | undefined;
}

/** `terminal_run` */
export async function run(host: ToolHost, params: RunParams, call: ToolCall): Promise<ToolAnswer<RunAnswer>> {
  const limitMs = limitOf(host, params.timeoutS, DEFAULT_WAIT_TIMEOUT_MS);
  const deadline = performance.now() + limitMs;
  const session = await shellFor(host, params.session, call.signal);
  // Calls that come together take turns.
  while (params.command !== undefined && session.running?.isEnding === true && performance.now() < deadline)
    await orAborted(session.running.over(deadline - performance.now()), call.signal, CANCELLED);
  if (params.command !== undefined && call.signal.aborted) throw new WaitCancelledError(CANCELLED);
  const running = commandIn(session, params);
  const done = call.progress(limitMs, `runs ${shown(running.command)} in ${session.name}`);
  try {
    const result = await running.ended(Math.max(0, deadline - performance.now()), call.signal);
    const untyped = result === undefined ? await running.givenUpUntyped() : undefined;
    if (untyped !== undefined)
      throw new PtywrightError(
        "wait_timeout",
        `${shown(running.command)} was not run within ${seconds(limitMs)}: ${untyped}; then run it again, or leave out session`,
      );
    return answerOf(session, running, result?.exitCode, limitMs);
  } finally {
    done();
    if (running.isOver && session.running === running) session.running = undefined;
    await session.markTold(call.signal).catch(() => undefined);
  }
}

async function shellFor(host: ToolHost, name: string | undefined, signal: AbortSignal): Promise<AgentSession> {
  return name === undefined ? host.oneAtATime.run(() => defaultShell(host), signal) : host.sessions.get(name);
}

async function defaultShell(host: ToolHost): Promise<AgentSession> {
  const { sessions } = host;
  await sessions.forgetGone();
  const known = sessions.shell;
  if (known !== undefined && (await known.exit()) === undefined) return known;
  if (known !== undefined) await sessions.close(known);
  return (sessions.shell = await started(host, { rows: DEFAULT_ROWS, cols: DEFAULT_COLS }, SHELL_STEM));
}

/** A new one, or the one that still runs. */
function commandIn(session: AgentSession, { command, maxChars }: RunParams): RunningCommand {
  const { running } = session;
  if (command !== undefined && running?.isOver !== false)
    return (session.running = new RunningCommand(session.remote, command, maxChars));
  if (running === undefined) throw new InvalidArgumentError("command", "nothing runs; give a command");
  if (command === undefined) return running;
  throw new InvalidArgumentError(
    "command",
    `${shown(running.command)} still runs in ${session.name}; leave out command to wait for it, interrupt it with ` +
      `terminal_type, keys Ctrl+C, or run this in another session`,
  );
}

function answerOf(
  session: AgentSession,
  { output }: RunningCommand,
  exitCode: number | undefined,
  limitMs: number,
): ToolAnswer<RunAnswer> {
  const notes = [
    ...(exitCode === undefined
      ? [
          `still running in session ${session.name} after ${seconds(limitMs)}; call again without command to wait, ` +
            "answer it with terminal_type, or interrupt it with keys Ctrl+C",
        ]
      : []),
    ...(output.isCut ? [`read what was left out with terminal_read, session ${session.name}: find, from`] : []),
  ];
  const note = notes.length === 0 ? undefined : notes.join("; ");
  const head = exitCode === undefined ? "running" : `exit ${exitCode}`;
  const text = [`${head}${note === undefined ? "" : ` (${note})`}`, ...(output.text === "" ? [] : [output.text])];
  return { result: { exitCode, output: output.text, note }, text: text.join("\n") };
}
