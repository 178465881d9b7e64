// What an agent pays for ten tasks in a terminal: the calls it writes and the answers it reads, in tokens (bytes / 4). Beside the tools of
// `ptywright mcp`, two plain ones: send_keys, which answers "ok", and capture, which answers the screen, once after every step and always at
// the right moment. `node benchmarks/agent-tokens.mjs` prints the table of docs/give-an-agent-a-terminal.md.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client as McpClient } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client, Matcher } from "../dist/client/index.js";

const BIN = fileURLToPath(new URL("../bin/ptywright", import.meta.url));
const BYTES_A_TOKEN = 4;
const SIZE = { rows: 24, cols: 80 };
const LIMIT = { timeoutMs: 20_000 };
const STILL_MS = 200;
// Of a test that runs this: a runner below it would speak otherwise.
const ENV = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== "NODE_TEST_CONTEXT"));

/**
 * @typedef {{ keys: string, until: string, isRegex?: boolean }} PlainStep keys to send, and what shows that they have had their effect
 * @typedef {[tool: string, args: Record<string, unknown>]} Call
 * @typedef {{ name: string, needs: string[], program: [string, ...string[]], plain: PlainStep[], ours: Call[] }} Task
 */

/** @param {string} keys @param {string} until @returns {PlainStep} */
const step = (keys, until) => ({ keys, until });
/** @param {string} text @param {object} [more] @returns {Call} */
const line = (text, more = {}) => ["terminal_type", { text, enter: true, ...more }];
/** @param {string} command @returns {Call} */
const run = (command) => ["terminal_run", { command }];
/** @param {string} command @param {object} [more] @returns {Call} */
const start = (command, more = {}) => ["terminal_start", { command, ...more }];

const SHELL = /** @type {[string, ...string[]]} */ (["bash", "--norc"]);
const FAILING = "node --test --test-reporter=tap";

