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
