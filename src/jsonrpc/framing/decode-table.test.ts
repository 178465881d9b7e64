import assert from "node:assert/strict";
import { test } from "node:test";
import { brief, everyCut, feed, piecesOf } from "./feed.test.support.js";
import type { FramingName } from "./index.js";

interface Row {
  readonly title: string;
  /** Strings are UTF-8. */
  readonly input: string | Buffer;
  /** As `brief` shows them. */
  readonly frames: readonly string[];
}

const BOM = "\uFEFF";
const BAD_UTF8 = Buffer.from([0x22, 0xc3, 0x28, 0x22]);
const joined = (...parts: (string | Buffer)[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part)));

const NDJSON: readonly Row[] = [
  { title: "a stream without bytes has no message", input: "", frames: [] },
  { title: "each line is a message", input: '{"a":1}\n[2]\n', frames: ['{"a":1}', "[2]"] },
  { title: "lines may end with CRLF", input: "1\r\n2\r\n", frames: ["1", "2"] },
  { title: "the last line needs no end", input: "1\n2", frames: ["1", "2"] },
  { title: "the last line may end with a carriage return", input: "1\r", frames: ["1"] },
  { title: "blank lines are skipped", input: "\n\r\n \t \r\n1\n\n  \n", frames: ["1"] },
  { title: "a last line of white space is no message", input: "1\n  ", frames: ["1"] },
  { title: "only the carriage return of a line end is dropped", input: "1\r\r\n \r1\n", frames: ["1\r", " \r1"] },
  { title: "white space that JSON does not know is the parser's affair", input: "\u00a0\n", frames: ["\u00a0"] },
  {
    title: "line separators of Unicode end no line",
    input: '"a\u2028b\u2029c\u0085"\n',
    frames: ['"a\u2028b\u2029c\u0085"'],
  },
  { title: "a byte order mark at the start is ignored", input: `${BOM}1\n`, frames: ["1"] },
  { title: "a byte order mark alone is a blank line", input: `${BOM}\n1\n`, frames: ["1"] },
  { title: "a later byte order mark is the parser's affair", input: `1\n${BOM}2\n`, frames: ["1", `${BOM}2`] },
  { title: "characters of four bytes stay whole", input: '"😀é"\n"漢"\n', frames: ['"😀é"', '"漢"'] },
  {
    title: "bad UTF-8 spoils its own line only",
    input: joined("1\n", BAD_UTF8, "\n2\n"),
    frames: ["1", "-32700", "2"],
  },
  {
    title: "a character that the end cuts off is bad UTF-8",
    input: Buffer.from("é").subarray(0, 1),
    frames: ["-32700"],
  },
  {
    title: "an encoded surrogate is bad UTF-8",
    input: joined(Buffer.from([0xed, 0xa0, 0x80]), "\n"),
    frames: ["-32700"],
  },
  { title: "a NUL is the parser's affair", input: "\0\n", frames: ["\0"] },
];

