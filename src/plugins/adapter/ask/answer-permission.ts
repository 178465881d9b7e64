import { IntentRefusedError, PlanInterruptedError } from "../../../base/index.js";
import type { Conversation, ExtensionHandle } from "../../extension/index.js";
import { dialogParams, encode } from "../../../protocol/index.js";
import type { AskOptions, Decision } from "./ask-options.js";
import type { PermissionAsked } from "./permission-asked.js";

/** The reason with which a plugin refuses an answer to a question that is gone. */
const STALE = "stale_dialog";

/** Answers a question as decided, and returns what was answered; undefined if the question is gone, and the caller has to look again. */
export async function answerPermission(
  handle: ExtensionHandle,
  table: NonNullable<Conversation["permission"]>,
  asked: PermissionAsked,
  { decide, observer, signal }: AskOptions,
): Promise<Decision | undefined> {
  observer.onAsked(asked);
  const { decision, by } = await decide(asked);
  signal.throwIfAborted();
  const send = async (decision: Decision): Promise<Decision> => {
    await handle.send(table[decision], encode(dialogParams, { dialogId: asked.dialogId }), { signal });
    observer.onAnswered(asked, decision, by);
    return decision;
  };
  try {
    try {
      return await send(decision);
    } catch (error) {
      // For example, if the only approval offered allows more than this once.
      const isNotApprovable = error instanceof IntentRefusedError && !error.hasActed && !isStale(error);
      if (decision === "deny" || !isNotApprovable) throw error;
      observer.onNotApprovable(asked, error);
      return await send("deny");
    }
  } catch (error) {
    if (!isStale(error)) throw error;
    return undefined;
  }
}

const isStale = (error: unknown): boolean =>
  (error instanceof IntentRefusedError && error.reason === STALE) ||
  (error instanceof PlanInterruptedError && error.sent === 0 && error.why.startsWith(STALE));
