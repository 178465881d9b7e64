import { escapeControls } from "../base/index.js";

/** Rows with their columns one below the other, on stdout. What a terminal would obey is spelt out. */
export function printColumns(rows: readonly (readonly string[])[]): void {
  const safe = rows.map((row) => row.map(escapeControls));
  const widths = safe.reduce<number[]>((most, row) => row.map((cell, at) => Math.max(cell.length, most[at] ?? 0)), []);
  for (const row of safe)
    process.stdout.write(
      `${row
        .map((cell, at) => cell.padEnd(widths[at]))
        .join("  ")
        .trimEnd()}\n`,
    );
}
