import type { ScreenSnapshot } from "ptywright";
import { trimmed } from "./tmux.js";

/** The screen row by row, as tmux prints it: soft-wrapped rows apart. */
export function screenRows({ cells, size }: ScreenSnapshot): string {
  const rows = Array.from({ length: size.rows }, (_, row) =>
    cells
      .slice(row * size.cols, (row + 1) * size.cols)
      .map((cell) => (cell.wideContinuation ? "" : cell.text || " "))
      .join(""),
  );
  return trimmed(rows.join("\n"));
}
