import { TEST_HOME } from "../support/home.js";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { promisify } from "node:util";
import type { ExtensionState } from "ptywright/plugins";
import { Matcher } from "ptywright";
import { Adapter, IntentRefusedError, PluginCatalog } from "ptywright/plugins";
import { reaches } from "../support/adapter.js";
import { failure } from "../support/failure.js";
import type { RpcMessage } from "../support/serve-process.js";
import { tempDir } from "../support/temp-dir.js";
import { missing } from "../support/tmux.js";
import { ROOT, codeBlocks } from "./markdown.js";

const LIMIT_MS = 30_000;
const page = readFileSync(join(ROOT, "docs", "plugins.md"), "utf8");

/** The first block of that language below a heading. */
function block(heading: string, language: string): string {
  const [, section] = page.split(`\n## ${heading}\n`);
  const found = codeBlocks(section.split("\n## ")[0]).find(({ info }) => info === language);
  assert.ok(found !== undefined, `"${heading}" has no block of ${language}`);
  return found.code;
}

async function calculator(t: TestContext): Promise<Adapter> {
  const folder = tempDir(t);
  for (const [file, language] of [
    ["manifest.toml", "toml"],
    ["main.lua", "lua"],
  ] as const)
    writeFileSync(join(folder, file), block("Write one", language));
  const plugins = new PluginCatalog();
  t.after(() => plugins.close());
  const { name } = await plugins.load(join(folder, "manifest.toml"));
  assert.equal(name, "calculator");
  const adapter = await Adapter.start(plugins.get(name), { registry: plugins.predicates });
  t.after(() => adapter.close());
  return adapter;
}

const answers =
  (answer: string) =>
  ({ state, metadata }: ExtensionState): boolean =>
    state === "ready" && (metadata as { answer?: string }).answer === answer;

test("the plugin that the guide writes drives bc as it says", { skip: missing("bc") }, async (t) => {
  const { handle, session } = await calculator(t);
  assert.equal((await handle.state()).state, "ready");
  assert.deepEqual((await handle.extension.describe()).states, ["ready", "error", "exited"]);

  await handle.turn("compute", { term: "6*7" });
  await reaches(handle, answers("42"));
  assert.equal(handle.lastIntent, "computing");

  const before = session.transcriptCursor;
  const { reason } = await failure(handle.turn("compute", {}), IntentRefusedError);
  assert.equal(reason, "no_term");
  assert.equal(session.transcriptCursor, before);

  for (const term of ["1/0", "2 +"]) {
    await handle.turn("compute", { term });
    const { confidence, evidence } = await reaches(handle, "error");
    assert.equal(confidence, 0.9);
    assert.match(evidence, /error/);
    // What is wrong is over with the next answer, also when the screen has many lines by then.
    await handle.turn("compute", { term: "-3*7" });
    await reaches(handle, answers("-21"));
  }

  await session.writeText("quit\r");
  await session.waitFor(Matcher.processExited());
  assert.equal((await handle.state()).evidence, "bc has ended");
});

test("the requests that the guide prints are answered, in their order", async (t) => {
  const { PATH = "/usr/bin:/bin" } = process.env;
  const env = { PATH: `${join(ROOT, "bin")}:${PATH}`, PTYWRIGHT_HOME: TEST_HOME };
  const options = { cwd: tempDir(t), env, timeout: LIMIT_MS };
  const { stdout } = await promisify(execFile)("/bin/sh", ["-c", block("Use one", "sh")], options);
  const messages = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as RpcMessage)
    .filter(({ id }) => id !== undefined);
  assert.deepEqual(
    messages.map(({ id, error }) => [id, error]),
    [1, 2, 3, 4].map((id) => [id, undefined]),
  );
  const { stdout: system } = await promisify(execFile)("uname");
  const { state } = messages[2].result as unknown as { state: ExtensionState };
  assert.deepEqual(state.metadata, { command: { exit_code: 0, output: system.trim(), whole: true } });
});

test("what the guide shows of the example is in the example", () => {
  const example = readFileSync(join(ROOT, "examples", "plugins", "wasm", "plugin.wat"), "utf8");
  const unindented = example.replaceAll(/^ {2}/gm, "");
  assert.ok(unindented.includes(block("WebAssembly", "wat").trimEnd()));
});
