import { DESCRIPTION, NAME, VERSION } from "../base/index.js";
import type { Command } from "./command.js";
import { EXIT_OK } from "./exit-codes.js";
import { nextWords } from "./find-command.js";
import { hasColors } from "./has-colors.js";
import { spelled } from "./option.js";

const MAX_COLUMNS = 80;
type Row = readonly [left: string, right: string];

const HELP_ROW: Row = ["-h, --help", "show this help"];

/** The help for all of ptywright, on stdout. */
export function printOverview(commands: readonly Command[]): number {
  return print([
    `${NAME} ${VERSION}\n${wrapped(DESCRIPTION, 0)}`,
    section("Usage:", [`${NAME} COMMAND [OPTION]...`]),
    section("Commands:", table(nextWords(commands, []).map(({ word, help }) => [word, help]))),
    section(
      "Options:",
      table([
        ["--socket PATH", "speak to the server at this socket, or let it listen there"],
        HELP_ROW,
        ["-V, --version", "show the version"],
      ]),
    ),
    section("Examples:", [`${NAME} run -- htop`, `${NAME} new --name sh -- bash`, `${NAME} serve --stdio`]),
  ]);
}

/** The help for the commands that begin with the same word, on stdout. */
export function printGroup(group: string, commands: readonly Command[]): number {
  return print([
    wrapped(`${commands[0]?.group}.`, 0),
    section("Usage:", [`${NAME} ${group} COMMAND [OPTION]...`]),
    section("Commands:", table(commands.map(({ name, summary }) => [name, summary]))),
    section("Options:", table([HELP_ROW])),
    section("Examples:", [
      ...commands.flatMap(({ examples }) => examples.slice(0, 1)),
      `${NAME} help ${commands[0]?.name}`,
    ]),
  ]);
}

/** The help for one command, on stdout. */
export function printHelp({ name, summary, usage, positional, options, notes = [], examples }: Command): number {
  const rows = Object.entries(options).map(([option, { help, valueName }]): Row => {
    return [[spelled(option), valueName].filter(Boolean).join(" "), help];
  });
  return print([
    wrapped(`${summary}.`, 0),
    section("Usage:", [[NAME, name, usage].filter(Boolean).join(" ")]),
    ...(positional === undefined ? [] : [section("Arguments:", table([[positional.name, positional.help]]))]),
    section("Options:", table([...rows, HELP_ROW])),
    ...(notes.length === 0 ? [] : [notes.join("\n")]),
    section(examples.length === 1 ? "Example:" : "Examples:", examples),
  ]);
}

function print(parts: readonly string[]): number {
  process.stdout.write(`${parts.join("\n\n")}\n`);
  return EXIT_OK;
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

function bold(heading: string): string {
  return hasColors(process.stdout) ? `\x1b[1m${heading}\x1b[22m` : heading;
}