/** @type {Task[]} */
export const TASKS = [
  {
    name: "change a value in `vim`",
    needs: ["vim"],
    program: ["vim", "-u", "NONE", "settings.py"],
    plain: [
      step("", "settings.py"),
      step("/timeout\r", "timeout_40"),
      step("f=wcw99\x1b", "timeout_40 = 99"),
      step("Goretries = 3\x1b", "retries = 3"),
      step(":w\r", "written"),
      step(":q\r", ""),
    ],
    ours: [
      start("vim -u NONE settings.py"),
      line("/timeout"),
      ["terminal_type", { text: "f=wcw99", keys: "Escape" }],
      ["terminal_type", { text: "Goretries = 3", keys: "Escape" }],
      line(":wq"),
    ],
  },
  {
    name: "find errors in a log with `less`",
    needs: ["less"],
    program: ["less", "app.log"],
    plain: [
      step("", "app.log"),
      step("/ERROR\r", "ERROR 100"),
      step("n", "ERROR 200"),
      step("n", "ERROR 300"),
      step("q", ""),
    ],
    ours: [
      start("less app.log", { quiet: true }),
      line("/ERROR", { quiet: true }),
      ["terminal_read", { from: 0, to: 3 }],
      ["terminal_type", { text: "n", quiet: true }],
      ["terminal_read", { from: 0, to: 3 }],
      ["terminal_type", { text: "nq" }],
    ],
  },
  {
    name: "try things in a Python prompt",
    needs: ["python3"],
    program: ["python3", "-q"],
    plain: [
      step("", ">>>"),
      step("import json, statistics\r", ">>> import"),
      step("data = [3, 5, 8, 13]\r", "data ="),
      step("statistics.mean(data)\r", "7.25"),
      step("json.loads('{\"a\": 1}')['b']\r", "KeyError"),
      step("json.dumps(dict(zip('abcd', data)))\r", '"d": 13'),
      step("exit()\r", ""),
    ],
    ours: [
      start("python3 -q"),
      line("import json, statistics"),
      line("data = [3, 5, 8, 13]"),
      line("statistics.mean(data)"),
      line("json.loads('{\"a\": 1}')['b']"),
      line("json.dumps(dict(zip('abcd', data)))"),
      line("exit()"),
    ],
  },
  {
    name: "answer an installer's `[y/N]`",
    needs: [],
    program: ["sh", "install.sh"],
    plain: [
      step("", "Install into"),
      step("y\r", "Add it to your PATH"),
      step("n\r", "Overwrite"),
      step("y\r", "Installed"),
    ],
    ours: [start("sh install.sh"), line("y"), line("n"), line("y", { wait_for: "Installed" })],
  },
  {
    name: "run a test suite that fails",
    needs: [],
    program: SHELL,
    plain: [
      step("", "$"),
      step(`${FAILING}\r`, "# duration_ms"),
      step(`clear; ${FAILING} | grep -A 12 '^not ok'\r`, "expected: 8"),
    ],
    ours: [["terminal_run", { command: FAILING, max_chars: 800 }], run(`${FAILING} | grep -A 12 '^not ok'`)],
  },
  {
    name: "see what takes memory in `top`",
    needs: ["top"],
    program: ["top"],
    plain: [step("", "COMMAND"), step("M", "COMMAND"), step("c", "COMMAND"), step("q", "")],
    ours: [
      start("top", { quiet: true }),
      ["terminal_type", { text: "Mc", quiet: true }],
      ["terminal_read", { from: 6, to: 10 }],
      ["terminal_type", { text: "q", quiet: true }],
    ],
  },
  {
    name: "look at a history, stage a part of a change (`git`)",
    needs: ["git"],
    program: SHELL,
    plain: [
      step("", "$"),
      step("git --no-pager log --oneline -5\r", "change 9"),
      step("git add -p\r", "Stage this hunk"),
      step("s\r", "Split into"),
      step("y\r", "(2/2)"),
      step("n\r", "$ "),
      step("git status --short\r", "settings.py"),
    ],
    ours: [
      run("git --no-pager log --oneline -5"),
      start("git add -p", { name: "add" }),
      line("s", { session: "add" }),
      line("y", { session: "add" }),
      line("n", { session: "add" }),
      run("git status --short"),
    ],
  },
  {
    name: "ask a database (`sqlite3`)",
    needs: ["sqlite3"],
    program: ["sqlite3"],
    plain: [
      step("", "sqlite>"),
      step("create table t (id integer, name text);\r", "create"),
      step("insert into t values (1, 'one'), (2, 'two'), (3, 'three');\r", "'three'"),
      step(".mode box\r", ".mode"),
      step("select * from t where id > 1;\r", "└"),
      step("select count(*), nam from t;\r", "no such column"),
      step("select count(*), max(name) from t;\r", "max(name)"),
      step(".quit\r", ""),
    ],
    ours: [
      start("sqlite3"),
      line("create table t (id integer, name text);"),
      line("insert into t values (1, 'one'), (2, 'two'), (3, 'three');"),
      line(".mode box"),
      line("select * from t where id > 1;"),
      line("select count(*), nam from t;"),
      line("select count(*), max(name) from t;"),
      line(".quit"),
    ],
  },
  {
    name: "wait for a long build and find what broke it",
    needs: [],
    program: SHELL,
    plain: [
      step("", "$"),
      step("sh build.sh\r", "[100/400]"),
      step("", "[300/400]"),
      step("", "build failed"),
      step("clear; sh build.sh | grep -n -B1 -A3 'error:'\r", "[322/400]"),
    ],
    ours: [
      ["terminal_run", { command: "sh build.sh", max_chars: 400 }],
      ["terminal_read", { session: "shell", find: "error:" }],
    ],
  },
  {
    name: "choose from a menu (`fzf`)",
    needs: ["fzf"],
    program: ["fzf", "--no-color", "--bind", "start:pos(1)"],
    plain: [step("", "200/200"), step("item 15", "20/200"), step("\x1b[A", "item 15"), step("\r", "")],
    ours: [
      start("fzf --no-color --bind 'start:pos(1)'", { quiet: true, env: { FZF_DEFAULT_COMMAND: "cat items.txt" } }),
      ["terminal_type", { text: "item 15", wait_for: "20/200" }],
      ["terminal_type", { keys: ["Up", "Enter"] }],
    ],
  },
];

