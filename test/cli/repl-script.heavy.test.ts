import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { canaries, leakIn } from "../support/canaries.js";
import type { Ended } from "../support/command.js";
import { BIN, RunningCommand, ptywright } from "../support/command.js";
import { OwnServer } from "../support/own-server.js";
import { Random, SEED } from "../support/random.js";
import { tempDir } from "../support/temp-dir.js";

const CANARIES = canaries(new Random(SEED));

function piped(script: string, env: Record<string, string>, ...args: string[]): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, "repl", ...args], {
    encoding: "utf8",
    input: script,
    env: { ...process.env, ...env },
    timeout: 20_000,
  });
  return { status, stdout, stderr };
}

/** A console with a server of its own, which ends with it. */
const alone = (t: TestContext, script: string, ...args: string[]): Ended =>
  piped(script, { PTYWRIGHT_HOME: tempDir(t) }, ...args, "--stdio", "--", process.execPath, BIN, "serve", "--stdio");

test("entries that are piped in are done one after the other, with a server that is started for them", (t) => {
  const server = new OwnServer(t);
  const script = `s = session.create{program="sh", args={"-c", "printf ready; cat"}, name="web"}
-- a comment, and an entry of several lines:
for _, id in ipairs(session.list{}.sessions) do
  print(id, id == s.session)
end

session.wait{session="web", matcher=ptywright.matcher.contains_text("ready"), result="none"}.matched
_
:rpc session.list {"details": false}
`;
  const { status, stdout, stderr } = piped(script, server.env);
  assert.deepEqual({ status, stderr }, { status: 0, stderr: "" });
  const answer = { sessions: ["s1"], names: [{ session: "s1", name: "web" }] };
  assert.equal(stdout, `s1\ttrue\ntrue\ntrue\n${JSON.stringify(answer, undefined, 2)}\n`);
  assert.match(server.done("ls"), /^web .* running /m);
});

test("entries of a pipe are not kept for the next time", (t) => {
  const server = new OwnServer(t);
  assert.equal(piped("1 + 1\n", server.env).stdout, "2\n");
  assert.equal(existsSync(join(server.home, "repl-history")), false);
});

const FAILING: Readonly<Record<string, readonly [script: string, said: RegExp]>> = {
  "a field that is refused": [
    'session.create{program="sh",\n  rows=0}\n',
    /^line 1: session\.create: rows must be [^\n]*\n {4}rows=0\}\n {4}\^{4}\n$/,
  ],
  "a field that the entry does not name": ["session.create{}\n", /^line 1: session\.create: program is missing/],
  "a field in a table within": [
    'session.wait{session="x", matcher={type="nope"}}\n',
    /^line 1: session\.wait: [^]*type="nope"[^]*\n +\^{4}\n$/,
  ],
  "a method that there is not": [
    "x = session.creat{}\n",
    /^line 1: there is no method session\.creat \(did you mean session\.create\?\); :help session lists/,
  ],
  "a method without a table": ['session.close("s1")\n', /^line 1: session\.close takes a table of its parameters/],
  "a session that there is not": ['session.close{session="nope"}\n', /^line 1: session\.close: [^\n]*nope/],
  "a mistake in Lua": ["1 + nil\n", /^line 1: line:1: attempt to perform arithmetic on a nil value\n$/],
  "no Lua": ["x = = 1\n", /^line 1: line:1: unexpected symbol near '='\n$/],
  "an error of one's own": ['\n\nerror("so it is")\n', /^line 3: line:1: so it is\n$/],
  "what is not finished": ["for i = 1, 3 do -- ", /^line 1: what begins here is not finished\n$/],
  "a command that there is not": [":nope\n", /^line 1: there is no command :nope; :help lists/],
  "no JSON": [":rpc session.list {x}\n", /^line 1: the parameters are no JSON: /],
  "no terminal to attach": [":attach web\n", /^line 1: there is no terminal to attach\n$/],
  "a parameter that is no JSON": [
    "session.create{program=print}\n",
    /^line 1: the parameters have a function at program, which is no JSON\n$/,
  ],
  "a loop that does not end": ["while true do end\n", /^line 1: cut off: it ran for too long/],
  "memory without end": ['x = {} while true do x[#x + 1] = ("x"):rep(1000) .. #x end\n', /^line 1: cut off: /],
  "the methods as a variable": [
    "session = 1\n",
    /^line 1: line:1: session has the methods of the server; choose another name\n$/,
  ],
};

for (const [what, [script, said]] of Object.entries(FAILING))
  test(`the first entry that fails ends a script with 1, and says why: ${what}`, (t) => {
    const { status, stdout, stderr } = alone(t, `${script}3 + 3\n`);
    assert.match(stderr, said);
    assert.deepEqual({ status, stdout }, { status: 1, stdout: "" });
  });

test("Lua of a console has no file, no system and no network, and keeps to its limits", (t) => {
  const { stdout, stderr } = alone(
    t,
    'io, os, require, dofile, loadfile, debug, package\nload("return session ~= nil")()\npcall(string.rep, "x", 1e10)\n',
  );
  assert.equal(stdout.split("\n").slice(0, 8).join(" "), "nil nil nil nil nil nil nil true", stderr);
});

