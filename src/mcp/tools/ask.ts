import { DEFAULT_TURN_TIMEOUT_MS, InvalidArgumentError } from "../../base/index.js";
import { MAX_SCREEN_CHARS, firstLines } from "../bounded-text.js";
import type { RunningAsk } from "../running-asks.js";
import type { ToolAnswer, ToolCall, ToolHost } from "../tool-call.js";
import { limitOf } from "../tool-call.js";
import { seconds } from "../why-not.js";

export interface AskParams {
  readonly adapter?: string | undefined;
  readonly prompt?: string | undefined;
  readonly cwd?: string | undefined;
  readonly ask?: string | undefined;
  readonly timeoutS?: number | undefined;
}

interface AskAnswer {
  readonly outcome: string;
  readonly answer: string;
  readonly ask?: string | undefined;
  readonly note?: string | undefined;
}

/** `agent_ask` */
export async function ask(host: ToolHost, params: AskParams, call: ToolCall): Promise<ToolAnswer<AskAnswer>> {
  const running = params.ask === undefined ? begun(host, params) : host.asks.get(params.ask);
  const limitMs = limitOf(host, params.timeoutS, DEFAULT_TURN_TIMEOUT_MS);
  const done = call.progress(limitMs, "waits for the answer");
  try {
    const end = await running.ended(limitMs, call.signal);
    if (end === undefined) {
      const note = `no answer in ${seconds(limitMs)} yet; go on waiting with ask ${running.id}`;
      return answerOf({ outcome: "running", answer: "", ask: running.id, note });
    }
    host.asks.forget(running);
    const { text: answer, leftOut } = firstLines(end.answer, MAX_SCREEN_CHARS);
    const cut =
      leftOut > 0 ? `${leftOut} lines of the answer left out; ask for a shorter one, or one in a file` : undefined;
    const notes = [end.message, cut].filter((one) => one !== undefined);
    return answerOf({ outcome: end.outcome, answer, note: notes.length === 0 ? undefined : notes.join("; ") });
  } catch (error) {
    host.asks.forget(running);
    throw error;
  } finally {
    if (call.signal.aborted) host.asks.forget(running);
    done();
  }
}

function begun({ asks, limits }: ToolHost, { adapter, prompt, cwd }: AskParams): RunningAsk {
  if (adapter === undefined || prompt === undefined)
    throw new InvalidArgumentError("prompt", "give adapter and prompt, or ask to go on waiting");
  const program = asks.programOf(adapter);
  if (program !== undefined) limits.program(program);
  return asks.start({ adapter, prompt, cwd: limits.cwd(cwd) });
}

function answerOf(result: AskAnswer): ToolAnswer<AskAnswer> {
  const { outcome, answer, note } = result;
  const head =
    outcome === "answered" && note === undefined ? [] : [note === undefined ? outcome : `${outcome} (${note})`];
  return { result, text: [...head, ...(answer === "" ? [] : [answer])].join("\n") };
}
