import assert from "node:assert/strict";
import { realpathSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { decodeResult } from "ptywright/protocol";
import { spawnSync } from "node:child_process";
import { BIN, RunningCommand } from "../support/command.js";
import { OwnServer } from "../support/own-server.js";
import { NEEDS_PROC, childrenOf, eventually, isAlive } from "../support/processes.js";
import { tempDir } from "../support/temp-dir.js";

const CAT = ["--", "sh", "-c", "printf 'ready\\n'; cat"] as const;

test("a session is started, typed into, waited for, read and ended by verbs", (t) => {
  const server = new OwnServer(t);
  assert.equal(server.done("ls"), "");
  assert.equal(server.done("new", "--name", "web", "--rows", "10", "--cols", "40", ...CAT), "web\n");
  server.done("wait", "web", "ready", "--timeout", "10");
  server.done("mark", "web", "typed");
  server.done("send", "web", "hello", "--enter");
  server.done("wait", "web", "hello", "--since", "input", "--timeout", "10");
  assert.equal(server.done("screen", "web"), "ready\nhello\nhello\n");
  assert.equal(server.done("screen", "web", "--row", "1"), "hello\n");
  assert.equal(server.done("log", "web", "--since", "typed"), "hello\nhello\n");
  assert.equal(server.done("log", "web"), "ready\nhello\nhello\n");
  server.done("resize", "web", "--cols", "50");
  assert.match(server.done("ls"), /^SESSION +ID +STATE +SIZE +AGE +COMMAND\nweb +s1 +running +50x10 +\d+s +sh -c /);
  server.done("send", "web", "--key", "Ctrl+D");
  server.done("wait", "web", "--exit", "--timeout", "10");
  assert.match(server.done("ls"), / exited 0 /);
  server.done("rm", "web");
  assert.equal(server.done("ls"), "");
});

test("the exit code of a verb says what happened", (t) => {
  const server = new OwnServer(t);
  const codes = (...args: string[]): number | null => server.run(...args).status;
  assert.equal(codes("screen", "web"), 4);
  assert.equal(codes("send", "web", "x"), 4);
  assert.equal(codes("server", "status"), 4);
  assert.equal(codes("rm", "--all"), 0);
  server.done("new", "--name", "web", ...CAT);
  for (const verb of [
    ["screen", "nope"],
    ["send", "nope", "x"],
    ["wait", "nope", "x"],
    ["log", "nope"],
    ["log", "nope", "--follow"],
    ["rm", "nope"],
  ]) {
    const { status, stderr } = server.run(...verb);
    assert.equal(status, 3, verb.join(" "));
    assert.match(stderr, /^ptywright: session "nope" does not exist; ptywright ls has those that do\n$/);
  }
  assert.equal(codes("new", "--name", "web", ...CAT), 1);
  assert.equal(codes("exec", "web", "true"), 1);
  assert.equal(codes("click", "web", "ready", "--timeout", "1"), 1);
  for (const verb of [
    ["send", "web"],
    ["send", "web", "--key", "nonsense"],
    ["wait", "web"],
    ["wait", "web", "(", "--regex"],
    ["new", "--name", "two words", ...CAT],
    ["rm"],
    ["rm", "web", "--all"],
    ["resize", "web"],
    ["mark", "web", "12"],
  ])
    assert.equal(codes(...verb), 2, verb.join(" "));
  const gone = spawnSync("sh", ["-c", `mkdir gone && cd gone && rmdir ../gone && ${process.execPath} ${BIN} new`], {
    encoding: "utf8",
    cwd: tempDir(t),
    env: { ...process.env, ...server.env },
  });
  assert.equal(gone.stderr, "ptywright: the current directory does not exist any more; cd to another\n");
  const late = server.run("wait", "web", "never", "--timeout", "1");
  assert.equal(late.status, 124);
  assert.match(late.stderr, /^ptywright: timed out after \d+ ms waiting for text "never"/);
  assert.match(late.stderr, /\n {2}\| ready\n/);
});

test("what a verb prints with --json is what its method answers", (t) => {
  const server = new OwnServer(t);
  const json = (...args: string[]): unknown => JSON.parse(server.done(...args, "--json"));
  decodeResult("session.create", json("new", "--name", "web"));
  decodeResult("session.input", json("send", "web", "echo hello", "--enter"));
  decodeResult("session.wait", json("wait", "web", "hello", "--since", "input"));
  decodeResult("session.snapshot", json("screen", "web"));
  decodeResult("session.transcript", json("log", "web"));
  decodeResult("session.resize", json("resize", "web", "--rows", "30"));
  decodeResult("session.input", json("mark", "web", "here"));
  const { details } = decodeResult("session.list", json("ls"));
  assert.equal(details?.[0]?.name, "web");
  assert.equal(details[0].rows, 30);
  decodeResult("server.status", json("server", "status"));
  const failed = server.run("wait", "web", "never", "--timeout", "0", "--json");
  assert.equal(failed.status, 124);
  assert.equal((JSON.parse(failed.stdout) as { error: { code: string } }).error.code, "wait_timeout");
  decodeResult("session.input", json("signal", "web", "int"));
  decodeResult("session.close", json("rm", "web"));
});

test("a program is started where its user is, with their environment and without their terminal's", (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "first", ...CAT);
  const folder = realpathSync(tempDir(t));
  Object.assign(server.env, { MINE: "yes", TERM: "dumb", TMUX: "/tmp/x,1,0" });
  server.done("new", "--name", "env", "--cwd", folder, "--", "sh", "-c", 'echo "$MINE $TERM <$TMUX> $PWD"');
  server.done("wait", "env", "--exit");
  assert.equal(server.done("log", "env"), `yes xterm-256color <> ${folder}\n`);
});

