import "../support/home.js";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Adapter, Matcher, PluginCatalog } from "ptywright";
import { fileURLToPath } from "node:url";
import { assembleWat } from "../support/wasm-module.js";

const FOLDER = fileURLToPath(new URL("../../../examples/plugins/wasm/", import.meta.url));

test("the module of the example is what its text says, byte for byte", () => {
  const text = readFileSync(join(FOLDER, "plugin.wat"), "utf8");
  const module = readFileSync(join(FOLDER, "plugin.wasm"));
  assert.ok(module.equals(assembleWat(text)), "run node scripts/assemble-wat.mjs plugin.wat > plugin.wasm");
  assert.ok(!module.equals(assembleWat(text.replace("0.8", "0.7"))), "a change of the text is noticed");
});

test("the example drives a shell", async (t) => {
  const plugins = new PluginCatalog();
  t.after(() => plugins.close());
  const { name } = await plugins.load(join(FOLDER, "manifest.toml"));
  const { handle, session, ...adapter } = await Adapter.start(plugins.get(name), { registry: plugins.predicates });
  t.after(() => handle.close());
  assert.equal(adapter.manifest.runtime, "wasm");
  await session.waitFor(Matcher.transcriptContains("$ "));
  assert.equal((await handle.state()).state, "ready");

  const { state, output } = await handle.turn("say_hello");
  assert.equal(state.state, "ready");
  assert.match(output ?? "", /\nhello, world\r\n/);
  assert.equal(handle.lastIntent, "hello_said");

  await session.writeText("no-such-command\r");
  await session.waitFor(Matcher.containsText("not found"));
  assert.deepEqual((await handle.state()).evidence, "something was not found");
  await session.writeText("exit 0\r");
  await session.waitFor(Matcher.processExited());
  assert.equal((await handle.state()).state, "exited");
});

for (const [what, text, complaint] of [
  ["an instruction that it does not know", "(module (func $f (f64.sqrt)))", /unknown instruction f64\.sqrt/],
  ["a field that it does not know", '(module (import "a" "b"))', /unknown field import/],
  ["instructions that are not folded", "(module (func $f unreachable))", /unreachable must be folded/],
  ["a name of nothing", "(module (func $f (call $g)))", /there is no \$g/],
  ["an escape that it does not know", '(module (data (i32.const 0) "\\q"))', /unknown \\q/],
  ["parentheses that are open", "(module (func $f)", /a \) is missing/],
] as const)
  test(`the assembler refuses ${what}`, () => {
    assert.throws(() => assembleWat(text), complaint);
  });
