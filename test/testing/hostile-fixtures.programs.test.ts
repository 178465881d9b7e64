import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { lstatSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { hosted } from "../support/command-host.js";
import { pluginFolder } from "../support/plugin-folder.js";
import { tempDir } from "../support/temp-dir.js";

const LUA = `
local M = {}
function M.classify() return { state = "x", confidence = 0.5, evidence = "looked" } end
return M`;
const posix = { skip: process.platform === "win32" ? "links need leave there" : false };

test("F7: a fixture is never written through a link", posix, async (t) => {
  const victim = join(tempDir(t), "victim");
  const words = JSON.stringify({ state: "theirs" });
  writeFileSync(victim, words);
  const folder = pluginFolder(t, LUA, { "fixtures/one.txt": "one\n", "fixtures/two.txt": "two\n" });
  const links = ["one.expected.json", "kept.txt", "kept.expected.json"].map((name) => join(folder, "fixtures", name));
  for (const link of links) symlinkSync(victim, link);
  assert.equal((await hosted(["plugin", "test", folder, "--update"])).status, 0);
  const capture = ["plugin", "capture", folder, "--name", "kept", "--still", "50"];
  assert.equal((await hosted(capture)).status, 1);
  assert.equal((await hosted([...capture, "--overwrite"])).status, 0);
  assert.equal(readFileSync(victim, "utf8"), words);
  for (const link of links) assert.ok(lstatSync(link).isFile(), link);
});

test("F7: a fixture's name cannot lead out of its folder", posix, async (t) => {
  const folder = pluginFolder(t, LUA);
  for (const name of ["../out", "/tmp/out", "a/b", "..", ".hidden", "a\0b", ""]) {
    const { status, stderr } = await hosted(["plugin", "capture", folder, "--name", name, "--still", "50"]);
    assert.notEqual(status, 0, name);
    assert.match(stderr, /a fixture's name has letters/);
  }
});

test("a FIFO among the fixtures is told, not waited for", posix, async (t) => {
  const folder = pluginFolder(t, LUA, { "fixtures/one.txt": "one\n" });
  execFileSync("mkfifo", [join(folder, "fixtures/fifo.txt")]);
  const { status, stderr } = await hosted(["plugin", "test", folder]);
  assert.equal(status, 1);
  assert.match(stderr, /fifo\.txt: cannot be read: it is no regular file/);
});
