import type { Conversation, Look } from "../../extension/index.js";
import { textAt } from "./metadata-at.js";

/** What a program asks permission for. */
export interface PermissionAsked {
  /** The name of the tool it wants to use, if the plugin knows it. */
  readonly tool: string | undefined;
  readonly summary: string | undefined;
  /** Why the plugin does not know the name, if it says so. */
  readonly doubt: string | undefined;
  /** Names the question; the plugin refuses an answer to another one. */
  readonly dialogId: string | undefined;
  /** What it was seen in. */
  readonly look: Look;
}

export function permissionAskedIn(look: Look, { permission, dialogId }: Conversation): PermissionAsked {
  const { state } = look;
  return {
    tool: textAt(state, permission?.tool),
    summary: textAt(state, permission?.summary),
    doubt: textAt(state, permission?.doubt),
    dialogId: textAt(state, dialogId),
    look,
  };
}