const LSP: readonly Row[] = [
  { title: "a stream without bytes has no message", input: "", frames: [] },
  {
    title: "frames follow each other",
    input: "Content-Length: 2\r\n\r\n{}Content-Length: 3\r\n\r\n[1]",
    frames: ["{}", "[1]"],
  },
  { title: "the case of the name is free", input: "CONTENT-length: 1\r\n\r\n1", frames: ["1"] },
  {
    title: "other headers are ignored before and after the length, whatever is in them",
    input: "Content-Type: x; charset=é\r\nContent-Length: 1\r\nContent-Lengths: 9\r\nX:\r\n\r\n1",
    frames: ["1"],
  },
  {
    title: "the length counts bytes",
    input: 'Content-Length: 6\r\n\r\n"😀"Content-Length: 1\r\n\r\n1',
    frames: ['"😀"', "1"],
  },
  {
    title: "white space around the length is free",
    input: "Content-Length:1\r\n\r\n1Content-Length: \t 1 \t\r\n\r\n2",
    frames: ["1", "2"],
  },
  { title: "zeros before the length are free", input: "Content-Length: 001\r\n\r\n1", frames: ["1"] },
  { title: "line ends of LF alone are understood", input: "Content-Length: 1\nX: y\n\n1", frames: ["1"] },
  { title: "LF and CRLF may be mixed", input: "Content-Length: 1\r\n\n1Content-Length: 1\n\r\n2", frames: ["1", "2"] },
  { title: "a line end that begins the body belongs to it", input: "Content-Length: 3\n\n\r\n1", frames: ["\r\n1"] },
  {
    title: "blank lines between frames are skipped",
    input: "\r\n\nContent-Length: 1\r\n\r\n1\nContent-Length: 1\r\n\r\n2\r\n",
    frames: ["1", "2"],
  },
  { title: "a byte order mark at the start is ignored", input: `${BOM}Content-Length: 1\r\n\r\n1`, frames: ["1"] },
  {
    title: "a later byte order mark breaks the stream",
    input: `Content-Length: 1\r\n\r\n1${BOM}Content-Length: 1\r\n\r\n2`,
    frames: ["1", "-32700 fatal"],
  },
  {
    title: "a length of 0 is an empty message",
    input: "Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n1",
    frames: ["", "1"],
  },
  {
    title: "the same length twice is one length",
    input: "Content-Length: 1\r\ncontent-length: 01\r\n\r\n1",
    frames: ["1"],
  },
  {
    title: "lengths that contradict each other break the stream",
    input: "Content-Length: 1\r\nContent-Length: 2\r\n\r\n12",
    frames: ["-32700 fatal"],
  },
  { title: "a block without a length breaks the stream", input: "Content-Type: x\r\n\r\n{}", frames: ["-32700 fatal"] },
  ...["", "-1", "+1", "1.0", "0x1", "1e1", "one", "1 2", "1, 1", "١"].map((length) => ({
    title: `a length of "${length}" breaks the stream`,
    input: `Content-Length: ${length}\r\n\r\n1`,
    frames: ["-32700 fatal"],
  })),
  ...["16777217", "1073741824", "9007199254740993", "9".repeat(400)].map((length) => ({
    title: `a length of ${length.slice(0, 20)} is refused`,
    input: `Content-Length: ${length}\r\n\r\n1`,
    frames: ["-32600 fatal"],
  })),
  {
    title: "a header name that cannot be one breaks the stream",
    input: "X-É: y\r\nContent-Length: 1\r\n\r\n1",
    frames: ["-32700 fatal"],
  },
  {
    title: "a space before the colon breaks the stream",
    input: "Content-Length : 1\r\n\r\n1",
    frames: ["-32700 fatal"],
  },
  {
    title: "a continued header line breaks the stream",
    input: "Content-Length:\r\n 1\r\n\r\n1",
    frames: ["-32700 fatal"],
  },
  {
    title: "one message a line breaks the stream at its first line",
    input: '{"jsonrpc":"2.0"}\n{"a":1}\n',
    frames: ["-32700 fatal"],
  },
  {
    title: "a length in characters breaks the stream",
    input: 'Content-Length: 3\r\n\r\n"😀"\nContent-Length: 1\r\n\r\n1',
    frames: ["-32700", "-32700 fatal"],
  },
  {
    title: "bad UTF-8 spoils its own frame only",
    input: joined("Content-Length: 4\r\n\r\n", BAD_UTF8, "Content-Length: 1\r\n\r\n2"),
    frames: ["-32700", "2"],
  },
  { title: "an end inside a header line breaks the stream", input: "Content-Len", frames: ["-32700 fatal"] },
  { title: "an end inside a header block breaks the stream", input: "Content-Length: 1\r\n", frames: ["-32700 fatal"] },
  { title: "an end before the body breaks the stream", input: "Content-Length: 1\r\n\r\n", frames: ["-32700 fatal"] },
  { title: "an end inside the body breaks the stream", input: "Content-Length: 2\r\n\r\n1", frames: ["-32700 fatal"] },
  {
    title: "nothing is read after a broken frame",
    input: "Content-Length: x\r\n\r\nContent-Length: 1\r\n\r\n1",
    frames: ["-32700 fatal"],
  },
];

for (const [framing, rows] of Object.entries({ ndjson: NDJSON, lsp: LSP }) as [FramingName, readonly Row[]][])
  for (const { title, input, frames } of rows)
    test(`R3: ${framing}: ${title}, however the bytes are cut`, () => {
      const bytes = Buffer.from(input);
      assert.deepEqual(feed(framing, [bytes]).map(brief), frames);
      const whole = feed(framing, [bytes]);
      for (const cut of everyCut(bytes))
        assert.deepEqual(feed(framing, cut), whole, `cut after ${cut[0].length} bytes`);
      assert.deepEqual(feed(framing, piecesOf(bytes, 1)), whole, "single bytes");
      assert.deepEqual(feed(framing, [new Uint8Array(bytes)]), whole, "a plain Uint8Array");
    });
