import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Owner } from "./owner.js";
import { PipelinedPeer } from "./pipelined-peer.js";
import { eventually, stateOf } from "./processes.js";
import { ServeProcess, type RpcMessage } from "./serve-process.js";
import { tempDir } from "./temp-dir.js";

const WAITS = 25;
/** Room to send all requests before the stop, and to print before the time is up. */
const LEAST_MS = 1_000;

/**
 * A server is stopped while clients wait: for a line that is printed meanwhile, with a time that is over when it goes on; and for
 * what never comes, with time left. None of them may be told a time-out. Answers how long the matches took after it went on.
 */
export async function waitOnStoppedServer(t: Owner, stoppedMs: number): Promise<{ waits: number; matchedMs: number }> {
  const folder = tempDir(t);
  const path = join(folder, "socket");
  const server = new ServeProcess(t, ["--socket", path]);
  await server.listening();
  const peer = await PipelinedPeer.connect(path);
  t.after(() => peer.close());
  const go = join(folder, "go");
  const script = `echo ready; until [ -e ${go} ]; do sleep 0.1; done; echo line; : > ${folder}/done-$0; exec cat`;
  const sessions = await Promise.all(
    Array.from({ length: WAITS }, (_, at) => peer.create({ program: "/bin/sh", args: ["-c", script, String(at)] })),
  );
  const wait = (session: string, value: string, timeout_ms: number): Promise<RpcMessage | undefined> =>
    peer.request("session.wait", { session, matcher: { type: "contains_text", value }, timeout_ms });
  for (const session of sessions) assert.ok((await wait(session, "ready", 60_000))?.result !== undefined);

  const early = sessions.map((session) => wait(session, "line", LEAST_MS));
  let isPatientAnswered = false;
  const patient = sessions.map((session) =>
    wait(session, "never", stoppedMs + 60_000).finally(() => (isPatientAnswered = true)),
  );
  // Answered in order: when this is, the waits have begun.
  await peer.request("session.list");
  server.child.kill("SIGSTOP");
  const stopped = performance.now();
  await eventually(
    () => stateOf(server.pid),
    (state) => state === "T",
    5_000,
  );
  writeFileSync(go, "");
  const printed = await eventually(
    () => sessions.filter((_, at) => existsSync(join(folder, `done-${at}`))).length,
    (count) => count === WAITS,
    stoppedMs + 60_000,
  );
  assert.equal(printed, WAITS);
  await delay(Math.max(0, stopped + Math.max(stoppedMs, LEAST_MS + 200) - performance.now()));
  const wentOn = performance.now();
  server.child.kill("SIGCONT");
  const answers = await Promise.all(early);
  const matchedMs = performance.now() - wentOn;
  assert.deepEqual(
    answers.map((answer) => answer?.error?.message).filter((message) => message !== undefined),
    [],
  );
  await peer.request("session.list");
  assert.equal(isPatientAnswered, false, "a wait with time left was answered");
  for (const session of sessions) void peer.request("session.close", { session });
  await Promise.all(patient);
  return { waits: 2 * WAITS, matchedMs };
}
