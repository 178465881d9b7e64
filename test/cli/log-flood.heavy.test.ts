import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { driving, pluginFile } from "../support/plugins.js";
import { ServeProcess, line } from "../support/serve-process.js";
import { tempDir } from "../support/temp-dir.js";

/** A megabyte a minute; what floods for some seconds must stay below the part of it that one burst may take. */
const MOST_BYTES = 1_048_576;

const FLOODS: Readonly<Record<string, string>> = {
  "lines without end": "yes some words | head -c 5000000",
  "100,000 titles": `i=0; while [ $i -lt 100 ]; do i=$((i+1)); printf '\\033]2;title %s\\007%.0s' $(seq 1 1000); done`,
  "deletes and broken sequences": `yes "$(printf '\\177\\033[9999;;;<z\\033]\\377\\300\\033P')" | head -c 3000000`,
  "questions without end": `yes "$(printf '\\033[c\\033[6n\\033[5n\\033]11;?\\007')" | head -c 1000000`,
};

/** What a server writes to its log and to stderr while it is asked this, with everything logged. */
async function logged(t: TestContext, asked: string, ...options: string[]): Promise<{ log: number; stderr: number }> {
  const home = join(tempDir(t), "home");
  const server = new ServeProcess(t, ["--stdio", ...options], { PTYWRIGHT_HOME: home, PTYWRIGHT_LOG: "trace" });
  server.end(asked);
  assert.equal((await server.exit).code, 0, server.stderr.slice(-500));
  const folder = join(home, "logs");
  const log = readdirSync(folder).reduce((sum, name) => sum + readFileSync(join(folder, name)).length, 0);
  assert.ok(log > 0);
  return { log, stderr: Buffer.byteLength(server.stderr) };
}

for (const [what, script] of Object.entries(FLOODS))
  test(`L3: a program that writes ${what} does not flood the log`, async (t) => {
    const { log, stderr } = await logged(
      t,
      line(1, "session.create", { program: "/bin/sh", args: ["-c", script] }) +
        line(2, "session.wait", { session: "s1", matcher: { type: "process_exited" }, timeout_ms: 100_000 }),
    );
    t.diagnostic(`${log} bytes in the log, ${stderr} on stderr`);
    assert.ok(log <= MOST_BYTES && stderr <= MOST_BYTES, `${log} bytes in the log, ${stderr} on stderr`);
  });

for (const [what, message] of Object.entries({
  "parameters that nobody knows": line(1, "session.list", { misspelt: "x".repeat(500), wrong: 1 }),
  "requests that are refused": line(1, "session.snapshot", { session: "x".repeat(500) }),
  "what is not JSON": `${"nonsense ".repeat(50)}\n`,
}))
  test(`L3: a client that sends ${what} without end does not flood the log`, async (t) => {
    const { log, stderr } = await logged(t, message.repeat(20_000));
    t.diagnostic(`${log} bytes in the log, ${stderr} on stderr`);
    assert.ok(log <= MOST_BYTES && stderr <= MOST_BYTES, `${log} bytes in the log, ${stderr} on stderr`);
  });

const CHATTY = `local M = {}
  function M.classify(ctx)
    for i = 1, 100 do print(string.rep("a word of it ", 300)) end
    return { state = "ready" }
  end
  return M`;

test("L3: a plugin that logs much at every look does not flood the log while its program floods", async (t) => {
  const script = "i=0; while [ $i -lt 200 ]; do i=$((i+1)); echo line $i; sleep 0.02; done";
  const manifest = pluginFile(t, CHATTY, { default_target: driving(script) });
  const { log, stderr } = await logged(
    t,
    line(1, "server.set_notifications", { enabled: true }) +
      line(2, "adapter.start", { plugin: "demo" }) +
      Array.from({ length: 10 }, (_, at) => line(10 + at, "adapter.state", { adapter: "e1" })).join("") +
      line(3, "session.wait", { session: "s1", matcher: { type: "process_exited" }, timeout_ms: 100_000 }),
    "--plugin",
    manifest,
  );
  t.diagnostic(`${log} bytes in the log, ${stderr} on stderr`);
  assert.ok(log <= MOST_BYTES && stderr <= MOST_BYTES, `${log} bytes in the log, ${stderr} on stderr`);
});