test("many that start the server at once get one", async (t) => {
  const server = new OwnServer(t);
  const names = ["a", "b", "c", "d", "e", "f"];
  const started = names.map((name) =>
    new RunningCommand(t, ["new", "--name", name, ...CAT], server.env).read().ended(),
  );
  for (const { status, stderr } of await Promise.all(started))
    assert.deepEqual({ status, stderr }, { status: 0, stderr: "" });
  const { details } = decodeResult("session.list", JSON.parse(server.done("ls", "--json")));
  assert.deepEqual(details?.map(({ name }) => name).sort(), names);
});

test("a server that a command started ends when nobody has needed it for a time, and not before", async (t) => {
  const server = new OwnServer(t, "[server]\nidle_timeout_s = 1\n");
  server.done("new", "--name", "web", ...CAT);
  const pid = server.pid();
  // With a session it stays, however long nobody is connected.
  const stays = new RunningCommand(t, ["wait", "web", "never", "--timeout", "2"], server.env).read();
  assert.equal((await stays.ended()).status, 124);
  assert.ok(isAlive(pid));
  server.done("rm", "web");
  assert.equal(
    await eventually(
      () => isAlive(pid),
      (alive) => !alive,
      10_000,
    ),
    false,
  );
  assert.equal(server.run("server", "status").status, 4);
});

test("stopping the server ends its sessions and all that they started", { skip: NEEDS_PROC }, async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "web", "--", "sh", "-c", "sleep 1000 & echo started; wait");
  server.done("wait", "web", "started");
  const pid = server.pid();
  const programs = childrenOf(pid).flatMap((child) => [child, ...childrenOf(child)]);
  assert.ok(programs.length >= 2);
  server.done("server", "stop");
  assert.equal(isAlive(pid), false);
  assert.deepEqual(
    await eventually(
      () => programs.filter(isAlive),
      (left) => left.length === 0,
      5_000,
    ),
    [],
  );
});

test("a log of a flood ends with its reader", async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "flood", "--", "yes", "a line of a flood");
  const shell = `${process.execPath} ${BIN} log flood --follow | head -n 1`;
  const { stdout, status } = spawnSync("sh", ["-c", shell], {
    encoding: "utf8",
    env: { ...process.env, ...server.env },
    timeout: 30_000,
  });
  // What is kept of it may begin within a line.
  assert.match(stdout, /^[a-z ]*\n$/);
  assert.equal(status, 0);
});

test("sessions are ended one by one, also if one of them is not there", (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "one", ...CAT);
  server.done("new", "--name", "two", ...CAT);
  const { status, stderr } = server.run("rm", "one", "nope", "two");
  assert.equal(status, 3);
  assert.match(stderr, /"nope" does not exist/);
  assert.equal(server.done("ls"), "");
});

