import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { BIN, RunningCommand, ptywright } from "../support/command.js";
import { McpPeer } from "../support/mcp-peer.js";
import { OwnServer } from "../support/own-server.js";
import { NEEDS_PROC, born, childrenOf, eventually, isStillAlive, noneLeft } from "../support/processes.js";
import { tempDir } from "../support/temp-dir.js";

/** A program that runs until it is ended, and its process. */
async function sleeper(peer: McpPeer, t: TestContext, name: string): Promise<number> {
  const file = join(tempDir(t), "pid");
  await peer.done("terminal_start", {
    command: "sh",
    args: ["-c", `trap '' HUP; echo $$ > ${file}; echo started; sleep 600`],
    name,
  });
  await peer.done("terminal_wait", { session: name, text: "started", timeout_s: 20 });
  return Number(readFileSync(file, "utf8"));
}

/** The processes of a `ptywright mcp`: its server, what it asks, and all below them. */
function familyOf(pid: number): number[] {
  const children = childrenOf(pid);
  return [...children, ...children.flatMap(familyOf)];
}

for (const signal of ["SIGKILL", "SIGTERM"] as const)
  test(`nothing of it is left after ${signal}`, { skip: NEEDS_PROC }, async (t) => {
    const peer = await McpPeer.start(t);
    const program = born(await sleeper(peer, t, "one"));
    const asked = await peer.done("agent_ask", { adapter: "shell", prompt: "sleep 601", timeout_s: 2 });
    assert.equal(asked.fields?.["outcome"], "running");
    const family = familyOf(peer.pid).map(born);
    assert.ok(family.length >= 4, `${family.length} processes`);
    process.kill(peer.pid, signal);
    await noneLeft(() => [program, ...family].filter(isStillAlive).map(({ pid }) => pid));
  });

test("nothing of it is left when its client goes", { skip: NEEDS_PROC }, async (t) => {
  const peer = await McpPeer.start(t);
  const program = born(await sleeper(peer, t, "one"));
  const family = [born(peer.pid), ...familyOf(peer.pid).map(born)];
  await peer.client.close();
  await noneLeft(() => [program, ...family].filter(isStillAlive).map(({ pid }) => pid));
});

test("its server may end: the next session is in a new one", { skip: NEEDS_PROC }, async (t) => {
  const peer = await McpPeer.start(t);
  await peer.done("terminal_start", { command: "cat" });
  const [server] = childrenOf(peer.pid);
  process.kill(server, "SIGKILL");
  await eventually(
    () => childrenOf(peer.pid).includes(server),
    (isThere) => !isThere,
    5_000,
  );
  assert.match(await peer.refused("terminal_read", { session: "cat" }), /server has ended.*terminal_start/);
  assert.equal((await peer.done("terminal_list")).text, "no sessions");
  await peer.done("terminal_start", { command: "cat" });
});

test("clients see nothing of each other, whatever they call their sessions", async (t) => {
  const [one, two] = await Promise.all([McpPeer.start(t), McpPeer.start(t)]);
  await one.done("terminal_start", { command: "cat", name: "same" });
  assert.match(await two.refused("terminal_read", { session: "same" }), /you have no session/);
  await two.done("terminal_start", { command: "cat", name: "same" });
  await two.done("terminal_type", { session: "same", text: "of two", enter: true });
  await one.done("terminal_type", { session: "same", text: "of one", enter: true });
  assert.equal((await one.done("terminal_read", { full: true })).fields?.["screen"], "of one\nof one");
});

test("with --shared people see the sessions, but other clients do not, and they end with their client", async (t) => {
  const own = new OwnServer(t);
  const args = ["--shared"];
  const one = await McpPeer.start(t, { args, env: own.env });
  const two = await McpPeer.start(t, { args, env: own.env });
  own.done("new", "--name", "mine", "--", "cat");
  await one.done("terminal_start", { command: "cat", name: "agent" });
  assert.match(await two.refused("terminal_start", { command: "cat", name: "agent" }), /agent/);
  assert.equal((await two.done("terminal_start", { command: "cat" })).fields?.["session"], "cat");
  assert.match(await two.refused("terminal_read", { session: "agent" }), /you have no session/);
  assert.match(await two.refused("terminal_close", { session: "mine" }), /you have no session/);
  assert.match((await two.done("terminal_list")).text, /^cat: [^\n]*$/);
  assert.match(own.done("ls"), /^agent .*\n(.*\n)*cat /m);
  own.done("send", "agent", "from a person", "--enter");
  await one.done("terminal_wait", { text: "from a person", timeout_s: 10 });
  await one.client.close();
  await eventually(
    () => own.done("ls"),
    (text) => !text.includes("agent"),
    10_000,
  );
  assert.doesNotMatch(own.done("ls"), /agent/);
  assert.match(own.done("ls"), /mine/);
});

