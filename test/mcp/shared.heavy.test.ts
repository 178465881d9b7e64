import assert from "node:assert/strict";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { Client } from "ptywright/client";
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

test("a session that the user removes is forgotten, however that is noticed", async (t) => {
  const own = new OwnServer(t);
  const peer = await shared(t, own);
  await peer.done("terminal_run", { command: "true" });
  own.done("rm", "shell");
  assert.equal((await peer.done("terminal_run", { command: "echo anew" })).text, "exit 0\nanew");
  // Calls that name it.
  const calls = [
    ["terminal_read", {}],
    ["terminal_type", { text: "x" }],
    ["terminal_wait", { text: "x" }],
    ["terminal_run", { command: "true" }],
  ] as const;
  for (const [tool, args] of calls) {
    await peer.done("terminal_start", { command: "bash", name: "gone" });
    own.done("rm", "gone");
    assert.match(await peer.refused(tool, { session: "gone", ...args }), /^the session gone was closed/);
    assert.match(await peer.refused(tool, { session: "gone", ...args }), /^you have no session "gone": shell$/);
  }
  // One that is waited in.
  await peer.done("terminal_start", { command: "cat", name: "gone" });
  const waiting = peer.refused("terminal_wait", { session: "gone", text: "never", timeout_s: 20 });
  await peer.client.ping();
  own.done("rm", "gone");
  assert.match(await waiting, /closed/);
  assert.match(await peer.refused("terminal_read", { session: "gone" }), /^you have no session/);
  // Whatever closes or lists.
  await peer.done("terminal_start", { command: "cat", name: "gone" });
  own.done("rm", "gone");
  assert.equal((await peer.done("terminal_close", { session: "gone" })).text, "closed gone");
  await peer.done("terminal_start", { command: "cat", name: "gone" });
  own.done("rm", "gone");
  const { resources } = await peer.client.listResources();
  assert.deepEqual(
    resources.map(({ uri }) => uri),
    ["session://shell/screen", "session://shell/log"],
  );
  await Promise.all(Array.from({ length: 15 }, () => peer.done("terminal_start", { command: "cat" })));
  own.done("rm", "cat", "shell");
  await peer.done("terminal_start", { command: "cat" });
  own.done("rm", "cat");
  await peer.done("terminal_close", { all: true });
  assert.equal((await peer.done("terminal_list")).text, "no sessions");
  assert.doesNotMatch(own.done("ls"), /cat/);
});

test("a command that cannot be typed is not said to run, and is not run later", async (t) => {
  const own = new OwnServer(t);
  const peer = await shared(t, own);
  await peer.done("terminal_run", { command: "true" });
  const person = await Client.connect({ socket: join(own.home, "socket") });
  t.after(() => person.close());
  const anna = { as: "person", who: "anna" } as const;
  await person.session("shell").lease({ ...anna, forMs: 60_000 });
  const untyped = /was not run within 0.5 s: /;
  const held = await peer.refused("terminal_run", { command: "touch held", timeout_s: 0.5 });
  assert.match(held, untyped);
  assert.match(held, /anna, a person, has the input for themselves, for \d+ ms more/);
  await person.session("shell").lease({ ...anna, forMs: 0 });
  // Nor where the shell is not at an empty prompt. None is run later.
  await peer.done("terminal_type", { session: "shell", text: "half" });
  assert.match(await peer.refused("terminal_run", { command: "touch held", timeout_s: 0.5 }), untyped);
  await peer.done("terminal_type", { session: "shell", keys: "Ctrl+C" });
  await peer.done("terminal_type", { session: "shell", text: "cat", enter: true });
  assert.match(await peer.refused("terminal_run", { command: "touch held", timeout_s: 0.5 }), untyped);
  await peer.done("terminal_type", { session: "shell", keys: "Ctrl+D" });
  assert.match((await peer.done("terminal_run", { command: "ls held" })).text, /^exit 2/);
  // One that was typed runs, whoever has the input then.
  await peer.done("terminal_run", { command: "sleep 600", timeout_s: 0.5 });
  await person.session("shell").lease({ ...anna, forMs: 60_000 });
  assert.match((await peer.done("terminal_run", { timeout_s: 0.1 })).text, /^running \(still running/);
});
