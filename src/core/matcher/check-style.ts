import { checkOptionNames } from "../../base/index.js";
import { wantedStyle } from "../../protocol/index.js";

const fields = wantedStyle.of();
const NAMES = fields.kind === "object" ? Object.keys(fields.fields) : [];

/** A misspelt field of a style would make a test of it hold whatever is drawn. */
export function checkStyleNames(style: unknown): void {
  if (typeof style === "object" && style !== null) checkOptionNames("style", style, NAMES);
}
