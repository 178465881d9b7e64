import assert from "node:assert/strict";
import { delimiter } from "node:path";
import { test } from "node:test";
import { COMMANDS } from "../commands.js";
import { candidatesFor } from "./candidates.js";
import { programsOnPath } from "./programs-on-path.js";
import { unquoted } from "./print-candidates.js";

/** The candidates for a line whose words are split at single spaces, the last being at the cursor. */
async function offered(line: string): Promise<string[] | "files"> {
  const { kind, words } = await candidatesFor(COMMANDS, line.split(" "));
  return kind === "files" ? "files" : words.map(({ word }) => word);
}

const OFFERED: readonly (readonly [string, string[] | "files"])[] = [
  [
    "",
    [
      ...["run", "serve", "new", "ls", "send", "wait", "screen", "log", "exec", "attach", "watch", "click", "resize"],
      ...["signal", "mark", "rm", "server", "repl", "ask", "mcp", "skill", "plugin", "logs", "doctor", "completions"],
      "help",
    ],
  ],
  ["-", ["--socket", "--help", "--version"]],
  ["--socket ", "files"],
  ["--socket x se", ["serve", "send", "server"]],
  ["--socket=x ru", ["run"]],
  ["se", ["serve", "send", "server"]],
  ["server ", ["status", "stop"]],
  ["__", []],
  ["nope ", []],
  ["__complete ", []],
  ["run ", ["--rows", "--cols", "--help", "--"]],
  ["run --r", ["--rows"]],
  ["run --rows ", []],
  ["run --rows 5 -", ["--cols", "--help", "--"]],
  ["run --rows=5 --c", ["--cols"]],
  ["run vi ", "files"],
  ["run vi -", "files"],
  ["run -- vi ", "files"],
  ["run ./", "files"],
  ["run -- no-program-begins-so", "files"],
  [
    "serve ",
    [
      "--stdio",
      "--socket",
      "--framing",
      "--in-order",
      "--always-redact",
      "--plugin",
      "--allow-plugin-load",
      "--idle-timeout",
      "--help",
    ],
  ],
  ["serve --stdio --", ["--framing", "--in-order", "--always-redact", "--plugin", "--allow-plugin-load", "--help"]],
  ["serve --plugin ", "files"],
  ["serve --plugin x --p", ["--plugin"]],
  ["plugin ", ["check", "new", "test", "capture", "list"]],
  ["plugin -", ["--help"]],
  ["plugin t", ["test"]],
  ["plugin nope ", []],
  ["plugin check ", "files"],
  ["plugin check -", ["--help"]],
  ["plugin check x ", ["--help"]],
  ["plugin check x y", []],
  ["plugin test gre", "files"],
  ["plugin test greeter --", ["--update", "--help"]],
  ["plugin new greeter --dir ", "files"],
  ["plugin new greeter --d", ["--dir"]],
  ["serve --socket ", "files"],
  ["serve --socket=", "files"],
  ["serve --socket x --s", []],
  ["serve --framing ", ["ndjson", "lsp"]],
  ["serve --framing=", ["--framing=ndjson", "--framing=lsp"]],
  ["serve --framing=n", ["--framing=ndjson"]],
  ["serve --nope=", []],
  ["logs --filter ", []],
  ["completions ", ["bash", "zsh", "fish", "elvish", "powershell"]],
  ["ask ", ["claude-code", "repl", "shell"]],
  ["ask sh", ["shell"]],
  ["ask shell --al", ["--allow"]],
  ["ask shell ls --allow ", ["none", "ask", "all"]],
  ["ask shell ls --plugin ", "files"],
  ["ask shell ls --trust --t", ["--timeout"]],
  ["ask shell ls -- ", "files"],
  ["completions -", ["--help"]],
  ["completions bash z", []],
  ["help l", ["ls", "log", "logs"]],
  ["help plugin ", ["check", "new", "test", "capture", "list"]],
  ["help plugin n", ["new"]],
  ["help run r", []],
  ["help plugin new n", []],
];

for (const [line, expected] of OFFERED)
  test(`"ptywright ${line}" and TAB offers ${String(expected) || "nothing"}`, async () => {
    assert.deepEqual(await offered(line), expected);
  });

test("programs on PATH are offered by their beginning, each once, and files with other rights are not", () => {
  const programs = programsOnPath("s", { PATH: ["/bin", "/no/such/folder", "", "/bin", "/etc"].join(delimiter) });
  assert.ok(programs.includes("sh"));
  assert.ok(programs.every((name) => name.startsWith("s")));
  assert.deepEqual(programs, [...new Set(programs)].sort());
  // /etc/services and /etc/shells are files, but no programs.
  assert.ok(!programs.includes("services") && !programs.includes("shells"));
});

test("quotes and backslashes of a shell's word are removed, nothing in it is expanded", () => {
  for (const [word, text] of [
    ["plain", "plain"],
    [`'a b'"c d"e\\ f`, "a bc de f"],
    [`"l`, "l"],
    [`'it'\\''s'`, "it's"],
    [`"a\\"b"`, 'a"b'],
    ["$(touch x)`y`", "$(touch x)`y`"],
    ["a\\", "a\\"],
  ])
    assert.equal(unquoted(word), text);
});