/** The files that the tasks are about. @param {string} folder */
function prepare(folder) {
  /** @param {string} name @param {string[]} lines */
  const file = (name, lines) => writeFileSync(join(folder, name), `${lines.join("\n")}\n`);
  /** @param {number} count @param {(at: number) => string} make */
  const lines = (count, make) => Array.from({ length: count }, (_, at) => make(at + 1));
  file("settings.py", [
    "# Settings",
    ...lines(60, (at) => (at === 40 ? "timeout_40 = 30" : `option_${at} = "value number ${at}"`)),
  ]);
  file(
    "app.log",
    lines(
      400,
      (at) =>
        `12:00:${String(at % 60).padStart(2, "0")} ${at % 100 === 0 ? `ERROR ${at} the connection was lost` : `INFO request ${at} was answered in ${at % 37} ms`}`,
    ),
  );
  file(
    "items.txt",
    lines(200, (at) => `item ${at} of a long list`),
  );
  file("install.sh", [
    'for f in bin/tool lib/one.so lib/two.so share/doc share/man; do echo "Unpacking $f ... done"; done',
    "printf 'Install into /usr/local? [y/N] '; read a",
    'for n in 1 2 3 4 5; do echo "Copying part $n of 5"; done',
    "printf 'Add it to your PATH? [y/N] '; read b",
    "printf 'Overwrite settings.py? [y/N] '; read c",
    "echo Installed",
    "read end",
  ]);
  file("math.test.mjs", [
    'import assert from "node:assert/strict";',
    'import { test } from "node:test";',
    "for (let n = 1; n <= 12; n++)",
    "  test(`the sum of ${n} and one`, () => assert.equal(n + (n === 7 ? 2 : 1), n + 1));",
  ]);
  file("build.sh", [
    "n=0",
    "while [ $n -lt 400 ]; do n=$((n+1))",
    '  echo "[$n/400] CC src/module_$n.c -> build/module_$n.o"',
    "  [ $n -eq 100 ] || [ $n -eq 300 ] && sleep 1",
    '  [ $n -eq 321 ] && printf "src/module_321.c:17:5: error: unknown name count\\n   17 |     count += 1;\\n      |     ^~~~~\\n"',
    "done",
    'echo "build failed"',
    "exit 2",
  ]);
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd: folder });
  git("init", "-q");
  git("add", "settings.py");
  for (const at of lines(9, String)) git("commit", "-q", "--allow-empty", "-m", `change ${at} of the settings`);
  file("settings.py", [
    "# Settings",
    ...lines(60, (at) =>
      at === 3 || at === 6
        ? `option_${at} = "another value"`
        : at === 40
          ? "timeout_40 = 30"
          : `option_${at} = "value number ${at}"`,
    ),
  ]);
}

/** @param {string} text */
const tokens = (text) => Math.ceil(Buffer.byteLength(text) / BYTES_A_TOKEN);
/** A call as a model writes it. @param {string} name @param {object} args */
const callTokens = (name, args) => tokens(JSON.stringify({ name, arguments: args }));

