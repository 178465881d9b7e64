// Claude Code with ptywright as its MCP server: it fixes a failing test in vim. The model is a script; everything else is real.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { makeHome } from "../claude-home.mjs";
import { missing } from "../drive.mjs";
import { startFakeApi } from "../fake-api.mjs";
import { VERSIONS, programOf } from "../versions.mjs";

const BIN = fileURLToPath(new URL("../../../bin/ptywright", import.meta.url));
const LIMIT_MS = 120_000;
const SUM = "export const sum = (a, b) => a - b;\n";
const TEST = `import assert from "node:assert/strict";
import { test } from "node:test";
import { sum } from "./sum.mjs";
test("two and three are five", () => assert.equal(sum(2, 3), 5));
`;
const RUN = { command: "node --test --test-reporter=tap sum.test.mjs" };

/** What the model does, one tool after the other, and what it has to see before the next. @type {[tool: string, input: object, sees: RegExp][]} */
const STEPS = [
  ["terminal_run", RUN, /exit\D{1,9}1\b[^]*not ok 1 - two and three are five/],
  ["terminal_start", { command: "vim -u NONE sum.mjs" }, /export const sum = \(a, b\) => a - b;/],
  [
    "terminal_type",
    { session: "vim", text: ":%s/a - b/a + b/", enter: true },
    /0\|export const sum = \(a, b\) => a \+ b;/,
  ],
  ["terminal_type", { session: "vim", text: ":wq", enter: true }, /exit\D{1,9}0\b/],
  ["terminal_run", RUN, /exit\D{1,9}0\b[^]*ok 1 - two and three are five/],
  ["terminal_close", { all: true }, /shell/],
];

/** What the tools have answered since the prompt, in order. @param {any} body @returns {string[]} */
const resultsIn = ({ messages }) =>
  messages
    .flatMap((/** @type {any} */ { content }) => (Array.isArray(content) ? content : []))
    .filter((/** @type {any} */ part) => part.type === "tool_result")
    .map(({ content }) =>
      typeof content === "string" ? content : content.map((/** @type {any} */ part) => part.text).join(""),
    );

/** A model that goes on as long as it sees what it expects. @param {any} body @returns {import("../scenarios.mjs").Answer} */
function model(body) {
  if (!Array.isArray(body.tools) || body.tools.length === 0) return { blocks: [{ type: "text", text: "A title" }] };
  const results = resultsIn(body);
  const last = results.at(-1);
  if (last !== undefined && !STEPS[results.length - 1][2].test(last))
    return { blocks: [{ type: "text", text: `I did not expect this: ${last}` }] };
  const next = STEPS[results.length];
  if (next === undefined) return { blocks: [{ type: "text", text: "The test passes now." }] };
  return { blocks: [{ type: "tool_use", name: `mcp__terminal__${next[0]}`, input: next[1] }] };
}

for (const version of VERSIONS)
  test(`Claude Code ${version} fixes a failing test in vim`, { skip: missing("vim") }, async (t) => {
    const api = await startFakeApi(model);
    const home = makeHome({ apiUrl: api.url });
    t.after(async () => {
      await api.close();
      home.remove();
    });
    writeFileSync(join(home.cwd, "sum.mjs"), SUM);
    writeFileSync(join(home.cwd, "sum.test.mjs"), TEST);
    const config = join(home.home, "mcp.json");
    const env = { PTYWRIGHT_HOME: join(home.home, ".ptywright") };
    const server = { command: process.execPath, args: [BIN, "mcp", "--cwd-root", home.cwd], env };
    writeFileSync(config, JSON.stringify({ mcpServers: { terminal: server } }));
    const args = ["-p", "Fix the failing test in vim.", "--mcp-config", config, "--strict-mcp-config"];
    const child = spawn(programOf(version), [...args, "--allowedTools", "mcp__terminal"], {
      cwd: home.cwd,
      env: home.env,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: LIMIT_MS,
    });
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    assert.deepEqual({ status, stdout }, { status: 0, stdout: "The test passes now.\n" }, stderr);
    assert.equal(readFileSync(join(home.cwd, "sum.mjs"), "utf8"), SUM.replace("-", "+"));
    const results = resultsIn(api.requests.at(-1));
    assert.equal(results.length, STEPS.length);
    // What changed in the editor, and nothing else of it.
    assert.ok(results[2].length < 150, results[2]);
  });

for (const version of VERSIONS)
  test(`Claude Code ${version} finds the server that the document adds`, async (t) => {
    const page = readFileSync(new URL("../../../docs/give-an-agent-a-terminal.md", import.meta.url), "utf8");
    const [, line] = /^```sh claude\n(.*)\n```$/m.exec(page) ?? [];
    const home = makeHome({ apiUrl: "http://127.0.0.1:9" });
    t.after(() => home.remove());
    const bin = join(home.home, "bin");
    mkdirSync(bin);
    symlinkSync(programOf(version), join(bin, "claude"));
    symlinkSync(BIN, join(bin, "ptywright"));
    const env = { ...home.env, PTYWRIGHT_HOME: join(home.home, ".ptywright") };
    const child = spawn("sh", ["-e", "-c", `${line}; claude mcp list`], { cwd: home.cwd, env, timeout: LIMIT_MS });
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^terminal: ptywright mcp - .*Connected$/m);
  });
