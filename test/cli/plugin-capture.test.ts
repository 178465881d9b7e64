import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Client } from "ptywright/client";
import { hosted } from "../support/command-host.js";
import { ptywright } from "../support/command.js";
import { pluginFolder } from "../support/plugin-folder.js";
import { ServeProcess } from "../support/serve-process.js";

/** Drives cat: what was typed last is the state. */
const LUA = `
local M = {}
function M.classify(ctx)
  return { state = ctx.screen:match("is:(%w+)") or "unknown", confidence = 0.7, metadata = { intent = ctx.last_intent } }
end
function M.become(params)
  return { actions = { ptywright.action.text("is:" .. params.state .. params.more), ptywright.action.key("enter") },
    last_intent = "become" }
end
function M.stop() return { actions = { ptywright.action.text("stop"), ptywright.action.key("enter") } } end
return M`;

const SECRET = "sk-ant-api03-0123456789abcdefghij";
/** Cat takes what is typed at once: nobody has to wait for its screen to be still. */
const become = (state: string, more = ""): string[] => [
  "--still",
  "50",
  "--send",
  `become ${JSON.stringify({ state, more })}`,
];
const capture = (...args: string[]) => hosted(["plugin", "capture", ...args]);
const read = (...path: string[]): string => readFileSync(join(...path), "utf8");

test("a screen is kept, redacted and without this machine's names, with what the plugin makes of it", async (t) => {
  const folder = pluginFolder(t, LUA, { "fixtures/normalise.json": '{ "took \\\\d+s": "took 0s" }' });
  const more = ` at ${homedir()}/x took 17s with ${SECRET}`;
  const words = ["--name", "asked", ...become("ready", more), "--until", "ready"];
  // In a process of its own, which has to end by itself.
  const { status, stdout, stderr } = ptywright(["plugin", "capture", folder, ...words]);
  const [screen, expected] = [join(folder, "fixtures/asked.txt"), join(folder, "fixtures/asked.expected.json")];
  assert.deepEqual([status, stdout, stderr], [0, `wrote ${screen}\nwrote ${expected}: ready (0.7)\n`, ""]);
  const text = readFileSync(screen, "utf8");
  assert.match(text, /is:ready at \/proj\S*\/x took 0s with /);
  assert.ok(!text.includes(SECRET) && !text.includes(homedir()), text);
  assert.deepEqual(JSON.parse(readFileSync(expected, "utf8")), {
    state: "ready",
    evidence: "",
    min_confidence: 0.7,
    metadata: { intent: "become" },
    last_intent: "become",
  });
  assert.equal((await hosted(["plugin", "test", folder])).status, 0);
});

test("nothing is overwritten unless asked for, and a wrong name is refused", async (t) => {
  const folder = pluginFolder(t, LUA, { "fixtures/one.txt": "mine" });
  const refused = await capture(folder, "--name", "one", "--still", "50");
  assert.deepEqual([refused.status, read(folder, "fixtures/one.txt")], [1, "mine"]);
  assert.match(refused.stderr, /one\.txt: exists already/);
  assert.equal((await capture(folder, "--name", "one", "--still", "50", "--overwrite")).status, 0);
  assert.notEqual(read(folder, "fixtures/one.txt"), "mine");
  assert.match((await capture(folder, "--name", "../out", "--still", "50")).stderr, /a fixture's name has letters/);
});

test("a screen that the plugin does not know is kept, and says so", async (t) => {
  const folder = pluginFolder(t, LUA);
  const empty = await capture(folder, "--name", "empty", "--still", "50");
  assert.match(empty.stderr, /The screen is empty; .* --until/);
  const { status, stderr } = await capture(folder, "--name", "odd", "--send", "stop");
  assert.equal(status, 0);
  assert.match(stderr, /does not know this screen; say in .*odd\.expected\.json/);
});

test("a state that does not come ends it with the one that did, and writes nothing", async (t) => {
  const folder = pluginFolder(t, LUA);
  const words = ["--name", "x", ...become("busy"), "--until", "ready", "--timeout", "1"];
  const { status, stderr } = await capture(folder, ...words);
  assert.equal(status, 1);
  assert.match(stderr, /state "ready" did not come within 1000 ms; the last was "busy"/);
  assert.ok(!readdirSync(folder).includes("fixtures"));
});

test("what is asked for in the wrong way is a usage error", async (t) => {
  const folder = pluginFolder(t, LUA);
  const usage = async (...args: string[]): Promise<string> => {
    const { status, stderr } = await capture(...args);
    assert.equal(status, 2, stderr);
    return stderr;
  };
  assert.match(await usage(folder), /--name NAME is needed/);
  assert.match(await usage(folder, "--name", "x", "--send", "become {"), /the parameters of "become" are not JSON/);
  assert.match(await usage(folder, "--name", "x", "--send", " "), /--send must name an intent/);
  assert.match(await usage("e1", "--name", "x", "--socket", "/none", "--until", "ready"), /captured as it is/);
  const nobody = await capture("nobody", "--name", "x");
  assert.deepEqual([nobody.status, /there is no plugin "nobody"/.test(nobody.stderr)], [1, true]);
});

test("a live adapter of a server is captured as it is, and goes on", async (t) => {
  const folder = pluginFolder(t, LUA);
  const manifest = join(folder, "manifest.toml");
  const socket = join(folder, "s.sock");
  const server = new ServeProcess(t, ["--socket", socket, "--plugin", manifest]);
  await server.listening();
  const client = await Client.connect({ socket });
  t.after(() => client.close());
  const adapter = await client.startAdapter("sample");
  // What is typed is on the screen once the program has echoed it.
  const events = adapter.subscribe();
  await adapter.send("become", { state: "ready", more: ` ${SECRET}` });
  for await (const event of events) if (event.type === "state_changed" && event.state.state === "ready") break;
  const run = (...args: string[]) => capture(adapter.id, "--socket", socket, "--plugin", manifest, ...args);
  assert.equal((await run("--name", "live", "--dir", join(folder, "elsewhere"))).status, 0);
  assert.ok(!read(folder, "elsewhere/live.txt").includes(SECRET));
  assert.match(read(folder, "elsewhere/live.expected.json"), /"state": "ready"[^]*"last_intent": "become"/);
  assert.equal((await adapter.send("stop")).state, "ready");
  const stranger = await capture("e9", "--socket", socket, "--name", "x");
  assert.match(stranger.stderr, /there is no adapter "e9"; there are e1/);
});
