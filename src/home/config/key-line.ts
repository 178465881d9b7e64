import { tryToml } from "./toml.js";

/**
 * The line on which a key of a valid TOML text is set. The parser keeps no positions, but it can judge: of the text's
 * beginnings (its first line, first two lines, …) the shortest valid one that holds the key ends with the key's statement,
 * and the statement begins after the valid beginning before that. So dotted keys, inline tables, quoted keys and texts
 * inside strings that look like keys are all as the parser itself sees them. Used for error messages only, on small files.
 */
export function lineOfKey(source: string, keys: readonly string[]): number {
  const lines = source.split(/\r?\n/);
  let statementStart = 1;
  for (let count = 1; count <= lines.length; count++) {
    const table = tryToml(lines.slice(0, count).join("\n"));
    if (table === undefined) continue;
    if (holds(table, keys)) return statementStart;
    statementStart = count + 1;
  }
  return statementStart;
}

/** Whether there is such a key, however deep. */
export function holds(table: unknown, keys: readonly string[]): boolean {
  let value = table;
  for (const key of keys) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return false;
    value = (value as Record<string, unknown>)[key];
  }
  return true;
}
