import type { Adapter, Decision, PermissionAsked } from "../../plugins/adapter/index.js";
import { Asking, metadataAt } from "../../plugins/adapter/index.js";
import type { Conversation, Look } from "../../plugins/extension/index.js";
import { failureMessage, safeLine } from "../../disclosure/index.js";
import type { AllowPolicy } from "./allow-policy.js";
import { decisionOf } from "./allow-policy.js";
import { askUser, canAskUser } from "./ask-user.js";
import type { Ending } from "./ending.js";
import { endingOf, failedEnding, stoppedEnding } from "./ending.js";
import type { Interruption } from "./interruption.js";
import type { DecidedBy, Report } from "./report.js";

interface Wanted {
  readonly prompt: string;
  readonly trust: boolean;
  readonly allow: AllowPolicy;
  readonly timeoutS: number;
}

/** Sees one turn through and tells how it ended. */
export async function askIn(
  adapter: Adapter,
  table: Conversation,
  report: Report,
  interruption: Interruption,
  { prompt, trust, allow, timeoutS }: Wanted,
): Promise<Ending> {
  const { signal } = interruption;
  const refused: PermissionAsked[] = [];
  let by: DecidedBy = "policy";
  let answer: string | undefined;
  let stoppedIn: Look | undefined;
  signal.addEventListener("abort", () => (stoppedIn = adapter.handle.lastLook), { once: true });
  const decide = async (asked: PermissionAsked): Promise<Decision> => {
    report.onAsked(asked);
    const decision = decisionOf(allow, asked);
    by = decision === undefined && canAskUser() ? "user" : "policy";
    if (decision !== undefined) return decision;
    if (by === "policy") return "deny";
    report.pause();
    const isAllowed = await askUser(questionFor(asked), signal);
    report.resume();
    return isAllowed ? "approve" : "deny";
  };
  const observer = {
    onLook: (look: Look) => {
      answer = wholeAnswer(look) ?? answer;
      report.onLook(look);
    },
    onPromptSent: (look: Look) => report.onPromptSent(look),
    onTrusted: (look: Look) => report.onTrusted(look),
    onNotApprovable: (asked: PermissionAsked, error: Error) => report.onNotApprovable(asked, error),
    onAnswered: (asked: PermissionAsked, decision: Decision) => {
      if (decision === "deny") refused.push(asked);
      report.onAnswered(asked, decision, by);
    },
  };
  const options = { prompt, trust, allowsAll: allow.kind === "all", decide, observer, signal };
  try {
    const outcome = await new Asking(adapter.handle, table, options).run();
    const ending = endingOf(outcome, adapter, refused, metadataAt(outcome.look.state, table.whole) !== false);
    if (outcome.kind !== "answered") return ending;
    const whole = metadataAt(outcome.look.state, table.answer);
    return { ...ending, answer: typeof whole === "string" ? whole : answer };
  } catch (error) {
    const { stop } = interruption;
    return stop === undefined ? failedEnding(error, adapter) : stoppedEnding(stop, stoppedIn, timeoutS);
  }
}

function wholeAnswer({ state: { events = [] } }: Look): string | undefined {
  for (const event of events) if (event.kind === "turn_complete" && event.text !== undefined) return event.text;
  return undefined;
}

function questionFor({ tool, summary, look }: PermissionAsked): string {
  const what = (summary ?? look.state.evidence).split("\n").map((line) => `  ${safeLine(failureMessage(line, look))}`);
  return `${safeLine(failureMessage(tool ?? "The program", look))} asks for leave:\n${what.join("\n")}\nAllow it once?`;
}
