import { escapeControls, escapeJson } from "../../base/index.js";
import type { FixtureResult } from "./fixture-result.js";

const RED = "31";
const GREEN = "32";
const DIM = "2";

/** A fixture's result for a reader: a line, and below it what differs, `-` as expected and `+` as seen. */
export function describeResult(result: FixtureResult, options: { readonly colors?: boolean | undefined } = {}): string {
  const paint = (code: string, text: string): string =>
    options.colors === true ? `\x1b[${code}m${text}\x1b[0m` : text;
  const { passed, differences, seen } = result;
  const name = escapeControls(result.name);
  const failure = result.failure && escapeControls(result.failure);
  if (passed) return `${paint(GREEN, "✓")} ${name}`;
  const lines = [`${paint(RED, "✗")} ${name}`];
  if (failure !== undefined) lines.push(paint(RED, `    ${failure}`));
  for (const { field, expected, seen: found } of differences)
    lines.push(
      `    ${escapeControls(field)}`,
      ...valueLines(expected).map((line) => paint(RED, `    - ${line}`)),
      ...valueLines(found).map((line) => paint(GREEN, `    + ${line}`)),
    );
  if (seen !== undefined && !differences.some(({ field }) => field === "evidence"))
    lines.push(paint(DIM, `    its evidence: ${valueLines(seen.evidence).join(" ")}`));
  return lines.join("\n");
}

/** As JSON; what a terminal would obey is spelt out. */
function valueLines(value: unknown): string[] {
  if (value === undefined) return ["(nothing)"];
  return JSON.stringify(value, undefined, 2).split("\n").map(escapeJson);
}
