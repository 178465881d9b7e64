import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { hosted } from "../support/command-host.js";
import { ptywright } from "../support/command.js";
import { startClient } from "../support/client.js";
import { tempDir } from "../support/temp-dir.js";
import { BIN } from "../support/serve-process.js";

const FILES = [
  "README.md",
  "fixtures",
  "fixtures/ready.expected.json",
  "fixtures/ready.txt",
  "main.lua",
  "manifest.toml",
];

// Each in a process of its own, which has to end by itself.
test("a new plugin passes the check and its own tests, and names the next commands", (t) => {
  const dir = join(tempDir(t), "deep", "greeter");
  const made = ptywright(["plugin", "new", "greeter", "--dir", dir]);
  assert.deepEqual({ status: made.status, stderr: made.stderr }, { status: 0, stderr: "" });
  assert.deepEqual(readdirSync(dir, { recursive: true }).sort(), FILES);
  const checked = ptywright(["plugin", "check", join(dir, "manifest.toml")]);
  assert.deepEqual({ status: checked.status, stderr: checked.stderr }, { status: 0, stderr: "" });
  assert.match(checked.stdout, /^greeter 0\.1\.0 is in order\.$/m);
  assert.match(checked.stdout, /^ {2}intents +send_line$/m);
  assert.match(checked.stdout, /^ {2}wait matchers +wait_turn_matcher$/m);
  assert.match(checked.stdout, /^ {2}states +ready, busy$/m);
  assert.deepEqual(ptywright(["plugin", "test", dir]), {
    status: 0,
    stdout: "✓ ready\n1 fixture passed\n",
    stderr: "",
  });
  for (const next of ["plugin check ", "plugin test ", "serve --stdio --plugin "]) {
    assert.ok(made.stdout.includes(`ptywright ${next}${dir}`), next);
    assert.ok(readFileSync(join(dir, "README.md"), "utf8").includes(`ptywright ${next}`), next);
  }
});

test("a server drives a new plugin's program", async (t) => {
  const dir = join(tempDir(t), "greeter");
  assert.equal((await hosted(["plugin", "new", "greeter", "--dir", dir])).status, 0);
  const command = [process.execPath, BIN, "serve", "--stdio", "--plugin", join(dir, "manifest.toml")];
  const client = await startClient(t, { command });
  const { adapter } = await client.request("adapter.start", { plugin: "greeter" });
  await client.request("adapter.wait", { adapter, timeout_ms: 20_000 });
  const send = { intent: "send_line", params: { line: "echo $((6 * 7))" } };
  const { state } = await client.request("adapter.turn", { adapter, send, wait: { timeout_ms: 20_000 } });
  assert.deepEqual([state.state, state.metadata], ["ready", { last_output: "42" }]);
});

test("nothing that exists is overwritten, and nothing is written beside it", async (t) => {
  const dir = tempDir(t);
  const path = join(dir, "main.lua");
  writeFileSync(path, "mine");
  const { status, stdout, stderr } = await hosted(["plugin", "new", "greeter", "--dir", dir]);
  assert.deepEqual({ status, stdout }, { status: 1, stdout: "" });
  assert.equal(stderr, `ptywright: ${path} exists already and is left as it is; choose another folder with --dir\n`);
  assert.equal(readFileSync(path, "utf8"), "mine");
  assert.deepEqual(readdirSync(dir), ["main.lua"]);
});

test("a name that is taken, or would be awkward, is refused before anything is written", async (t) => {
  const dir = join(tempDir(t), "x");
  for (const name of ["shell", "Greeter", "../x", "a b", "1a", "", 'a"\nb', "a".repeat(65)]) {
    const { status, stderr } = await hosted(["plugin", "new", name, "--dir", dir]);
    assert.equal(status, 1, name);
    assert.match(stderr, /^ptywright: .*name.*\n$/, name);
    assert.equal(existsSync(dir), false);
  }
});
