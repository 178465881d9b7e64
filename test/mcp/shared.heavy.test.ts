import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { McpPeer } from "../support/mcp-peer.js";
import { OwnServer } from "../support/own-server.js";
import { isAlive, noneLeft } from "../support/processes.js";

const shared = (t: TestContext, { env }: OwnServer): Promise<McpPeer> => McpPeer.start(t, { args: ["--shared"], env });

test("a client that goes while its programs are being started leaves none behind", async (t) => {
  const own = new OwnServer(t);
  own.done("new", "--name", "mine", "--", "cat");
  const peer = await shared(t, own);
  await peer.done("terminal_start", { command: "cat" });
  const { pid } = peer;
  for (let count = 0; count < 8; count++) void peer.call("terminal_start", { command: "cat" }).catch(() => undefined);
  void peer.call("terminal_run", { command: "true" }).catch(() => undefined);
  await peer.client.ping();
  await peer.client.close();
  await noneLeft(() => [pid].filter(isAlive));
  assert.match(own.done("ls"), /^[^\n]*\n?mine [^\n]*\n$/);
});

test("commands without a session run for every client, whoever else has a session called shell", async (t) => {
  const own = new OwnServer(t);
  own.done("new", "--name", "shell", "--", "cat");
  const [one, two] = [await shared(t, own), await shared(t, own)];
  assert.equal((await one.done("terminal_run", { command: "cd /; echo one" })).text, "exit 0\none");
  assert.equal((await two.done("terminal_run", { command: "echo two" })).text, "exit 0\ntwo");
  assert.equal((await one.done("terminal_run", { command: "pwd" })).text, "exit 0\n/");
  assert.match((await one.done("terminal_list")).text, /^shell-2: [^\n]*$/);
  // Of a name that was asked for, it is told that it is taken, and not by whom.
  assert.equal(
    await one.refused("terminal_start", { command: "cat", name: "shell" }),
    'the name "shell" is taken; choose another, or leave it out',
  );
});