/** @param {Task} task @param {string} cwd @param {Record<string, string>} env */
async function plainTokens({ program: [program, ...args], plain }, cwd, env) {
  const client = await Client.start({ env: { ...ENV, ...env } });
  try {
    const own = { PS1: "$ ", FZF_DEFAULT_COMMAND: "cat items.txt" };
    const session = await client.spawn({ program, args, cwd, env: own, size: SIZE });
    let sum = callTokens("start", { command: [program, ...args].join(" ") }) + tokens("ok");
    for (const { keys, until } of plain) {
      if (keys !== "") {
        sum += callTokens("send_keys", { session: "main", keys }) + tokens("ok");
        await session.writeText(keys);
      }
      if (until !== "") await session.waitFor(Matcher.containsText(until), LIMIT);
      await session.waitFor(Matcher.screenStable(STILL_MS), LIMIT).catch(() => undefined);
      const { lines } = await session.snapshot({ cells: false });
      const screen = lines.slice(0, lines.findLastIndex((one) => one !== "") + 1).join("\n");
      sum += callTokens("capture", { session: "main" }) + tokens(screen);
    }
    return sum;
  } finally {
    await client.close();
  }
}

/** @param {Task} task @param {string} cwd @param {Record<string, string>} env */
async function ourTokens({ name: task, ours }, cwd, env) {
  const client = new McpClient({ name: "benchmark", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [BIN, "mcp"],
      cwd,
      env: { .../** @type {Record<string, string>} */ (ENV), ...env, SHELL: "/bin/bash" },
    }),
  );
  try {
    let text = 0;
    let fields = 0;
    for (const [name, args] of ours) {
      const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
      const [{ text: said }] = /** @type {{ text: string }[]} */ (content);
      if (isError === true) throw new Error(`${task}: ${name} ${JSON.stringify(args)}: ${said}`);
      if (process.env.SHOW !== undefined) console.error(`> ${name} ${JSON.stringify(args)}\n${said}`);
      const call = callTokens(name, args);
      text += call + tokens(said);
      fields += call + tokens(JSON.stringify(structuredContent));
    }
    return { text, fields };
  } finally {
    await client.close();
  }
}

/** Whether everything that a task needs is installed. @param {Task} task */
export const canRun = ({ needs }) =>
  needs.every((program) => {
    try {
      execFileSync("sh", ["-c", `command -v ${program}`]);
      return true;
    } catch {
      return false;
    }
  });

/** In a folder with all the files, and a home of its own. @template T @param {(cwd: string, env: Record<string, string>) => Promise<T>} work */
async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), "ptywright-tokens-"));
  try {
    const [cwd, home] = ["project", "home"].map((name) => join(folder, name));
    mkdirSync(cwd);
    mkdirSync(home);
    prepare(cwd);
    return await work(cwd, { HOME: home, PTYWRIGHT_HOME: join(home, ".ptywright"), LANG: "C.UTF-8" });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** What each task that can be run here costs. @param {Task[]} [tasks] */
export async function measure(tasks = TASKS.filter(canRun)) {
  const rows = [];
  for (const task of tasks) {
    const plain = await inFolder((cwd, env) => plainTokens(task, cwd, env));
    rows.push({ name: task.name, plain, ...(await inFolder((cwd, env) => ourTokens(task, cwd, env))) });
  }
  return rows;
}

/** @typedef {Awaited<ReturnType<typeof measure>>} Measured */
/** @param {Measured} rows */
export function total(rows) {
  const sum = (/** @type {"plain" | "text" | "fields"} */ kind) => rows.reduce((all, row) => all + row[kind], 0);
  return { name: "all", plain: sum("plain"), text: sum("text"), fields: sum("fields") };
}

/** As the document has it. @param {Measured} rows */
export function table(rows) {
  const cells = [...rows, total(rows)].map(({ name, plain, text, fields }) => [
    name,
    ...[plain, text, fields].map(String),
    `${(text / plain).toFixed(2)} ×`,
    `${(fields / plain).toFixed(2)} ×`,
  ]);
  const head = ["task", "plain", "as text", "as fields", "text / plain", "fields / plain"];
  return [head, head.map((_, at) => (at === 0 ? "---" : "---:")), ...cells]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = process.argv.slice(2);
  const tasks = TASKS.filter(
    (task) => canRun(task) && (wanted.length === 0 || wanted.some((word) => task.name.includes(word))),
  );
  console.log(table(await measure(tasks)));
}
