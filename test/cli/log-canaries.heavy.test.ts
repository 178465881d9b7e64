// Where text of programs, plugins and callers leaves a ptywright that is not an answer of the protocol, which
// test/rpc/redaction-by-schema.heavy.test.ts goes through by its schema (with adapter.drift and all other notifications).
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { canaries, leakIn } from "../support/canaries.js";
import { hosted } from "../support/command-host.js";
import { BIN, RunningCommand } from "../support/command.js";
import { folderWith, manifestToml } from "../support/plugin-folder.js";
import { luaText, pluginFile } from "../support/plugins.js";
import { Random, SEED } from "../support/random.js";
import { ServeProcess, line } from "../support/serve-process.js";
import { tempDir } from "../support/temp-dir.js";
import { Asked } from "./ask-support.js";

const CANARIES = canaries(new Random(SEED));
const ALL = CANARIES.map(({ text }) => text).join("\n");
/** What a terminal obeys, forges a line, or turns the rest around. */
const CONTROLS = "\x1b]0;t\x07\r\n\u202e\x9b";

/** Every command, with what it can give away; those without say why not. */
/** session-verbs.heavy.test.ts looks through those that print. */
const OF_SERVER = "shows what a server answers, redacted";
const SINKS: Readonly<Record<string, string | ((t: TestContext) => Promise<string[]>)>> = {
  run: runTells,
  serve: serveTells,
  ask: askTells,
  repl: replTells,
  ...Object.fromEntries(
    ["new", "ls", "send", "wait", "screen", "log", "exec", "attach", "watch", "click"].map((verb) => [verb, OF_SERVER]),
  ),
  ...Object.fromEntries(["resize", "signal", "mark", "rm", "server"].map((verb) => [verb, OF_SERVER])),
  mcp: "its answers are looked through in mcp/limits.heavy.test.ts; of its callers' words it writes nothing elsewhere",
  skill: "prints texts of the package",
  "plugin check": checkTells,
  "plugin new": () => errorsTell((secret) => ["plugin", "new", secret]),
  "plugin test": pluginTestTells,
  "plugin capture": captureTells,
  "plugin list": "names what comes with the package",
  logs: "shows files that were redacted when they were written",
  doctor: "tells what the system has, in words of the package",
  completions: "prints a script that comes with the package",
  help: "prints texts of the package",
};

/** All files below a folder. */
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath ?? entry.path, entry.name), "utf8"));

function requireNoLeak(texts: readonly string[]): void {
  for (const text of texts)
    for (const canary of CANARIES) {
      const leak = leakIn(text, canary);
      const at = leak === undefined ? 0 : text.indexOf(leak);
      assert.equal(leak, undefined, `${canary.shape} in …${text.slice(Math.max(0, at - 300), at + 100)}`);
    }
}

test("S1: every command is looked through for secrets, or says why it needs not be", async () => {
  const named = (text: string): string[] =>
    [
      ...text
        .split("Commands:")[1]
        .split("\n\n")[0]
        .matchAll(/^ {2}(\S+(?: \S+)?) {2,}/gm),
    ].map(([, name]) => name);
  const commands = named((await hosted(["--help"])).stdout).filter((name) => name !== "plugin");
  const all = [...commands, ...named((await hosted(["plugin", "--help"])).stdout)];
  assert.deepEqual(all.sort(), Object.keys(SINKS).sort());
});

for (const [command, tells] of Object.entries(SINKS))
  if (typeof tells === "function")
    test(`S1: ptywright ${command} writes no secret to stderr, logs or files`, async (t) => {
      const texts = await tells(t);
      requireNoLeak(texts);
      assert.ok(
        texts.some((text) => text.includes("[REDACTED]")),
        "no secret was covered, so none came this way",
      );
    });

/** A home of its own with this format of logs. */
function homeWith(t: TestContext, format: string): string {
  const home = join(tempDir(t), "home");
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(join(home, "config.toml"), `[logging]\nformat = "${format}"\n`);
  return home;
}

/** One line of an error for every secret. */
async function errorsTell(
  args: (secret: string) => string[],
  env?: (secret: string) => Record<string, string>,
): Promise<string[]> {
  const texts: string[] = [];
  for (const { text } of CANARIES) {
    const ended = await hosted(args(text), env?.(text));
    assert.notEqual(ended.status, 0);
    assert.match(ended.stderr, /^ptywright: [^\n]*\n$/);
    texts.push(ended.stdout, ended.stderr);
  }
  return texts;
}