test("values are printed as Lua: nested, long, repeated, holding themselves, with functions", (t) => {
  const { stdout, stderr, status } = alone(
    t,
    `{1, "two", {three = 3}, print, f = 2.5, ["a b"] = true}
t = {} t.t = t
t
{"a\\nb", "\\27[31m", ("x"):rep(100), "", "", "", ""}
nil, false, 2^53, 1/0
{}
x = ("line\\n"):rep(1000)
x
`,
  );
  assert.equal(status, 0, stderr);
  const lines = stdout.split("\n");
  assert.deepEqual(lines.slice(0, 2), ['{ 1, "two", { three = 3 }, function, ["a b"] = true, f = 2.5 }', "{"]);
  assert.ok(stdout.includes("t = { itself }"));
  assert.ok(stdout.includes('  [[\na\nb]],\n  "\\27[31m",\n'));
  assert.ok(stdout.includes('  "", -- and 3 more like it\n'));
  assert.ok(stdout.includes("\nnil\nfalse\n9.007199254741e+15\ninf\n{}\n"));
  assert.ok(stdout.endsWith("… cut off; keep it in a variable, and look at a part of it\n"));
});

test("a call within a coroutine, a protected call and an iterator waits like any other", (t) => {
  const { stdout, stderr } = alone(
    t,
    `co = coroutine.wrap(function() coroutine.yield(#session.list{}.sessions) return "over" end)
co(), co()
ok, why = pcall(session.close, {session="nope"})
ok, why.field, why.method, tostring(why) == why.message
xpcall(function() return session.list{}.sessions end, print)
`,
  );
  assert.equal(stdout, '0\n"over"\nfalse\n"session"\n"session.close"\ntrue\ntrue\n{}\n', stderr);
});

test("the server may be any program, in either framing; one that is none is told", (t) => {
  const serve = ["--stdio", "--framing", "lsp", "--", process.execPath, BIN, "serve", "--stdio", "--framing", "lsp"];
  const home = { PTYWRIGHT_HOME: tempDir(t) };
  assert.equal(piped("server.status{}.sessions\n", home, ...serve).stdout, "0\n");
  const none = piped("server.status{}\n", home, "--stdio", "--", "/nowhere/server");
  assert.equal(none.status, 1);
  assert.match(none.stderr, /cannot start \/nowhere\/server/);
  const mute = piped("server.status{}\n", home, "--stdio", "--", "true");
  assert.equal(mute.status, 1);
  assert.match(mute.stderr, /^line 1: .*server\.capabilities was not answered: the server exited with code 0\n$/);
});

test("a console that is called wrongly says how", () => {
  for (const [args, said] of [
    [["--stdio"], /no server to start; expected ptywright repl --stdio -- CMD/],
    [["--", "x"], /a server to start needs --stdio/],
    [["--stdio", "--socket", "x", "--", "y"], /--stdio/],
    [["x"], /x/],
  ] as const) {
    const { status, stderr } = ptywright(["repl", ...args]);
    assert.equal(status, 2, stderr);
    assert.match(stderr, said);
  }
});

test("a recording is a script for its owner alone, without secrets, that does the same again", (t) => {
  const folder = tempDir(t);
  const file = join(folder, "said.lua");
  const secrets = CANARIES.map(({ text }) => `x = [==[${text}]==]\nx\n`).join("");
  const first = alone(t, `:record ${file}\ny = {\n  1, 2}\n#y, "so"\n${secrets}:record off\n`);
  assert.equal(first.status, 0, first.stderr);
  const text = readFileSync(file, "utf8");
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.ok(text.startsWith('y = {\n  1, 2}\n#y, "so"\n-- 2\n-- "so"\n'), text);
  assert.ok(text.includes("[REDACTED]"));
  for (const canary of CANARIES) assert.equal(leakIn(text, canary), undefined, canary.shape);
  const again = alone(t, text.split("x = [==[")[0]);
  assert.equal(again.stdout, '2\n"so"\n', again.stderr);
  const taken = alone(t, `:record ${file}\n`);
  assert.equal(taken.status, 1);
  assert.match(taken.stderr, /there is such a file already; name another/);
});

test("notifications are printed once each while they are wanted", async (t) => {
  const serve = ["--stdio", "--", process.execPath, BIN, "serve", "--stdio"];
  const console = new RunningCommand(t, ["repl", ...serve], { PTYWRIGHT_HOME: tempDir(t) }).read();
  const { stdin, stdout } = console.child;
  stdin.write(':notifications on\ns = session.create{program="sh", args={"-c", "printf one; read x; printf two"}}\n');
  while (!/^session\.output .*one/m.test(console.stdout)) await once(stdout, "data");
  stdin.end(`:notifications off
session.input{session=s.session, action={type="text", value="\\r"}}
session.wait{session=s.session, matcher={type="process_exited"}, result="none"}.matched
`);
  const { status, stdout: said, stderr } = await console.ended();
  assert.equal(status, 0, stderr);
  assert.equal(said.match(/^session\.output .*one/gm)?.length, 1, said);
  assert.ok(said.endsWith("true\n") && !said.includes("two") && !said.includes("session.exited"), said);
});
