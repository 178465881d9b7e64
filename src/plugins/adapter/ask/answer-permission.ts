import { IntentRefusedError, PlanInterruptedError } from "../../../base/index.js";
import type { Conversation, ExtensionHandle } from "../../extension/index.js";
import { dialogParams, encode } from "../../../protocol/index.js";
import type { AskOptions, Decision } from "./ask-options.js";
import type { PermissionAsked } from "./permission-asked.js";

/** Why a plugin refuses an answer to a question that is not asked any more. */
const STALE = "stale_dialog";

/** Answers a question as decided. One that is not asked any more is left alone: whoever called looks again. */
export async function answerPermission(
  handle: ExtensionHandle,
  table: NonNullable<Conversation["permission"]>,
  asked: PermissionAsked,
  { decide, observer, signal }: AskOptions,
): Promise<void> {
  const send = async (decision: Decision): Promise<void> => {
    await handle.send(table[decision], encode(dialogParams, { dialogId: asked.dialogId }), { signal });
    observer.onAnswered(asked, decision);
  };
  const decision = await decide(asked);
  signal.throwIfAborted();
  try {
    try {
      await send(decision);
    } catch (error) {
      // Only by an option that allows more than this once, for example.
      const isNotApprovable = error instanceof IntentRefusedError && !error.hasActed && !isStale(error);
      if (decision === "deny" || !isNotApprovable) throw error;
      observer.onNotApprovable(asked, error);
      await send("deny");
    }
  } catch (error) {
    if (!isStale(error)) throw error;
  }
}

const isStale = (error: unknown): boolean =>
  (error instanceof IntentRefusedError && error.reason === STALE) ||
  (error instanceof PlanInterruptedError && error.sent === 0 && error.why.startsWith(STALE));