test("what is no text is not pasted", async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "web", ...CAT);
  const pasting = new RunningCommand(t, ["send", "web", "--paste", "-"], server.env).read();
  pasting.child.stdin.end(Buffer.from([0xff, 0xfe]));
  assert.equal((await pasting.ended()).status, 2);
});

test("a log is followed to the end of its program", async (t) => {
  const server = new OwnServer(t);
  server.done("new", "--name", "web", ...CAT);
  server.done("wait", "web", "ready");
  const following = new RunningCommand(t, ["log", "web", "--follow"], server.env).read();
  await following.printed("ready\n");
  server.done("send", "web", "more", "--enter");
  await following.printed("ready\nmore\nmore\n");
  server.done("send", "web", "--key", "Ctrl+D");
  assert.deepEqual(await following.ended(), { status: 0, stdout: "ready\nmore\nmore\n", stderr: "" });
});

test("S1: no verb shows a secret that a program has shown, nor one in its command line", async (t) => {
  const server = new OwnServer(t);
  const secret = `AKIA${"Q7WJ2ZK4M6X3B5TV"}`;
  server.done("new", "--name", "web", "--", "sh", "-c", `printf 'key=%s\\n' ${secret}; cat`);
  server.done("wait", "web", "key=");
  const following = new RunningCommand(t, ["log", "web", "--follow"], server.env).read();
  const seen = [
    ["ls"],
    ["ls", "--json"],
    ["screen", "web"],
    ["screen", "web", "--ansi"],
    ["screen", "web", "--json"],
    ["log", "web"],
    ["log", "web", "--raw"],
    ["log", "web", "--json"],
    ["wait", "web", secret, "--since", "input", "--timeout", "0"],
    ["wait", "web", "never", "--timeout", "0"],
    ["wait", "web", `${secret}x`, "--timeout", "0", "--json"],
  ].map((verb) => {
    const { stdout, stderr } = server.run(...verb);
    return [verb.join(" "), stdout + stderr] as const;
  });
  server.done("send", "web", "--key", "Ctrl+D");
  seen.push(["log --follow", (await following.ended()).stdout]);
  for (const [verb, text] of seen) assert.ok(!text.includes(secret.slice(4)), `${verb}: ${text}`);
  assert.ok(seen.filter(([, text]) => text.includes("[REDACTED]")).length >= 8);
});

test("a server of another version is told of, and one of another protocol is not spoken to", async (t) => {
  const socket = join(tempDir(t), "s.sock");
  let protocol = "1.9";
  const other = createServer((client) => {
    client.on("data", (data) => {
      for (const line of data.toString().split("\n").filter(Boolean)) {
        const { id, method } = JSON.parse(line) as { id: number; method: string };
        const about = {
          name: "ptywright",
          version: "9.9.9",
          protocol_version: protocol,
          framing: [],
          methods: [],
          notifications: [],
        };
        const result = method === "server.capabilities" ? about : { sessions: [], details: [], lines: ["x"] };
        client.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
      }
    });
  }).listen(socket);
  t.after(() => other.close());
  const env = { PTYWRIGHT_HOME: tempDir(t) };
  const run = async (...args: string[]) => new RunningCommand(t, args, env).read().ended();
  const says = /the server (?:at \S+ )?is ptywright 9\.9\.9, and this is .*ptywright server stop/;
  const listed = await run("ls", "--socket", socket);
  assert.equal(listed.status, 0);
  assert.match(listed.stderr, says);
  assert.match((await run("--socket", socket, "screen", "x")).stderr, says);
  protocol = "2.0";
  // It can be stopped all the same; this one has no process of its own to end.
  assert.doesNotMatch((await run("server", "stop", "--socket", socket)).stderr, /do not understand/);
  const refused = await run("ls", "--socket", socket);
  assert.equal(refused.status, 4);
  assert.match(refused.stderr, /do not understand each other/);
});

test("the names of sessions are completed", (t) => {
  const server = new OwnServer(t);
  assert.equal(server.done("__complete", "zsh", "screen", ""), "words\n");
  server.done("new", "--name", "web", ...CAT);
  server.done("new", "--name", "worker", ...CAT);
  assert.match(server.done("__complete", "zsh", "screen", "w"), /^words\nweb\tsh -c .*\nworker\tsh -c /);
  assert.equal(server.done("__complete", "bash", "rm", "web", "wo"), "words\nworker\n");
  assert.equal(server.done("__complete", "bash", "send", "web", ""), "words\n");
});