/** What the program prints is the user's own, on the user's own terminal; what is written about it is not. */
async function runTells(t: TestContext): Promise<string[]> {
  const home = homeWith(t, "text");
  const env = { PTYWRIGHT_HOME: home, PTYWRIGHT_LOG: "trace" };
  const shown = new RunningCommand(t, ["run", "--", "printf", "%s", ...CANARIES.map(({ text }) => text)], env);
  const { status, stderr } = await shown.read().ended();
  assert.equal(status, 0, stderr);
  const errors = await errorsTell(
    (secret) => ["run", "--", secret],
    () => env,
  );
  const logs = filesBelow(join(home, "logs"));
  assert.ok(logs.length > 0);
  return [stderr, ...errors, ...logs];
}

/** What Lua prints is the user's own; errors, a recording and the server's log are not. */
async function replTells(t: TestContext): Promise<string[]> {
  const home = homeWith(t, "text");
  const recording = join(tempDir(t), "said.lua");
  const texts: string[] = [];
  for (const [at, { text }] of CANARIES.entries()) {
    const file = `${recording}${at}`;
    const serve = [process.execPath, BIN, "serve", "--stdio"];
    const env = { PTYWRIGHT_HOME: home, PTYWRIGHT_LOG: "trace" };
    const command = new RunningCommand(t, ["repl", "--stdio", "--", ...serve], env);
    command.child.stdin.end(`:record ${file}\nx = ${luaText(text)}\nx\nserver.status{}.sessions\nerror(x)\n`);
    const { status, stderr } = await command.read().ended();
    assert.equal(status, 1, stderr);
    texts.push(stderr, readFileSync(file, "utf8"));
  }
  return [...texts, ...filesBelow(home)];
}

/** Says everything that it can say to a log, as soon as it is loaded and again when it is asked. */
const TALKATIVE = `
  local M = {}
  local texts = { ${CANARIES.map(({ text }) => luaText(text)).join(", ")} }
  local controls = ${luaText(CONTROLS)}
  local function all(say, what)
    for i, text in ipairs(texts) do say(what .. i .. controls .. " " .. text) end
  end
  all(print, "printed-")
  local failing
  function M.classify(ctx)
    if failing then
      local at = failing
      failing = nil
      error("failed-" .. at .. " " .. texts[at] .. " " .. controls)
    end
    warn("@on")
    all(warn, "warned-")
    all(ptywright.log.info, "logged-")
    return { state = "unknown", confidence = 0.1, evidence = table.concat(texts, " ") }
  end
  function M.fails(params) error(texts[params.at] .. " " .. controls) end
  function M.fail_later(params)
    failing = params.at
    return {}
  end
  return M`;

async function serveTells(t: TestContext): Promise<string[]> {
  const texts = await errorsTell((secret) => ["serve", "--plugin", secret]);
  texts.push(
    ...(await errorsTell(
      () => ["serve", "--stdio"],
      (secret) => ({ PTYWRIGHT_LOG: secret }),
    )),
  );
  for (const format of ["text", "json"]) texts.push(...(await serverTells(t, format)));
  return texts;
}

const told = new Map<string, Promise<string[]>>();

/** What a server gives away that is asked everything; two tests look at it. */
function serverTells(t: TestContext, format: string): Promise<string[]> {
  const known = told.get(format) ?? askServer(t, format);
  told.set(format, known);
  return known;
}

