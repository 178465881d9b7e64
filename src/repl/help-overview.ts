import { CONSOLE_COMMANDS } from "./command-table.js";
import { METHODS } from "./schema-nodes.js";

const EXAMPLES = [
  's = session.create{program="bash"}',
  'session.input{session=s.session, action={type="text", value="date\r"}}',
];

/** What a console can do, on a small screen. */
export function overview(): string {
  const width = Math.max(...Object.values(CONSOLE_COMMANDS).map(({ usage }) => usage.length));
  const groups = [...new Set(METHODS.map((name) => name.split(".")[0]))];
  return [
    ...EXAMPLES,
    "TAB completes, _ is the last result, Ctrl+C interrupts.",
    `Methods: ${groups.map((group) => `:help ${group}`).join(", ")}`,
    ...Object.values(CONSOLE_COMMANDS).map(({ usage, summary }) => `${usage.padEnd(width)}  ${summary}`),
  ].join("\n");
}
