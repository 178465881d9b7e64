import "../support/home.js";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Matcher } from "ptywright";
import { Adapter, PluginCatalog } from "ptywright/plugins";
import { fileURLToPath } from "node:url";
import { assembleWat } from "../support/wasm-module.js";

const FOLDER = fileURLToPath(new URL("../../../examples/plugins/wasm/", import.meta.url));

test("the module of the example is what its text says, byte for byte", () => {
  const text = readFileSync(join(FOLDER, "plugin.wat"), "utf8");
  const module = readFileSync(join(FOLDER, "plugin.wasm"));
  assert.ok(module.equals(assembleWat(text)), "run npx wat2wasm plugin.wat -o plugin.wasm");
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
