import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import test from "node:test";
import { Worker } from "node:worker_threads";
import { PluginFileError, identityOf, readContainedFile } from "./index.js";
import { directoryWith } from "./plugin.test.support.js";

function pluginDirectory(t: TestContext): { root: string; outside: string } {
  const base = directoryWith(t, {
    "plugin/main.lua": "return {}",
    "plugin/lib/words.lua": "return 1",
    "plugin-two/secret.lua": "secret",
    "outside/secret.lua": "secret",
  });
  return { root: join(base, "plugin"), outside: join(base, "outside") };
}

const refused = (root: string, file: string, message: RegExp) =>
  assert.throws(
    () => readContainedFile(root, file),
    (error: unknown) => error instanceof PluginFileError && error.file === file && message.test(error.message),
  );

test("Files of the directory and of folders in it are read.", (t) => {
  const { root } = pluginDirectory(t);
  assert.equal(Buffer.from(readContainedFile(root, "main.lua")).toString(), "return {}");
  assert.equal(Buffer.from(readContainedFile(root, "lib/words.lua")).toString(), "return 1");
});

test("F7: Names that are no paths inside the directory are refused before anything is looked for.", (t) => {
  const { root, outside } = pluginDirectory(t);
  const names = ["", ".", "..", "../outside/secret.lua", "lib/../main.lua", "/etc/passwd", join(outside, "secret.lua")];
  for (const name of [
    ...names,
    "lib//words.lua",
    "./main.lua",
    "lib\\words.lua",
    "main.lua\0.txt",
    "C:main.lua",
    "lib/",
  ])
    refused(root, name, /is no path inside the plugin's directory/);
});

test("F7: A link that leads out is refused, and so is a folder that does.", (t) => {
  const { root, outside } = pluginDirectory(t);
  symlinkSync(join(outside, "secret.lua"), join(root, "link.lua"));
  symlinkSync(outside, join(root, "folder"));
  symlinkSync("../plugin-two", join(root, "sibling"));
  for (const name of ["link.lua", "folder/secret.lua", "sibling/secret.lua"])
    refused(root, name, /leads out of the plugin's directory/);
});

test("A link to a file inside is followed.", (t) => {
  const { root } = pluginDirectory(t);
  symlinkSync("lib/words.lua", join(root, "alias.lua"));
  assert.equal(Buffer.from(readContainedFile(root, "alias.lua")).toString(), "return 1");
});

test("A plugin's directory may itself be reached by a link.", (t) => {
  const { root } = pluginDirectory(t);
  symlinkSync(root, `${root}-link`);
  assert.equal(readContainedFile(`${root}-link`, "main.lua").length, 9);
});

test("What is missing, a folder, or a link to nothing is refused with the reason.", (t) => {
  const { root } = pluginDirectory(t);
  symlinkSync("loop.lua", join(root, "loop.lua"));
  symlinkSync("nothing.lua", join(root, "dangling.lua"));
  refused(root, "nothing.lua", /^"nothing\.lua" cannot be read: no such file$/);
  refused(root, "dangling.lua", /no such file/);
  refused(root, "main.lua/x.lua", /is no directory/);
  refused(root, "loop.lua", /symbolic link/);
  refused(root, "lib", /is no regular file/);
});

test("F7: A FIFO is refused without waiting for its writer.", { skip: process.platform === "win32" }, (t) => {
  const { root } = pluginDirectory(t);
  execFileSync("mkfifo", [join(root, "pipe.lua")]);
  refused(root, "pipe.lua", /is no regular file/);
});

test("F7: A file over the limit is refused.", (t) => {
  const { root } = pluginDirectory(t);
  mkdirSync(join(root, "big"));
  writeFileSync(join(root, "big/fits.lua"), "x".repeat(1_048_576));
  writeFileSync(join(root, "big/large.lua"), "x".repeat(1_048_577));
  assert.equal(readContainedFile(root, "big/fits.lua").length, 1_048_576);
  refused(root, "big/large.lua", /is larger than 1048576 bytes/);
});

test("F7: A file that is exchanged for a link again and again never gives away what lies outside.", async (t) => {
  const { root, outside } = pluginDirectory(t);
  // Both the file and the folder on the way to it.
  const swap = `
    const { renameSync, symlinkSync, writeFileSync, mkdirSync } = require("node:fs");
    const { root, outside, flag } = require("node:worker_threads").workerData;
    const put = (n) => {
      const isLink = n % 2 === 0;
      const name = root + "/new" + n;
      if (isLink) symlinkSync(outside + "/secret.lua", name); else writeFileSync(name, "inside");
      renameSync(name, root + "/swapped.lua");
      const folder = root + "/folder" + n;
      if (isLink) symlinkSync(outside, folder); else { mkdirSync(folder); writeFileSync(folder + "/secret.lua", "inside"); }
      if (n > 0) renameSync(root + "/folder", root + "/old" + n);
      renameSync(folder, root + "/folder");
    };
    put(0);
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
    for (let n = 1; Atomics.load(flag, 0) === 1; n++) put(n);
  `;
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(swap, { eval: true, workerData: { root, outside, flag } });
  Atomics.wait(flag, 0, 0);
  const seen = new Set<string>();
  for (let i = 0; i < 3_000; i++)
    for (const file of ["swapped.lua", "folder/secret.lua"])
      try {
        seen.add(Buffer.from(readContainedFile(root, file)).toString());
      } catch (error) {
        assert.ok(error instanceof PluginFileError, String(error));
      }
  Atomics.store(flag, 0, 2);
  await once(worker, "exit");
  assert.deepEqual([...seen], ["inside"]);
});

test("F7: A directory that was exchanged after it was checked is not read, neither through a link nor in the same place.", (t) => {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "ptywright-exchanged-")));
  t.after(() => rmSync(parent, { recursive: true }));
  const [root, other] = [join(parent, "plugin"), join(parent, "other")];
  for (const folder of [root, other]) {
    mkdirSync(folder);
    writeFileSync(join(folder, "main.lua"), folder);
  }
  const identity = identityOf(root);
  assert.equal(Buffer.from(readContainedFile(root, "main.lua", undefined, identity)).toString(), root);
  renameSync(root, join(parent, "moved"));
  symlinkSync(other, root);
  assert.throws(() => readContainedFile(root, "main.lua", undefined, identity), /was exchanged/);
  rmSync(root);
  renameSync(other, root);
  assert.throws(() => readContainedFile(root, "main.lua", undefined, identity), /was exchanged/);
});
