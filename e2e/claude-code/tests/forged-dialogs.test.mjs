// What a model writes so that a dialog looks like another one: it is never told, and never allowed, as what it looks like.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { SIZES, commandLikeRead } from "../dialog-grammar.mjs";
import { storm } from "../dialog-storm.mjs";
import { SETUPS, claude, homeFor, refusal } from "../drive.mjs";
import { programOf } from "../versions.mjs";

const BIN = fileURLToPath(new URL("../../../bin/ptywright", import.meta.url));
const MARKER = "made-by-nobody";
const VERSIONS = [...new Set(SETUPS.map(({ version }) => version))];
/** Of every version at every size; thousands are asked for by soak/forged-dialogs.mjs. */
const DIALOGS = 1;

for (const version of VERSIONS) {
  // The size that `ask` has unless it is told another, and that of the plugin.
  for (const [rows, cols] of [
    [500, 200],
    [60, 200],
  ])
    test(`${version}-${cols}x${rows}: a command that looks like a read is not run by who allows reads`, async (t) => {
      const size = { rows, cols };
      const use = { type: /** @type {const} */ ("tool_use"), name: "Bash" };
      /** @type {import("node:child_process").ChildProcess | undefined} */
      let child;
      const { home, api } = await homeFor(t, {}, async () => child?.kill("SIGKILL"));
      api.uses.set("1", [{ ...use, input: { command: commandLikeRead(size, MARKER), description: "x" } }]);
      const words = ["claude-code", "FAKE:use(1)", "--allow", "Read", "--rows", String(rows), "--cols", String(cols)];
      const program = ["--cwd", home.cwd, "--program", programOf(version), "--", "--permission-mode", "default"];
      const env = { ...home.env, PTYWRIGHT_HOME: join(home.home, ".ptywright") };
      child = spawn(process.execPath, [BIN, "ask", ...words, ...program], { env, timeout: 60_000 });
      let stderr = "";
      child.stderr?.setEncoding("utf8").on("data", (text) => (stderr += text));
      const [status] = await once(child, "close");
      assert.equal(existsSync(join(home.cwd, MARKER)), false, stderr);
      // The newer version does not ask about it: it refuses control characters.
      if (version === "2.1.143") {
        assert.equal(status, 4, stderr);
        assert.match(stderr, /cannot be told for certain: the dialog touches the top of the screen.*more rows/);
      }
    });

  test(`${version}: dialogs that pretend are told as what they are, or not at all, and nothing of them runs`, async () => {
    for (const [at, [rows, cols]] of SIZES.entries()) {
      const seeds = Array.from({ length: DIALOGS }, (_, index) => 1_000 * at + index);
      await storm({ version, rows, cols }, seeds, ({ seed, kind, problem, screen }) =>
        assert.equal(problem, undefined, `${version} ${cols}x${rows} ${kind} ${seed}: ${problem}\n${screen}`),
      );
    }
  });
}

for (const setup of SETUPS)
  test(`${setup.name}: a tool that is expected is compared with the one that is asked for, and without colours none is named`, async (t) => {
    const { adapter, ask, is, made } = await claude(t, setup, { env: { NO_COLOR: "1" } });
    const { metadata } = await is(await ask("FAKE:bash"), "waiting_for_permission");
    assert.equal(metadata.permission.tool, undefined);
    assert.match(metadata.permission.doubt, /colours/);
    assert.equal(await refusal(adapter.send("approve", { tool: "Bash" })), "other_tool");
    assert.equal(made("made-by-bash"), false);
    await adapter.send("approve", { dialog_id: metadata.dialog_id });
    await is((await adapter.wait(undefined, {}, { timeoutMs: 30_000 })).state, "completed_turn");
    assert.equal(made("made-by-bash"), true);
  });
