import { MARKER_VARIABLE } from "../../core/pty/index.js";
import { Target, childEnvironment } from "../../core/target/index.js";

/** The size is the terminal's to tell, and pinentry must ask in the program's terminal, not beside it. */
const NOT_PASSED_ON = new Set(["COLUMNS", "LINES", "GPG_TTY"]);

/**
 * What the program inherits. Where the user's terminal shows its output it is told what terminal that is, as it would be
 * without us; elsewhere it gets what every child of ours gets.
 */
export function runEnvironment(
  program: string,
  parent: Readonly<Record<string, string | undefined>>,
  isShownInTerminal: boolean,
): Record<string, string> {
  if (isShownInTerminal)
    return Object.fromEntries(
      Object.entries(parent).filter(
        (entry): entry is [string, string] => entry[1] !== undefined && !NOT_PASSED_ON.has(entry[0]),
      ),
    );
  const marker = parent[MARKER_VARIABLE];
  // A session that we run in ourselves must find what we started; the program gets no mark of ours, because what it
  // leaves behind on purpose is the user's.
  return { ...childEnvironment(new Target({ program }), parent), ...(marker ? { [MARKER_VARIABLE]: marker } : {}) };
}
