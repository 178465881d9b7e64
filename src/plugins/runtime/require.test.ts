import assert from "node:assert/strict";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import test from "node:test";
import type { PluginWorkerOptions } from "./index.js";
import { directoryWith, pluginErrorOf, startPlugin, withFunction } from "./plugin.test.support.js";

async function pluginOf(t: TestContext, files: Record<string, string>, options: PluginWorkerOptions = {}) {
  const root = directoryWith(t, files);
  return { root, plugin: await startPlugin(t, files["main.lua"] ?? "", options, { root }) };
}

test("A module is run once, sees the host API, and dots are folders.", async (t) => {
  const { plugin } = await pluginOf(t, {
    "main.lua": withFunction(
      "local a, b = require('lib.words'), require('lib.words') return { a == b, a.count, a.action, require('silent') }",
    ),
    "lib/words.lua": "count = (count or 0) + 1\nreturn { count = count, action = ptywright.action.eof() }",
    "silent.lua": "",
  });
  assert.deepEqual(await plugin.call("run", {}), [true, 1, { type: "eof" }, true]);
});

test("An error in a module has the module's file and line.", async (t) => {
  const { plugin } = await pluginOf(t, {
    "main.lua": withFunction("require('lib.words').fail()"),
    "lib/words.lua": "local M = {}\nfunction M.fail()\n  error('boom')\nend\nreturn M",
  });
  const error = await pluginErrorOf(plugin.call("run", {}));
  assert.deepEqual([error.file, error.line], ["lib/words.lua", 3]);
});

test("A module that does not compile, or loops while it is loaded, is named.", async (t) => {
  const { plugin } = await pluginOf(
    t,
    { "main.lua": withFunction("require(input)"), "broken.lua": "\n)", "endless.lua": "\n\nwhile true do end" },
    { limits: { instructions: 100_000 } },
  );
  const broken = await pluginErrorOf(plugin.call("run", "broken"));
  assert.deepEqual([broken.reason, broken.file, broken.line], ["failed", "broken.lua", 2]);
  const endless = await pluginErrorOf(plugin.call("run", "endless"));
  assert.deepEqual([endless.reason, endless.file, endless.line], ["instructions", "endless.lua", 3]);
  // The one that was cut off is not taken for one that is still being loaded.
  assert.equal((await pluginErrorOf(plugin.call("run", "endless"))).reason, "instructions");
});

test("Modules that require each other are an error that names the files.", async (t) => {
  const { plugin } = await pluginOf(t, {
    "main.lua": withFunction("require('a')"),
    "a.lua": "return require('b')",
    "b.lua": "\nreturn require('a')",
  });
  const error = await pluginErrorOf(plugin.call("run", {}));
  assert.match(error.message, /b\.lua:2: modules require each other: main\.lua -> a\.lua -> b\.lua -> a\.lua$/);
});

test("What does not lie in the plugin's directory is not found, in the line that asked for it.", async (t) => {
  const { plugin, root } = await pluginOf(t, { "main.lua": withFunction("return require(input)") });
  const outside = directoryWith(t, { "secret.lua": "return 'secret'" });
  symlinkSync(join(outside, "secret.lua"), join(root, "link.lua"));
  symlinkSync(outside, join(root, "folder"));
  for (const name of ["missing", "link", "folder.secret", "../x", "/etc/passwd", "a\\b", "a\0b", "", "..", "a..b"]) {
    const error = await pluginErrorOf(plugin.call("run", name));
    assert.deepEqual([error.reason, error.file, error.line], ["failed", "main.lua", 2], name);
    assert.match(error.message, /main\.lua:2: require\(/, name);
  }
  const long = await pluginErrorOf(plugin.call("run", "x".repeat(1_000_000)));
  assert.match(long.message, /main\.lua:2: require expects a name of at most 200 bytes$/);
  assert.match((await pluginErrorOf(plugin.call("run", 5))).message, /require expects a string, got number$/);
});

test("F7: A restarted plugin runs the code that it began with, though its files have changed.", async (t) => {
  const { plugin, root } = await pluginOf(
    t,
    {
      "main.lua":
        "local M = {} local words = require('words') local n = 0\nfunction M.count() n = n + 1 return { n, words } end\nfunction M.stick() string.find(('a'):rep(3000), ('.-'):rep(30) .. 'b') end\nreturn M",
      "words.lua": "return 'old'",
    },
    { limits: { wallClockMs: 50 } },
  );
  await plugin.call("count", {});
  assert.deepEqual(await plugin.call("count", {}), [2, "old"]);
  writeFileSync(join(root, "words.lua"), "return 'new'");
  assert.equal((await pluginErrorOf(plugin.call("stick", {}))).reason, "time");
  assert.deepEqual(await plugin.call("count", {}), [1, "old"]);
});
