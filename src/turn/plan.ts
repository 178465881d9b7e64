import type { Action } from "../action/index.js";
import { validateAction } from "../action/index.js";
import type { Session } from "../session/index.js";

/** What is to be done to a session, all of it or nothing. */
export interface Plan {
  readonly actions: readonly Action[];
}

/** Carries a plan out with nothing typed in between. What is wrong with any part of it is found before the first is done. */
export async function carryOut({ actions }: Plan, session: Session): Promise<void> {
  for (const action of actions) validateAction(action);
  if (actions.length > 0) await session.send(actions);
}
