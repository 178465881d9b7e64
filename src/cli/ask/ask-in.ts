import type { Adapter, PermissionAsked, PermissionDecision } from "../../plugins/adapter/index.js";
import { Asking, metadataAt } from "../../plugins/adapter/index.js";
import type { Conversation, Look } from "../../plugins/extension/index.js";
import { failureMessage, safeLine } from "../../disclosure/program/index.js";
import type { AllowPolicy } from "./allow-policy.js";
import { decisionOf } from "./allow-policy.js";
import { askUser, canAskUser } from "./ask-user.js";
import type { Ending } from "./ending.js";
import { endingOf, failedEnding, stoppedEnding } from "./ending.js";
import type { Interruption } from "./interruption.js";
import type { Report } from "./report.js";

interface Wanted {
  readonly prompt: string;
  readonly trust: boolean;
  readonly allow: AllowPolicy;
  readonly timeoutS: number;
}

/** Runs one turn and returns how it ended. */
export async function askIn(
  adapter: Adapter,
  table: Conversation,
  report: Report,
  interruption: Interruption,
  { prompt, trust, allow, timeoutS }: Wanted,
): Promise<Ending> {
  const { signal } = interruption;
  let stoppedIn: Look | undefined;
  signal.addEventListener("abort", () => (stoppedIn = adapter.handle.lastLook), { once: true });
  const decide = async (asked: PermissionAsked): Promise<PermissionDecision> => {
    const decision = decisionOf(allow, asked);
    if (decision !== undefined) return { decision, by: "policy" };
    if (!canAskUser()) return { decision: "deny", by: "policy" };
    report.pause();
    const isAllowed = await askUser(questionFor(asked), signal);
    report.resume();
    return { decision: isAllowed ? "approve" : "deny", by: "user" };
  };
  const options = { prompt, trust, allowsAll: allow.kind === "all", decide, observer: report, signal };
  try {
    const outcome = await new Asking(adapter.handle, table, options).run();
    const ending = endingOf(outcome, adapter, {
      isWhole: metadataAt(outcome.look.state, table.whole) !== false,
      doubt: metadataAt(outcome.look.state, table.doubt),
      failure: metadataAt(outcome.look.state, table.failure),
    });
    if (outcome.kind !== "answered") return ending;
    const whole = metadataAt(outcome.look.state, table.answer);
    return { ...ending, answer: typeof whole === "string" ? whole : outcome.answer };
  } catch (error) {
    const { stop } = interruption;
    return stop === undefined ? failedEnding(error, adapter) : stoppedEnding(stop, stoppedIn, timeoutS);
  }
}

function questionFor({ tool, summary, doubt, look }: PermissionAsked): string {
  const what = (summary ?? look.state.evidence).split("\n").map((line) => `  ${safeLine(failureMessage(line, look))}`);
  const why = doubt === undefined ? "" : `(${safeLine(failureMessage(doubt, look))})\n`;
  const who = safeLine(failureMessage(tool ?? "The program", look));
  return `${who} asks for leave:\n${what.join("\n")}\n${why}Allow it once?`;
}
