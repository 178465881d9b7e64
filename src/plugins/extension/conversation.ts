import { InvalidArgumentError } from "../../base/index.js";
import type { Conversation } from "../../protocol/index.js";

export type { Conversation };

interface Names {
  readonly intents: readonly string[];
  readonly waitMatchers: readonly string[];
  /** Empty if the plugin declares none. */
  readonly states: readonly string[];
}

/** Checked up front, so that no unknown name is met in the middle of a turn. */
export function checkConversation(table: Conversation, { intents, waitMatchers, states }: Names): void {
  const { prompt, cancel, waits, trust, permission } = table;
  const answers = [trust?.accept, trust?.decline, permission?.approve, permission?.deny];
  requireKnown("intent", [prompt.intent, cancel, ...answers], intents);
  requireKnown("wait matcher", [waits.ready, waits.turn], waitMatchers);
  const named = [...Object.values(table.states).flat(), ...(trust?.states ?? []), ...(permission?.states ?? [])];
  if (states.length > 0) requireKnown("state", named, states);
}

function requireKnown(what: string, names: readonly (string | undefined)[], known: readonly string[]): void {
  const stranger = names.find((name) => name !== undefined && !known.includes(name));
  if (stranger === undefined) return;
  const list = known.length === 0 ? "there are none" : `there are ${known.join(", ")}`;
  throw new InvalidArgumentError("conversation", `conversation names the ${what} ${stranger}; ${list}`);
}
