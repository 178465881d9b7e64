import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { Client } from "ptywright/client";
import { McpPeer } from "../support/mcp-peer.js";
import { OwnServer } from "../support/own-server.js";

/** Which of two calls is answered first, the one that is looked at or one that waits in vain for so long. */
async function answeredFirst(peer: McpPeer, call: Promise<unknown>, timeoutS: number): Promise<string> {
  const late = peer.call("terminal_wait", { session: "clock", text: "never", timeout_s: timeoutS });
  const first = await Promise.race([call.then(() => "the call"), late.then(() => "the clock")]);
  await Promise.all([call, late]);
  return first;
}

test("what a command waits for the one before it counts as its own time", async (t) => {
  const peer = await McpPeer.start(t);
  await peer.done("terminal_start", { command: "cat", name: "clock" });
  await peer.done("terminal_run", { command: "true" });
  const before = peer.done("terminal_run", { command: "sleep 2" });
  const behind = peer.done("terminal_run", { command: "sleep 600", timeout_s: 2.5 });
  assert.equal(await answeredFirst(peer, behind, 3.7), "the call");
  assert.equal((await before).text, "exit 0");
  assert.match((await behind).text, /^running \(still running in session shell after 2\.5 s/);
});

test("what is typed and then waited for takes one time limit together", async (t) => {
  const own = new OwnServer(t);
  const peer = await McpPeer.start(t, { args: ["--shared"], env: own.env });
  await peer.done("terminal_start", { command: "cat", name: "clock" });
  await peer.done("terminal_start", { command: "cat", name: "typed" });
  const person = await Client.connect({ socket: join(own.home, "socket") });
  t.after(() => person.close());
  await person.session("typed").lease({ as: "person", who: "anna", forMs: 2_000 });
  const typed = peer.refused("terminal_type", { session: "typed", text: "x", wait_for: "never", timeout_s: 2.5 });
  assert.equal(await answeredFirst(peer, typed, 3.7), "the call");
  assert.match(await typed, /^no text "never" on the screen in 0\.\d s/);
});
