import type { CellStyle, Color } from "../../../protocol/index.js";
import type { ConformanceCase } from "./conformance-case.test.cases.js";

function sgr(title: string, parameters: string, style: Partial<CellStyle>): ConformanceCase {
  return { title, input: `\x1b[${parameters}mx`, rows: ["x"], styles: { "0,0": style } };
}

const foreground = (title: string, parameters: string, color: Color): ConformanceCase =>
  sgr(title, parameters, { foreground: color, background: "default" });

/** SGR in all its forms, titles and links. */
export const RENDITION: readonly ConformanceCase[] = [
  sgr("SGR 1 to 9 set each attribute", "1;2;3;4;5;7;8;9", {
    bold: true,
    dim: true,
    italic: true,
    underline: true,
    blink: true,
    inverse: true,
    hidden: true,
    strikethrough: true,
  }),
  sgr("SGR 22 takes bold and dim", "1;2;3;22", { bold: false, dim: false, italic: true }),
  sgr("SGR 23 takes italic", "1;3;23", { bold: true, italic: false }),
  sgr("SGR 24 takes underline", "1;4;24", { bold: true, underline: false }),
  sgr("SGR 25 takes blink", "1;5;25", { bold: true, blink: false }),
  sgr("SGR 6 is blink too", "6", { blink: true }),
  sgr("SGR 27 takes inverse", "1;7;27", { bold: true, inverse: false }),
  sgr("SGR 28 takes hidden", "1;8;28", { bold: true, hidden: false }),
  sgr("SGR 29 takes strikethrough", "1;9;29", { bold: true, strikethrough: false }),
  sgr("SGR 21 is a double underline", "21", { underline: true }),
  sgr("SGR 4:3 is an underline", "4:3", { underline: true }),
  sgr("SGR 4:0 takes the underline", "4;4:0", { underline: false }),
  sgr("SGR without parameters resets all", "1;31;42m\x1b[", {
    bold: false,
    foreground: "default",
    background: "default",
  }),
  sgr("an omitted parameter resets all", "1;;3", { bold: false, italic: true }),
  foreground("SGR 30 to 37", "31", "idx:1"),
  foreground("SGR 90 to 97 are the bright colours", "97", "idx:15"),
  sgr("SGR 40 to 47", "47", { background: "idx:7", foreground: "default" }),
  sgr("SGR 100 to 107 are the bright backgrounds", "100", { background: "idx:8" }),
  sgr("SGR 39 and 49 bring the defaults back", "31;42;39;49", { foreground: "default", background: "default" }),
  foreground("38;5 takes one of 256", "38;5;196", "idx:196"),
  foreground("38:5 takes one of 256", "38:5:196", "idx:196"),
  foreground("38;2 takes three values", "38;2;1;22;255", "rgb:1:22:255"),
  foreground("38:2 without a colour space", "38:2:1:22:255", "rgb:1:22:255"),
  foreground("38:2 with an empty colour space", "38:2::1:22:255", "rgb:1:22:255"),
  sgr("48;5 and 48;2 set the background", "48;5;9;48;2;3;4;5", { background: "rgb:3:4:5" }),
  sgr("what follows an extended colour still counts", "38;5;9;1;48:2::1:2:3;4", {
    foreground: "idx:9",
    bold: true,
    background: "rgb:1:2:3",
    underline: true,
  }),
  sgr("58 is read over whole", "58;5;1;1", { bold: true, blink: false, foreground: "default" }),
  sgr("58:2 is read over whole", "58:2::1:2:3;3", { italic: true, bold: false, dim: false }),
  sgr("59 and unknown parameters do nothing", "59;73;1", { bold: true }),
  foreground("rgb black is not the default", "38;2;0;0;0", "rgb:0:0:0"),
  foreground("index 0 is not the default", "30", "idx:0"),
  { title: "OSC 0 and OSC 2 set the title", input: "\x1b]0;one\x07\x1b]2;two\x1b\\x", windowTitle: "two", rows: ["x"] },
  { title: "OSC 1 names only the icon", input: "\x1b]1;icon\x07", windowTitle: null },
  { title: "a title may hold semicolons and any language", input: "\x1b]2;a;b – 漢\x07", windowTitle: "a;b – 漢" },
  { title: "an empty title is a title", input: "\x1b]2;a\x07\x1b]2;\x07", windowTitle: "" },
  { title: "a title loses its controls", input: "\x1b]2;a\tb\u0085c\x07", windowTitle: "abc" },
  { title: "U+009C ends no string", input: "\x1b]2;a\u009cx\x07y", windowTitle: "ax", rows: ["y"] },
  {
    title: "OSC 8 links cells until it ends",
    input: "\x1b]8;;http://a/\x1b\\x\x1b]8;;\x1b\\y",
    rows: ["xy"],
    styles: { "0,0": { hyperlink: "http://a/" } },
  },
  {
    title: "OSC 8 with an id",
    input: "\x1b]8;id=1:x=y;http://a/?b;c\x07x",
    styles: { "0,0": { hyperlink: "http://a/?b;c", hyperlinkId: "1" } },
  },
  { title: "SGR 0 keeps a link", input: "\x1b]8;;http://a/\x07\x1b[mx", styles: { "0,0": { hyperlink: "http://a/" } } },
  sgr("a kind of underline", "4:3", { underline: true, underlineStyle: "curly" }),
  sgr("a kind of underline that is not known", "4:9", { underline: true, underlineStyle: undefined }),
  sgr("SGR 21", "21", { underline: true, underlineStyle: "double" }),
  sgr("SGR 4 after SGR 21", "21;4", { underline: true, underlineStyle: undefined }),
  sgr("SGR 24 ends every kind", "4:5;24", { underline: false, underlineStyle: undefined }),
  sgr("the colour of an underline", "4;58;2;1;2;3", { underlineColor: "rgb:1:2:3" }),
  sgr("the colour of an underline, with colons", "58:5:9", { underlineColor: "idx:9" }),
  sgr("SGR 59 gives it up", "58;5;9;59", { underlineColor: undefined }),
  sgr("SGR 0 gives it up", "58;5;9;0", { underlineColor: undefined }),
  sgr("overline", "53", { overline: true }),
  sgr("SGR 55 ends it", "53;55", { overline: undefined }),
];
