import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { TargetOptions } from "ptywright";
import { NEEDS_PROC, statFields } from "../support/processes.js";
import { start } from "../support/session.js";
import { tempDir } from "../support/temp-dir.js";

/** What a program printed until its end. */
async function output(t: TestContext, target: TargetOptions): Promise<string> {
  const session = await start(t, { size: { cols: 1000 }, ...target });
  await session.wait();
  return session.transcript().replaceAll("\r\n", "\n");
}

async function environment(t: TestContext, target: Partial<TargetOptions>): Promise<Record<string, string>> {
  const text = await output(t, { program: "/usr/bin/env", ...target });
  const lines = text.trimEnd().split("\n");
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

/** Sets variables of this process for one test. */
function setParent(t: TestContext, variables: Record<string, string>): void {
  for (const [name, value] of Object.entries(variables)) {
    const old = process.env[name];
    process.env[name] = value;
    t.after(() => {
      if (old === undefined) delete process.env[name];
      else process.env[name] = old;
    });
  }
}

test("B14: the parent's variables are inherited, and the overlay wins over them", async (t) => {
  setParent(t, { PTY_TEST_KEPT: "ä=1", PTY_TEST_CHANGED: "old" });
  const env = await environment(t, { env: { PTY_TEST_CHANGED: "new", PTY_TEST_ADDED: "" } });
  assert.equal(env.PTY_TEST_KEPT, "ä=1");
  assert.equal(env.PTY_TEST_CHANGED, "new");
  assert.equal(env.PTY_TEST_ADDED, "");
  assert.equal(env.PATH, process.env.PATH);
});

test("B14: a cleared environment holds what is declared and TERM, and nothing else", async (t) => {
  assert.deepEqual(await environment(t, { clearEnv: true }), { TERM: "xterm-256color" });
  assert.deepEqual(await environment(t, { clearEnv: true, env: { A: "1", TERM: "vt100" } }), { A: "1", TERM: "vt100" });
});

test("B14: TERM is ours unless it is declared", async (t) => {
  setParent(t, { TERM: "screen", COLORTERM: "24bit" });
  const ours = await environment(t, {});
  assert.deepEqual([ours.TERM, ours.COLORTERM], ["xterm-256color", "truecolor"]);
  const declared = await environment(t, { env: { TERM: "dumb" } });
  assert.deepEqual([declared.TERM, declared.COLORTERM], ["dumb", undefined]);
});

test("B14: variables of the terminal that the parent runs in are not inherited, but may be declared", async (t) => {
  const foreign = { TMUX: "/t,1,0", TMUX_PANE: "%1", STY: "1.x", COLUMNS: "7", LINES: "7", KITTY_WINDOW_ID: "1" };
  setParent(t, foreign);
  const env = await environment(t, {});
  for (const name of Object.keys(foreign)) assert.equal(env[name], undefined, name);
  assert.equal((await environment(t, { env: { COLUMNS: "99" } })).COLUMNS, "99");
});

test("B14: a session is marked in an inherited environment, anew for each, and in no cleared one", async (t) => {
  setParent(t, { PTYWRIGHT_SESSION: "of an outer session" });
  const [one, two] = [await environment(t, {}), await environment(t, {})];
  assert.match(one.PTYWRIGHT_SESSION, new RegExp(`^${process.pid}-[0-9a-f]+\\.\\d+$`));
  assert.notEqual(one.PTYWRIGHT_SESSION, two.PTYWRIGHT_SESSION);
  assert.equal((await environment(t, { clearEnv: true })).PTYWRIGHT_SESSION, undefined);
});

test("the program starts in its cwd, and PWD says the same", async (t) => {
  const cwd = tempDir(t);
  assert.equal((await environment(t, { cwd })).PWD, cwd);
  assert.equal((await output(t, { program: "/bin/pwd", args: ["-P"], cwd })).trim(), cwd);
  assert.equal((await output(t, { program: "/bin/pwd", args: ["-P"] })).trim(), process.cwd());
});

test("no signal is ignored or blocked in the child, whatever it is in the parent", { skip: NEEDS_PROC }, async (t) => {
  // Node itself ignores SIGPIPE; a child that inherited that would never notice that its reader is gone.
  const status = await output(t, { program: "cat", args: ["/proc/self/status"] });
  const mask = (name: string): bigint => BigInt(`0x${new RegExp(`^${name}:\\s*(\\w+)`, "m").exec(status)?.[1]}`);
  assert.deepEqual([mask("SigIgn"), mask("SigBlk"), mask("SigPnd")], [0n, 0n, 0n]);
});

test("the child leads a session of its own and has its terminal in the foreground", { skip: NEEDS_PROC }, async (t) => {
  const stat = await output(t, { program: "cat", args: ["/proc/self/stat"] });
  const pid = stat.split(" ", 1)[0];
  const [, parent, group, session, terminal, foreground] = statFields(stat);
  assert.equal(parent, String(process.pid));
  assert.deepEqual([group, session, foreground], [pid, pid, pid]);
  assert.notEqual(terminal, "0");
});

test("the terminal starts in cooked mode with echo, and knows UTF-8", { skip: NEEDS_PROC }, async (t) => {
  const modes = (await output(t, { program: "stty", args: ["-a"] })).split(/[\s;]+/);
  for (const mode of ["icanon", "isig", "echo", "icrnl", "opost", "onlcr", "iutf8"])
    assert.ok(modes.includes(mode), mode);
});

test("the umask is the parent's", async (t) => {
  const old = process.umask(0o027);
  t.after(() => process.umask(old));
  assert.equal(Number.parseInt(await output(t, { program: "/bin/sh", args: ["-c", "umask"] }), 8), 0o027);
});
