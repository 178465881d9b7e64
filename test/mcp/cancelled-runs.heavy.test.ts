import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fifo } from "../support/fifo.js";
import { McpPeer } from "../support/mcp-peer.js";
import { tempDir } from "../support/temp-dir.js";

/** Asks for a command, and takes it back as soon as it was heard. */
async function takenBack(peer: McpPeer, command: string): Promise<void> {
  const stop = new AbortController();
  const rejected = assert.rejects(peer.call("terminal_run", { command }, { signal: stop.signal }));
  await peer.client.ping();
  stop.abort();
  await rejected;
}

test("a command that is cancelled while another runs is never run", async (t) => {
  const peer = await McpPeer.start(t);
  await peer.done("terminal_run", { command: "true" });
  const gate = fifo(t);
  const file = join(tempDir(t), "was-run");
  const first = peer.done("terminal_run", { command: `head -n 1 ${gate.path}` });
  await takenBack(peer, `touch ${file}; sleep 600`);
  const last = peer.done("terminal_run", { command: "echo last", timeout_s: 10 });
  gate.write("go on\n");
  assert.equal((await first).text, "exit 0\ngo on");
  assert.equal((await last).text, "exit 0\nlast");
  assert.equal(existsSync(file), false);
});

test("a command that is cancelled while its shell starts is never run", async (t) => {
  const peer = await McpPeer.start(t);
  await peer.done("terminal_list");
  const file = join(tempDir(t), "was-run");
  await takenBack(peer, `touch ${file}; sleep 600`);
  assert.equal((await peer.done("terminal_run", { command: "echo last", timeout_s: 10 })).text, "exit 0\nlast");
  assert.equal(existsSync(file), false);
});

test("a command that is cancelled at once does not go on", async (t) => {
  const peer = await McpPeer.start(t);
  await peer.done("terminal_run", { command: "true" });
  for (let count = 0; count < 5; count++) {
    await takenBack(peer, "sleep 600");
    assert.equal((await peer.done("terminal_run", { command: "echo next", timeout_s: 10 })).text, "exit 0\nnext");
  }
});
