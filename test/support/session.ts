import "./home.js";
import type { TestContext } from "node:test";
import type { SessionOptions, TargetLike } from "ptywright";
import { Session } from "ptywright";

/** A session that is closed after the test, whatever happens in it. */
export async function start(t: TestContext, target: TargetLike, options?: SessionOptions): Promise<Session> {
  const session = await Session.spawn(target, options);
  t.after(() => session.close());
  return session;
}
