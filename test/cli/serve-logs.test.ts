import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { MIRROR, pluginFile } from "../support/plugins.js";
import { ServeProcess, line } from "../support/serve-process.js";
import { tempDir } from "../support/temp-dir.js";

/** What only a client, a program or its environment knows; no shape of a secret, so that nothing would cover it. */
const PRIVATE = "lighthouse";

/** What a server that is asked for a little of everything writes to its log and to stderr. */
async function logged(t: TestContext, level: string): Promise<{ readonly log: string; readonly stderr: string }> {
  const home = join(tempDir(t), "home");
  const options = ["--stdio", "--in-order", "--allow-plugin-load", "--plugin", pluginFile(t, MIRROR)];
  const server = new ServeProcess(t, options, { PTYWRIGHT_HOME: home, PTYWRIGHT_LOG: level });
  const program = { program: "/bin/sh", args: ["-c", `printf ${PRIVATE}; read line; exit 3`], env: { NAME: PRIVATE } };
  const matcher = { type: "contains_text", value: PRIVATE };
  server.end(
    (
      [
        ["session.create", program],
        ["session.create", { program: `/none/${PRIVATE}` }],
        ["session.wait", { session: "s1", matcher }],
        ["session.snapshot", { session: "s1", redact: false, cells: false }],
        ["session.input", { session: "s1", action: { type: "text", value: `${PRIVATE}\r` } }],
        ["session.wait", { session: "s1", matcher: { type: "process_exited" } }],
        ["session.close", { session: "s1" }],
        ["session.close", { session: PRIVATE }],
        [PRIVATE, {}],
        ["adapter.start", { plugin: "demo" }],
        ["adapter.send", { adapter: "e1", intent: "say", params: { text: PRIVATE } }],
        ["adapter.close", { adapter: "e1" }],
        ["plugin.unload", { plugin: "demo" }],
      ] as [string, object][]
    )
      .map(([method, params], at) => line(at, method, params))
      .join(""),
  );
  assert.equal((await server.exit).code, 0, server.stderr);
  const folder = join(home, "logs");
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return { log: files.map((name) => readFileSync(join(folder, name), "utf8")).join(""), stderr: server.stderr };
}

const INFO = [
  /INFO +serve: started version=\S+ where=stdio framing=ndjson/,
  /INFO +plugin: a plugin was loaded plugin=demo version=1\.0\.0/,
  /INFO +rpc: a session was created session=s1 program=sh pid=\d+/,
  /INFO +rpc: a program could not be started reason=program_not_found/,
  /INFO +rpc: an unredacted read method=session\.snapshot/,
  /INFO +rpc: a program has ended session=s1 exitCode=3/,
  /INFO +rpc: a session was closed session=s1/,
  /INFO +rpc: a session was created session=s2 adapter=e1 program=\S+ pid=\d+/,
  /INFO +rpc: an adapter was started adapter=e1 plugin=demo session=s2/,
  /INFO +rpc: an adapter was closed adapter=e1/,
  /INFO +plugin: a plugin was unloaded plugin=demo/,
  /INFO +serve: stopped/,
];

const DEBUG = [
  /DEBUG +rpc: a connection was opened number=1 framing=ndjson/,
  /DEBUG +rpc: a wait began method=session\.wait session=s1 matcher=contains_text/,
  /DEBUG +rpc: a request was answered method=session\.wait session=s1 matcher=process_exited ms=\d+/,
  /DEBUG +rpc: a request was answered method=session\.create ms=\d+ code=-32603/,
  /DEBUG +rpc: a request was answered method=session\.close ms=\d+ code=-32602/,
  /DEBUG +rpc: a request was answered method=unknown ms=\d+ code=-32601/,
  /DEBUG +rpc: a request was answered method=adapter\.send adapter=e1 ms=\d+/,
  /DEBUG +rpc: a connection has ended number=1 how=input_ended/,
];

for (const [level, there, absent] of [
  ["warn", [], [...INFO, ...DEBUG]],
  ["info", INFO, DEBUG],
  ["debug", [...INFO, ...DEBUG], []],
] as const)
  test(`at the level ${level} a server tells in its log and on stderr what belongs there, and nothing of what is typed or shown`, async (t) => {
    const { log, stderr } = await logged(t, level);
    assert.equal(log === "", level === "warn");
    for (const text of [log, stderr]) {
      for (const record of there) assert.match(text, record);
      for (const record of absent) assert.doesNotMatch(text, record);
      assert.ok(!text.includes(PRIVATE), text);
    }
  });
