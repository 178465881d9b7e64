import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import { agentTools } from "#internal/protocol/index.js";
import { BIN } from "../support/command.js";
import { McpPeer } from "../support/mcp-peer.js";
import { NEEDS_PROC } from "../support/processes.js";
import { tempDir } from "../support/temp-dir.js";
import { missing } from "../support/tmux.js";
import { ROOT, codeBlocks } from "./markdown.js";

const TEXT = readFileSync(join(ROOT, "docs", "give-an-agent-a-terminal.md"), "utf8");
const PAGE = codeBlocks(TEXT);
const PATH = [dirname(BIN), process.env.PATH ?? "/usr/bin:/bin"].join(delimiter);
/** An answer to each question, as the page shows it. */
const INSTALLER = `echo 'Unpacking one file ... done'
printf 'Install it into /usr/local? [y/N] '; read a
echo 'Copying 3 parts'
printf 'Add it to the PATH? [y/N] '; read b
echo Installed
`;

interface Servers {
  readonly mcpServers: Readonly<Record<string, { readonly command: string; readonly args: readonly string[] }>>;
}

test("every block of the page is run in one way or another", () => {
  const kinds = PAGE.map(({ info }) => info);
  // The first is run by e2e/claude-code/tests/terminals.test.mjs.
  assert.deepEqual(kinds, ["sh claude", "json server", "mcp", "json server", "sh run"]);
});

for (const { line, code } of PAGE.filter(({ info }) => info === "json server"))
  test(`docs/give-an-agent-a-terminal.md:${line} starts a server`, { skip: missing("bash", "less") }, async (t) => {
    const { command, args } = (JSON.parse(code) as Servers).mcpServers["terminal"];
    assert.deepEqual([command, args[0]], ["ptywright", "mcp"]);
    const peer = await McpPeer.start(t, { args: args.slice(1), cwd: tempDir(t) });
    assert.equal((await peer.done("terminal_run", { command: "echo fine" })).text, "exit 0\nfine");
  });

for (const { line, code } of PAGE.filter(({ info }) => info === "mcp"))
  test(`docs/give-an-agent-a-terminal.md:${line} answers what it says`, { skip: NEEDS_PROC }, async (t) => {
    const cwd = tempDir(t);
    writeFileSync(join(cwd, "install.sh"), INSTALLER);
    const peer = await McpPeer.start(t, { cwd });
    const told: string[] = [];
    for (const asked of code.split("\n").filter((one) => one.startsWith("> "))) {
      const [, name, args] = /^> (\w+) (.*)$/.exec(asked) ?? [];
      const { text } = await peer.call(name, JSON.parse(args) as Record<string, unknown>);
      told.push(asked, text);
    }
    assert.equal(`${told.join("\n")}\n`, code);
  });

for (const { line, code, prints } of PAGE.filter(({ info }) => info === "sh run"))
  test(`docs/give-an-agent-a-terminal.md:${line} does what it says`, (t) => {
    const env = { ...process.env, PATH };
    const { status, stdout, stderr } = spawnSync("sh", ["-e", "-c", code], { encoding: "utf8", env, cwd: tempDir(t) });
    assert.equal(status, 0, stderr);
    for (const text of prints) assert.ok(stdout.includes(text), stdout);
  });

test("the page tells of every tool and of its parameters", () => {
  for (const [name, { params }] of Object.entries(agentTools)) {
    assert.ok(TEXT.includes(`| \`${name}\` `), name);
    for (const field of Object.keys(params.fields).filter((one) => one !== "timeout_s"))
      assert.match(TEXT, new RegExp(`\`${field}\\b`), `${name} ${field}`);
  }
});

interface Cost {
  readonly name: string;
  readonly plain: number;
  readonly text: number;
  readonly fields: number;
}

const PROGRAMS = ["vim", "less", "python3", "top", "git", "sqlite3", "fzf"];

test(
  "an agent pays at most 0.4 of what plain tools cost, as the page says",
  { skip: missing(...PROGRAMS) },
  async () => {
    const shown = TEXT.split("<!-- tokens -->")[1].split("<!-- /tokens -->")[0];
    const rows = [...shown.matchAll(/^\| (.+?) +\| +(\d+) \| +(\d+) \| +(\d+) \|/gm)].map(
      ([, name, plain, text, fields]): Cost => ({ name, plain: +plain, text: +text, fields: +fields }),
    );
    const { measure, total } = (await import(pathToFileURL(join(ROOT, "benchmarks", "agent-tokens.mjs")).href)) as {
      measure: () => Promise<Cost[]>;
      total: (rows: readonly Cost[]) => Cost;
    };
    const measured = await measure();
    const all = total(measured);
    assert.deepEqual(
      rows.map(({ name }) => name),
      [...measured, all].map(({ name }) => name),
    );
    for (const { text, fields, plain } of [all, rows.at(-1) ?? all])
      assert.ok(Math.max(text, fields) <= 0.4 * plain, JSON.stringify({ text, fields, plain }));
    // Other versions of the programs draw otherwise, but not much.
    for (const [at, { name, text, plain }] of measured.entries())
      assert.ok(Math.abs(text / plain - rows[at].text / rows[at].plain) < 0.25, `${name}: ${text} / ${plain}`);
  },
);
