import assert from "node:assert/strict";
import { test } from "node:test";
import { command } from "./command.js";
import { choice, file, flag, text, wholeNumber } from "./option.js";
import { parseArguments } from "./parse-arguments.js";
import { UsageError } from "./usage-error.js";

const start = async (): Promise<number> => 0;
const RUN = command({
  name: "run",
  summary: "",
  usage: "",
  options: { rows: wholeNumber("", { min: 1, max: 1000, fallback: undefined }) },
  positional: { name: "CMD", help: "", missing: "no program", isProgram: true },
  examples: [],
  start,
});
const SERVE = command({
  name: "serve",
  summary: "",
  usage: "",
  options: {
    stdio: flag(""),
    socket: file("PATH", ""),
    framing: choice("KIND", "", [
      { word: "ndjson", help: "" },
      { word: "lsp", help: "" },
    ]),
    inOrder: flag(""),
    plugin: { ...text("FILE", ""), isRepeatable: true, read: (_, texts) => texts },
  },
  conflicts: [["stdio", "socket"]],
  examples: [],
  start,
});
const LOGS = command({
  name: "logs",
  summary: "",
  usage: "",
  options: { lines: wholeNumber("", { min: 0, max: 100, fallback: 20 }), filter: text("TEXT", "") },
  examples: [],
  start,
});
const HELP = command({
  name: "help",
  summary: "",
  usage: "",
  options: {},
  positional: { name: "COMMAND", help: "" },
  examples: [],
  start,
});
const DEFAULTS = { stdio: false, socket: undefined, framing: "ndjson", inOrder: false, plugin: [] };

const started = (values: object, ...args: string[]): object => ({ kind: "start", values, args });

test("options are read before and after their value's equals sign, wherever they stand", () => {
  assert.deepEqual(parseArguments(SERVE, []), started(DEFAULTS));
  assert.deepEqual(
    parseArguments(SERVE, ["--framing=lsp", "--in-order", "--socket", "a b=c"]),
    started({ ...DEFAULTS, framing: "lsp", inOrder: true, socket: "a b=c" }),
  );
  assert.deepEqual(parseArguments(SERVE, ["--socket=a=b"]), started({ ...DEFAULTS, socket: "a=b" }));
  assert.deepEqual(parseArguments(LOGS, ["--filter", "-x", "--lines", "0"]), started({ lines: 0, filter: "-x" }));
  assert.deepEqual(parseArguments(LOGS, ["--filter="]), started({ lines: 20, filter: "" }));
  assert.deepEqual(parseArguments(LOGS, ["--filter=--help"]), started({ lines: 20, filter: "--help" }));
});

test("an option that may be repeated keeps every value in its order", () => {
  assert.deepEqual(
    parseArguments(SERVE, ["--plugin", "a", "--stdio", "--stdio", "--plugin=b"]),
    started({ ...DEFAULTS, stdio: true, plugin: ["a", "b"] }),
  );
});

test("everything from the program on belongs to the program", () => {
  for (const [words, rows, args] of [
    [["--", "vi", "--rows", "5"], undefined, ["vi", "--rows", "5"]],
    [["vi", "--rows=5", "-h"], undefined, ["vi", "--rows=5", "-h"]],
    [["--rows", "5", "vi", "--", "--help"], 5, ["vi", "--", "--help"]],
    [["--rows=5", "--", "--", "x"], 5, ["--", "x"]],
    [["--", "--help"], undefined, ["--help"]],
    [["-", "x"], undefined, ["-", "x"]],
    [["--", ""], undefined, [""]],
  ] as const)
    assert.deepEqual(parseArguments(RUN, words), started({ rows }, ...args), words.join(" "));
});

test("help is asked for by --help and -h before the program", () => {
  for (const words of [["--help"], ["-h"], ["--rows", "5", "-h", "vi"]])
    assert.deepEqual(parseArguments(RUN, words), { kind: "help" });
});

const REFUSED: readonly (readonly [typeof RUN, string, RegExp])[] = [
  [RUN, "", /^no program$/],
  [RUN, "--", /^no program$/],
  [RUN, "--rows 5", /^no program$/],
  [RUN, "--rows", /^--rows needs a value: --rows N$/],
  [RUN, "--rows -- vi", /^--rows needs a value: --rows N$/],
  [RUN, "--rows= vi", /^--rows must be a whole number from 1 to 1000, got ""$/],
  [RUN, "--rows 0 vi", /from 1 to 1000, got "0"$/],
  [RUN, "--rows -5 vi", /from 1 to 1000, got "-5"$/],
  [RUN, "--rows 1001 vi", /got "1001"$/],
  [RUN, "--rows 1e2 vi", /got "1e2"$/],
  [RUN, "--rows 5.0 vi", /got "5.0"$/],
  [RUN, "--rows 0x10 vi", /got "0x10"$/],
  [RUN, "--rows 5 --rows 6 vi", /^--rows is given twice$/],
  [RUN, "--row 5 vi", /^unknown option "--row" \(did you mean --rows\?\)$/],
  [RUN, "--rwos=5 vi", /^unknown option "--rwos" \(did you mean --rows\?\)$/],
  [RUN, "-r 5 vi", /^unknown option "-r"; options of the program stand behind its name$/],
  [RUN, "--cwd x vi", /^unknown option "--cwd"; options of the program stand behind its name$/],
  [SERVE, "--stdio --socket x", /^--stdio and --socket exclude each other/],
  [SERVE, "--socket x --stdio", /^--stdio and --socket exclude each other/],
  [SERVE, "--socket --stdio", /^--socket needs a value: --socket PATH \(or --socket=PATH if it begins with a dash\)$/],
  [SERVE, "--socket=", /^--socket must be a path/],
  [SERVE, "--stdio=yes", /^--stdio takes no value$/],
  [SERVE, "--framing xml", /^--framing must be ndjson or lsp, got "xml"$/],
  [SERVE, "--inorder", /^unknown option "--inorder" \(did you mean --in-order\?\)$/],
  [SERVE, "--stdio x", /^unexpected argument "x"; serve takes no arguments besides options$/],
  [SERVE, "-- --stdio", /^unexpected argument "--stdio"/],
  [HELP, "run serve", /^unexpected argument "serve"; help takes one COMMAND$/],
];

for (const [refusing, line, message] of REFUSED)
  test(`"${refusing.name} ${line}" is refused with ${message.source}`, () => {
    assert.throws(
      () => parseArguments(refusing, line === "" ? [] : line.split(" ")),
      (error) => error instanceof UsageError && message.test(error.message) && error.command === refusing.name,
    );
  });
