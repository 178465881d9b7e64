import "../support/home.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Session } from "ptywright";
import { shell } from "../support/fixture.js";
import { connect, serverState } from "../support/rpc-peer.js";

test("O5: a server keeps 1,024 sessions at most; those being started count too", async (t) => {
  const state = serverState(t);
  const peer = connect(t, state);
  // A thousand programs would say more about the machine than about the limit.
  const stub = {
    on: () => () => undefined,
    close: async () => ({ descendantsReaped: 0, forced: false, stillRunning: [] }),
  } as unknown as Session;
  let begin!: () => void;
  const isTime = new Promise<void>((resolve) => (begin = resolve));
  const starting = Array.from({ length: 1_024 }, () =>
    state.sessions.add(() => isTime.then(() => stub), state.sessions.reserve()),
  );
  const early = await peer.refusal("internal_error", "session.create", { program: "cat" });
  assert.match(early.message, /1024 sessions/);
  begin();
  await Promise.all(starting);
  await peer.refusal("internal_error", "session.create", { program: "cat" });
  await peer.request("session.close", { session: "s7" });
  assert.equal(await peer.shell("cat"), "s1025");
});

test("a server that is stopping starts no session, and ends one that was being started", async (t) => {
  const state = serverState(t);
  const peer = connect(t, state);
  let begin!: () => void;
  const isTime = new Promise<void>((resolve) => (begin = resolve));
  const starting = state.sessions.add(() => isTime.then(() => Session.spawn(shell("cat"))), state.sessions.reserve());
  await state.close();
  begin();
  assert.equal((await starting).session.isFinished, true);
  assert.deepEqual(await peer.request("session.list", {}), { sessions: [] });
  assert.match((await peer.refusal("internal_error", "session.create", { program: "cat" })).message, /stopping/);
});