test("what is cancelled is not waited for any more, and what runs is interrupted", async (t) => {
  const peer = await McpPeer.start(t);
  await peer.done("terminal_run", { command: "true" });
  const cancelled = async (name: string, args: Record<string, unknown>): Promise<void> => {
    const stop = new AbortController();
    const progress = new Promise<void>((resolve) => {
      void assert.rejects(peer.call(name, args, { signal: stop.signal, onprogress: () => resolve() }));
    });
    await progress;
    stop.abort();
  };
  await cancelled("terminal_wait", { session: "shell", text: "never", timeout_s: 40 });
  await cancelled("terminal_run", { command: "sleep 600", timeout_s: 40 });
  assert.equal((await peer.done("terminal_run", { command: "echo fine" })).text, "exit 0\nfine");
});

test(
  "no call hangs: neither for a program that does not read, nor for a server that does not answer",
  { skip: NEEDS_PROC },
  async (t) => {
    const peer = await McpPeer.start(t, { args: ["--timeout", "1"] });
    await peer.done("terminal_start", { command: "sh", args: ["-c", "stty raw; exec sleep 600"] });
    const text = "0123456789".repeat(20_000);
    assert.match(await peer.refused("terminal_type", { text }), /not all was typed in 1 s: the program does not read/);
    const [server] = childrenOf(peer.pid);
    process.kill(server, "SIGSTOP");
    assert.match(await peer.refused("terminal_read"), /does not answer/);
    process.kill(server, "SIGCONT");
    await peer.done("terminal_read");
  },
);

test(
  "a client that sends no end of a message is given up, and nothing of it is left",
  { skip: NEEDS_PROC },
  async (t) => {
    const child = new RunningCommand(t, ["mcp"]).read();
    child.child.stdin.on("error", () => undefined);
    child.child.stdin.write("x".repeat(12_000_000));
    assert.equal((await child.ended()).status, 0);
  },
);

test(
  "a client that sends more than a message may have is given up, and nothing of it is left",
  { skip: NEEDS_PROC },
  async (t) => {
    const peer = await McpPeer.start(t);
    const program = born(await sleeper(peer, t, "one"));
    const family = [born(peer.pid), ...familyOf(peer.pid).map(born)];
    await assert.rejects(peer.call("terminal_type", { text: "x".repeat(11_000_000) }));
    await noneLeft(() => [program, ...family].filter(isStillAlive).map(({ pid }) => pid));
  },
);

test("a long wait tells that it goes on", async (t) => {
  const peer = await McpPeer.start(t, { args: ["--timeout", "5"] });
  await peer.done("terminal_start", { command: "cat" });
  const told: unknown[] = [];
  const onprogress = (progress: unknown): void => void told.push(progress);
  const late = await peer.call("terminal_wait", { text: "never", timeout_s: 3_000 }, { onprogress });
  // No call takes longer than the user has said.
  assert.match(late.text, /^no text "never" on the screen in 5 s/);
  const [first] = told as { progress: number }[];
  assert.ok(first.progress >= 2);
  assert.deepEqual({ ...first, progress: 2 }, { progress: 2, total: 5, message: "waits in cat" });
});

test("a client of the newer protocol is served too", async (t) => {
  const peer = await McpPeer.start(t, { isModern: true });
  assert.equal(peer.client.getNegotiatedProtocolVersion(), "2026-07-28");
  assert.equal((await peer.done("terminal_run", { command: "echo fine" })).text, "exit 0\nfine");
  const uri = "session://shell/screen";
  const updated = new Promise((resolve) =>
    peer.client.setNotificationHandler("notifications/resources/updated", ({ params }) => resolve(params.uri)),
  );
  await peer.client.listen({ resourceSubscriptions: [uri] });
  await peer.done("terminal_type", { text: "echo more", enter: true });
  assert.equal(await updated, uri);
  assert.match(JSON.stringify(await peer.client.readResource({ uri })), /more/);
});

test("where the SDK is missing, it says how to install it", () => {
  const refuses = `export async function resolve(name, context, next) {
    if (!name.startsWith("@modelcontextprotocol/")) return next(name, context);
    throw Object.assign(new Error("not there"), { code: "ERR_MODULE_NOT_FOUND" });
  }`;
  const url = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;
  const hook = url(`import { register } from "node:module"; register(${JSON.stringify(url(refuses))});`);
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", hook, BIN, "mcp"], { encoding: "utf8" });
  assert.deepEqual({ status, stdout }, { status: 1, stdout: "" });
  assert.match(stderr, /^ptywright: .*not installed; .*npm install @modelcontextprotocol\/server@2\n$/);
});

for (const [words, args] of [
  [/nobody to ask/, ["--allow", "ask"]],
  [/--socket is for --shared/, ["--socket", "/tmp/x"]],
  [/there is no program/, ["--allow-program", "no-such-program-anywhere"]],
  [/there is no such folder/, ["--cwd-root", "/no/such/folder"]],
] as const)
  test(`ptywright mcp ${args.join(" ")} is refused`, () => {
    const { status, stderr } = ptywright(["mcp", ...args]);
    assert.equal(status, 2, stderr);
    assert.match(stderr, words);
  });
