import { askOnce } from "../../client/link/index.js";
import type { Choice } from "../option.js";

/** Whoever presses TAB waits no longer. */
const LIMIT_MS = 500;

/** The sessions of the user's server, by their names; none where there is no server. */
export async function sessionChoices(): Promise<readonly Choice[]> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  try {
    const [{ result }] = await askOnce({ signal }, [{ method: "session.list", params: { details: true } }]);
    const { details = [] } = result as { details?: readonly { session: string; name?: string; command: string }[] };
    return details.map(({ session, name = session, command }) => ({ word: name, help: command }));
  } catch {
    return [];
  }
}
