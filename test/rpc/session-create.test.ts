import assert from "node:assert/strict";
import { chmodSync, existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { connect } from "../support/rpc-peer.js";
import { tempDir } from "../support/temp-dir.js";

test("a program is started with its arguments, variables, directory and size", async (t) => {
  const peer = connect(t);
  const cwd = tempDir(t);
  const session = await peer.shell('stty size; pwd; echo "[$MARK]"', {
    env: { PATH: "/usr/bin:/bin", MARK: "set" },
    cwd,
    rows: 30,
    cols: 200,
  });
  const { snapshot } = await peer.exits(session);
  assert.match(snapshot.plain_text, /^30 200\n/);
  assert.ok(snapshot.plain_text.includes(cwd));
  assert.match(snapshot.plain_text, /\[set\]/);
  assert.deepEqual(snapshot.size, { rows: 30, cols: 200, pixel_width: 0, pixel_height: 0 });
});

test("sizes and the terminal's type have defaults, and nothing is inherited when the environment is cleared", async (t) => {
  const peer = connect(t);
  process.env.PTYWRIGHT_TEST_INHERITED = "yes";
  t.after(() => delete process.env.PTYWRIGHT_TEST_INHERITED);
  const script = 'stty size; echo "$TERM [$PTYWRIGHT_TEST_INHERITED]"';
  const cleared = await peer.exits(await peer.shell(script));
  assert.match(cleared.snapshot.plain_text, /24 80\nxterm-256color \[\]/);
  const { session } = await peer.request("session.create", { program: "/bin/sh", args: ["-c", script] });
  assert.match((await peer.exits(session)).snapshot.plain_text, /\[yes\]/);
});

const SIDES = [0, -1, 1001, 1.5, "24", true, {}, 1e308];
for (const field of ["rows", "cols"])
  test(`B13: ${field} outside 1 to 1000 is refused by name`, async (t) => {
    const peer = connect(t);
    for (const value of SIDES) {
      const refusal = await peer.refusal("invalid_params", "session.create", { program: "cat", [field]: value });
      assert.match(refusal.message, new RegExp(`${field} must be a whole number from 1 to 1000`));
      assert.equal(refusal.data?.field, field);
    }
    assert.deepEqual(await peer.request("session.list", {}), { sessions: [] });
  });

for (const [why, params, message] of [
  ["no program", {}, /program is missing/],
  ["an empty program", { program: "" }, /program must not be empty/],
  ["a NUL in the program", { program: "a\0b" }, /program must not contain a NUL/],
  ["a NUL in an argument", { program: "cat", args: ["a\0b"] }, /args\[0\] must not contain a NUL/],
  ["an argument that is no string", { program: "cat", args: ["a", 1] }, /args\[1\] must be a string/],
  ["arguments that are no list", { program: "cat", args: "-u" }, /args must be an array/],
  ["a variable that is no string", { program: "cat", env: { A: 1 } }, /env\.A must be a string/],
  ["a variable's name with =", { program: "cat", env: { "A=B": "1" } }, /env must not have "="/],
  ["an empty directory", { program: "cat", cwd: "" }, /cwd must not be empty/],
  ["pixels beyond 16 bits", { program: "cat", pixel_width: 65_536 }, /pixel_width must be/],
  ["a negative transcript", { program: "cat", transcript_max_chars: -1 }, /transcript_max_chars must be/],
  ["appending to no file", { program: "cat", raw_transcript_append: true }, /raw_transcript_append needs/],
  ["a NUL in the file's path", { program: "cat", raw_transcript_path: "a\0b" }, /NUL/],
] as const)
  test(`${why} is -32602, and no session is made`, async (t) => {
    const peer = connect(t);
    const refusal = await peer.refusal("invalid_params", "session.create", params);
    assert.match(refusal.message, message);
    assert.deepEqual(await peer.request("session.list", {}), { sessions: [] });
  });

test("B2: what the system cannot start is -32603 with the reason, and leaves nothing behind", async (t) => {
  const peer = connect(t);
  const folder = tempDir(t);
  const plain = join(folder, "plain");
  writeFileSync(plain, "#!/bin/sh\n");
  chmodSync(plain, 0o644);
  const raw = join(folder, "raw");
  const isRoot = process.getuid?.() === 0;
  for (const [params, message, code] of [
    [{ program: "/nonexistent/program" }, /no such file/i, "program_not_found"],
    [{ program: "ptywright-no-such-command" }, /not found|no such/i, "program_not_found"],
    [{ program: folder }, /directory/, "program_is_directory"],
    [{ program: plain }, /permission denied|not executable/i, "program_not_executable"],
    [{ program: "cat", cwd: join(folder, "missing") }, /missing/, "cwd_not_found"],
    [{ program: "cat", cwd: plain }, /not a directory/, "cwd_not_directory"],
  ] as const) {
    const refusal = await peer.refusal("internal_error", "session.create", { ...params, raw_transcript_path: raw });
    assert.match(refusal.message, message);
    assert.equal(refusal.data?.code, code, isRoot ? "as root" : undefined);
    assert.equal(existsSync(raw), false);
  }
  assert.deepEqual(await peer.request("session.list", {}), { sessions: [] });
  assert.deepEqual(readdirSync(folder), ["plain"]);
});

test("a raw transcript is written, is not overwritten, and is appended to when asked", async (t) => {
  const peer = connect(t);
  const raw = join(tempDir(t), "raw");
  const first = await peer.shell("printf one", { raw_transcript_path: raw });
  await peer.exits(first);
  await peer.request("session.close", { session: first });
  const refusal = await peer.refusal("internal_error", "session.create", { program: "cat", raw_transcript_path: raw });
  assert.equal(refusal.data?.code, "raw_transcript_exists");
  const second = await peer.shell("printf two", { raw_transcript_path: raw, raw_transcript_append: true });
  await peer.exits(second);
  await peer.request("session.close", { session: second });
  assert.equal(readFileSync(raw, "utf8"), "onetwo");
});

test("ids count up and are never used again; the list keeps the order of creation", async (t) => {
  const peer = connect(t);
  for (const expected of ["s1", "s2", "s3"]) assert.equal(await peer.shell("cat"), expected);
  await peer.refusal("internal_error", "session.create", { program: "/nonexistent" });
  await peer.request("session.close", { session: "s3" });
  await peer.request("session.close", { session: "s1" });
  assert.equal(await peer.shell("cat"), "s4");
  assert.deepEqual(await peer.request("session.list", {}), { sessions: ["s2", "s4"] });
  await peer.refusal("invalid_params", "session.snapshot", { session: "s1" });
});

test("a program that exited stays in the list, and readable, until it is closed", async (t) => {
  const peer = connect(t);
  const session = await peer.shell("printf last-words; exit 3");
  await peer.exits(session);
  assert.deepEqual(await peer.request("session.list", {}), { sessions: [session] });
  assert.equal((await peer.request("session.snapshot", { session })).plain_text, "last-words");
  assert.equal((await peer.request("session.transcript", { session })).text, "last-words");
  const { closed, exit_code: exitCode } = await peer.request("session.close", { session });
  assert.deepEqual({ closed, exitCode }, { closed: true, exitCode: 3 });
  assert.deepEqual(await peer.request("session.list", {}), { sessions: [] });
  for (const method of ["session.snapshot", "session.transcript", "session.kill", "session.close"])
    assert.match((await peer.refusal("invalid_params", method, { session })).message, /does not exist/);
});
