import "./home.js";
import type { SessionOptions, TargetLike } from "ptywright";
import { Session } from "ptywright";
import type { Owner } from "./owner.js";

/** A session that is closed after the test, whatever happens in it. */
export async function start(t: Owner, target: TargetLike, options?: SessionOptions): Promise<Session> {
  const session = await Session.spawn(target, options);
  t.after(() => session.close());
  return session;
}
