import type { ConformanceCase } from "./conformance-case.test.cases.js";

const bytes = (...parts: readonly (string | number)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === "number" ? Buffer.of(part) : Buffer.from(part))));

/** A broken sequence must not take the text behind it with it. */
function survives(title: string, input: string | Uint8Array, rest: Partial<ConformanceCase> = {}): ConformanceCase {
  return { title, size: [4, 40], input, rows: ["[ok]"], ...rest };
}

const LONG = "x".repeat(10_000);

export const MALFORMED: readonly ConformanceCase[] = [
  survives("an OSC too long for us is dropped whole", `\x1b]2;${LONG}\x07[ok]`, { windowTitle: null }),
  survives("a DCS of any length is dropped", `\x1bP1;2|${LONG}\x1b\\[ok]`),
  survives("an APC of any length is dropped", `\x1b_${LONG}\x1b\\[ok]`),
  survives("a PM and an SOS are dropped", "\x1b^a\x1b\\\x1bXb\x1b\\[ok]"),
  survives("BEL does not end an APC", "\x1b_a\x07b\x1b\\[ok]"),
  survives("BEL does not end a DCS", "\x1bPqa\x07b\x1b\\[ok]"),
  survives("CAN ends a CSI", "\x1b[31\x18[ok]"),
  survives("SUB ends a CSI", "\x1b[31\x1a[ok]"),
  survives("CAN ends an OSC without effect", "\x1b]2;t\x18[ok]", { windowTitle: null }),
  survives("SUB ends a DCS without effect", "\x1bP$qm\x1a[ok]", { replies: [] }),
  survives("CAN ends an APC", "\x1b_abc\x18[ok]"),
  survives("CAN ends an ESC sequence", "\x1b(\x18[ok]"),
  survives("ESC inside a CSI begins anew", "\x1b[12\x1b[m[ok]"),
  survives("ESC inside an ESC begins anew", "\x1b\x1b\x1b[m[ok]"),
  survives("ESC inside an OSC ends it and begins anew", "\x1b]2;t\x1b[m[ok]", { windowTitle: "t" }),
  survives("more parameters than we keep", `\x1b[${"1;".repeat(500)}m[ok]`),
  survives("a parameter of a thousand digits", `\x1b[${"9".repeat(1000)}A[ok]`),
  survives("three intermediates", '\x1b[1 !"p[ok]'),
  survives("three intermediates in an ESC sequence", '\x1b !"p[ok]'),
  survives("a private prefix in the middle", "\x1b[1?25l[ok]", { cursorVisible: true }),
  survives("two private prefixes", "\x1b[??25l[ok]", { cursorVisible: true }),
  survives("a parameter behind an intermediate", "\x1b[ 1q[ok]"),
  survives("an unknown final byte", "\x1b[1;2;3y\x1b[?1;2~[ok]"),
  survives("an unknown ESC sequence", "\x1bZ\x1bl\x1b#3\x1b%G[ok]"),
  survives("C0 controls act inside a CSI", "\x1b[\r\n2\rA[ok]", { rows: ["[ok]"] }),
  survives("DEL inside a CSI is nothing", "\x1b[3\x7f1m[ok]", { styles: { "0,0": { foreground: "idx:1" } } }),
  survives("DEL in text is nothing", "[\x7fo\x7fk]"),
  survives("NUL, BEL and ENQ print and answer nothing", "\x00[\x07o\x05k]", { replies: [] }),
  survives("a character inside a CSI ends it and is printed", "\x1b[3é[ok]", { rows: ["é[ok]"] }),
  survives("colons in a sequence that has none", "\x1b[1:2H[ok]"),
  survives("a lone continuation byte is U+FFFD", bytes(0x80, "[ok]"), { rows: ["\ufffd[ok]"] }),
  survives("bytes that never occur are U+FFFD each", bytes(0xfe, 0xff, 0xc0, 0xc1, 0xf5, "[ok]"), {
    rows: ["\ufffd\ufffd\ufffd\ufffd\ufffd[ok]"],
  }),
  survives("a character cut short by text is one U+FFFD", bytes(0xe2, 0x82, "[ok]"), { rows: ["\ufffd[ok]"] }),
  survives("a character cut short by ESC is one U+FFFD", bytes(0xf0, 0x9f, "\x1b[m[ok]"), { rows: ["\ufffd[ok]"] }),
  survives("an over-long form is U+FFFD for each byte", bytes(0xe0, 0x80, 0x80, "[ok]"), {
    rows: ["\ufffd\ufffd\ufffd[ok]"],
  }),
  survives("a surrogate is U+FFFD for each byte", bytes(0xed, 0xa0, 0x80, "[ok]"), {
    rows: ["\ufffd\ufffd\ufffd[ok]"],
  }),
  survives("a code point too large is U+FFFD for each byte", bytes(0xf4, 0x90, 0x80, 0x80, "[ok]"), {
    rows: ["\ufffd\ufffd\ufffd\ufffd[ok]"],
  }),
  survives("a lead byte behind a lead byte starts anew", bytes(0xc3, 0xc3, 0xa9, "[ok]"), { rows: ["\ufffdé[ok]"] }),
  survives("raw bytes 0x80 to 0x9f are never controls", bytes(0x9b, "31m[ok]"), { rows: ["\ufffd31m[ok]"] }),
];