async function askServer(t: TestContext, format: string): Promise<string[]> {
  const home = homeWith(t, format);
  const env = { PTYWRIGHT_HOME: home, PTYWRIGHT_LOG: "trace" };
  const options = ["--stdio", "--in-order", "--allow-plugin-load", "--plugin", pluginFile(t, TALKATIVE)];
  const server = new ServeProcess(t, options, env);
  const asked = CANARIES.flatMap(({ text }, at) => [
    ["session.create", { program: text }],
    ["session.create", { program: "true", args: [text], env: { [text.replaceAll("=", "")]: text, NAME: text } }],
    ["session.create", { program: "true", cwd: `/${text}` }],
    ["session.create", { program: "true", raw_transcript_path: `/none/${text}` }],
    ["session.create", { program: "printf", args: [`\x1b]2;title ${text}\x07${text}`] }],
    [text, {}],
    ["session.list", { [text]: text }],
    ["session.snapshot", { session: text }],
    ["session.wait", { session: "s1", matcher: { type: "screen_regex", value: `${text}(` } }],
    ["session.wait", { session: "s1", wait_id: text, timeout_ms: 0, matcher: { type: "contains_text", value: text } }],
    ["session.input", { session: "s1", action: { type: "text", value: text } }],
    ["session.input", { session: "s1", action: { type: "key", value: text } }],
    ["plugin.describe", { plugin: text }],
    ["plugin.load", { manifest_path: `/none/${text}` }],
    ["adapter.send", { adapter: "e1", intent: text }],
    ["adapter.send", { adapter: "e1", intent: "fails", params: { at: at + 1, note: text } }],
    ["adapter.send", { adapter: "e1", intent: "fail_later", params: { at: at + 1 } }],
    ["adapter.state", { adapter: "e1" }],
  ]) as [string, object][];
  server.end(
    line(0, "server.set_notifications", { enabled: true }) +
      line(1, "adapter.start", { plugin: "demo" }) +
      asked.map(([method, params], at) => line(at + 2, method, params)).join("") +
      CANARIES.map(({ text }) => `not JSON ${text}\n`).join("") +
      line(-1, "adapter.state", { adapter: "e1" }),
  );
  assert.equal((await server.exit).code, 0, server.stderr.slice(-1_000));
  const logs = filesBelow(join(home, "logs"));
  for (const written of [server.stderr, logs.join("")]) {
    // What a plugin says arrives, whole in its line.
    for (const [at] of CANARIES.entries())
      for (const how of ["printed", "warned", "logged"])
        assert.match(written, new RegExp(`${how}-${at + 1}[^\\d\\n][^\\n]*REDACTED`), `${how}-${at + 1}, ${format}`);
    // A failure is told without the plugin's own words, in which it may have taken a secret apart.
    assert.match(written, /a plugin could not look at its program/);
    assert.doesNotMatch(written, /failed-/);
    assert.doesNotMatch(written, /[\0-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  }
  return [server.stdout, server.stderr, ...logs];
}

for (const format of ["text", "json"])
  test(`P8: what a plugin prints, warns or logs is one escaped and redacted line of the ${format} log each`, async (t) => {
    const [stdout, stderr, ...logs] = await serverTells(t, format);
    requireNoLeak([stdout, stderr, ...logs]);
    for (const text of stdout.trimEnd().split("\n")) assert.equal(typeof JSON.parse(text), "object");
    const lines = [...stderr.trimEnd().split("\n"), ...logs.join("").trimEnd().split("\n")];
    if (format === "json") for (const text of lines.filter((one) => one.startsWith("{"))) JSON.parse(text);
    // A newline inside would leave a line that begins with what follows it.
    for (const text of lines) assert.doesNotMatch(text, /^[^ {]*(?:\\u202e|\[REDACTED\])/i, text);
  });

async function askTells(t: TestContext): Promise<string[]> {
  const texts = await errorsTell((secret) => ["ask", secret, "hello"]);
  const prompt = `say ${Buffer.from(`${ALL}\nthat is all`).toString("base64")}`;
  for (const more of [[], ["--json"]]) {
    const { status, stdout, stderr } = await new Asked(t).hosted(prompt, ...more);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /that is all/);
    texts.push(stdout, stderr);
  }
  return texts;
}

/** A plugin that prints as it is loaded, and whose program shows everything. */
function talkativeFolder(t: TestContext): string {
  const lua = `for text in string.gmatch(${luaText(ALL)}, "[^\\n]+") do print(text) end
    local M = {}
    function M.classify(ctx) return { state = "ready", evidence = ctx.screen, metadata = { seen = ctx.screen } } end
    return M`;
  const folder = folderWith(t, {
    "main.lua": lua,
    "screen.txt": ALL,
    "fixtures/known.txt": ALL,
    "fixtures/known.expected.json": '{ "state": "other", "evidence": "other", "metadata": { "seen": "other" } }',
  });
  writeFileSync(
    join(folder, "manifest.toml"),
    `${manifestToml("sample", "/bin/sh")}args = ["-c", "cat '${join(folder, "screen.txt")}'; exec sleep 60"]\n`,
  );
  return folder;
}

async function checkTells(t: TestContext): Promise<string[]> {
  const { status, stdout, stderr } = await hosted(["plugin", "check", talkativeFolder(t)]);
  assert.equal(status, 0, stderr);
  return [stdout, stderr, ...(await errorsTell((secret) => ["plugin", "check", secret]))];
}

async function pluginTestTells(t: TestContext): Promise<string[]> {
  const { status, stdout, stderr } = await hosted(["plugin", "test", talkativeFolder(t)]);
  assert.equal(status, 1, stderr);
  return [stdout, stderr];
}

async function captureTells(t: TestContext): Promise<string[]> {
  const folder = talkativeFolder(t);
  const out = join(folder, "captured");
  const { status, stdout, stderr } = await hosted([
    "plugin",
    "capture",
    folder,
    "--name",
    "seen",
    "--still",
    "300",
    "--dir",
    out,
  ]);
  assert.equal(status, 0, stderr);
  const files = filesBelow(out);
  assert.equal(files.length, 2);
  return [stdout, stderr, ...files];
}
