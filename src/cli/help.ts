import { DESCRIPTION, NAME, VERSION } from "../base/index.js";
import type { Command } from "./command.js";
import { spelled } from "./option.js";

const MAX_COLUMNS = 80;
type Row = readonly [left: string, right: string];

const HELP_ROW: Row = ["-h, --help", "show this help"];

/** The help for all of ptywright, on stdout. */
export function printOverview(commands: readonly Command[]): void {
  const listed = commands.filter(({ isInternal }) => isInternal !== true);
  print([
    `${NAME} ${VERSION}\n${wrapped(DESCRIPTION, 0)}`,
    section("Usage:", [`${NAME} COMMAND [OPTION]...`]),
    section("Commands:", table(listed.map(({ name, summary }) => [name, summary]))),
    section("Options:", table([HELP_ROW, ["-V, --version", "show the version"]])),
    section("Examples:", [`${NAME} run -- htop`, `${NAME} serve --stdio`, `${NAME} help run`]),
  ]);
}

/** The help for one command, on stdout. */
export function printHelp({ name, summary, usage, positional, options, examples }: Command): void {
  const rows = Object.entries(options).map(([option, { help, valueName }]): Row => {
    return [[spelled(option), valueName].filter(Boolean).join(" "), help];
  });
  print([
    wrapped(`${summary}.`, 0),
    section("Usage:", [`${NAME} ${name} ${usage}`]),
    ...(positional === undefined ? [] : [section("Arguments:", table([[positional.name, positional.help]]))]),
    section("Options:", table([...rows, HELP_ROW])),
    section(examples.length === 1 ? "Example:" : "Examples:", examples),
  ]);
}

function print(parts: readonly string[]): void {
  process.stdout.write(`${parts.join("\n\n")}\n`);
}

function section(heading: string, lines: readonly string[]): string {
  return [bold(heading), ...lines.map((line) => `  ${line}`)].join("\n");
}

/** Two columns, the right one wrapped beside the left. */
function table(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => left.padEnd(width) + wrapped(right, width + 2));
}

/** Text broken at spaces, for a column that begins at `indent`. */
function wrapped(text: string, indent: number): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines[lines.length - 1];
    if (line !== "" && indent + line.length + 1 + word.length > MAX_COLUMNS) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.join(`\n${" ".repeat(indent)}`);
}

/** Bold on a terminal that shows it, unless its user wants none of that (https://no-color.org). */
function bold(heading: string): string {
  const isPlain = !process.stdout.isTTY || Boolean(process.env["NO_COLOR"]) || process.env["TERM"] === "dumb";
  return isPlain ? heading : `\x1b[1m${heading}\x1b[22m`;
}
