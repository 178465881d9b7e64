import { escapeControls } from "../../base/index.js";
import type { StyledRun } from "../../protocol/index.js";

type RunStyle = StyledRun[1];

/** SGR parameters of the attributes that a style may have. */
const ATTRIBUTES = {
  bold: "1",
  dim: "2",
  italic: "3",
  blink: "5",
  inverse: "7",
  hidden: "8",
  strikethrough: "9",
  overline: "53",
} as const satisfies Partial<Record<keyof RunStyle, string>>;

const UNDERLINES = ["", "single", "double", "curly", "dotted", "dashed"];
const PLAIN = "\x1b[m";

/** A row in its colours, for any terminal. Ends plain. */
export function paintedRow(runs: readonly StyledRun[]): string {
  return runs
    .map(([text, style]) => {
      const parameters = parametersOf(style);
      const shown = escapeControls(text);
      return parameters === "" ? shown : `\x1b[${parameters}m${shown}${PLAIN}`;
    })
    .join("");
}

export const plainRow = (line: string): string => escapeControls(line);

function parametersOf(style: RunStyle): string {
  const attributes = Object.entries(ATTRIBUTES).flatMap(([name, code]) =>
    style[name as keyof typeof ATTRIBUTES] === true ? [code] : [],
  );
  const kind = UNDERLINES.indexOf(style.underlineStyle ?? "");
  const underline = style.underline === true ? [kind > 1 ? `4:${kind}` : "4"] : [];
  return [
    ...attributes,
    ...underline,
    ...color("38", style.foreground),
    ...color("48", style.background),
    ...color("58", style.underlineColor),
  ].join(";");
}

/** `idx:N` or `rgb:R:G:B`, as the parameters that set it. */
function color(kind: string, value: string | undefined): string[] {
  const [form, ...numbers] = (value ?? "default").split(":");
  if (form === "default") return [];
  // Only the colour of an underline needs the newer form, which terminals without it would misread.
  const separator = kind === "58" ? ":" : ";";
  const head = form === "idx" ? "5" : kind === "58" ? "2:" : "2";
  return [[kind, head, ...numbers].join(separator)];
}
