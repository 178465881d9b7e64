import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_SCROLLBACK_LINES } from "../../base/index.js";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import { RedactionPolicy } from "../../text/redaction/index.js";
import type { Scrollback } from "./scrollback.js";
import { Terminal } from "./terminal.js";

const REPLY = (): void => undefined;
const sized = (rows: number, cols: number) => ({ rows, cols, pixelWidth: 0, pixelHeight: 0 });

/** A terminal that keeps what leaves at the top. */
class Kept {
  readonly terminal: Terminal;
  #sequence = 0;

  constructor(rows: number, cols: number, limit: number) {
    this.terminal = new Terminal(sized(rows, cols), REPLY, limit);
  }

  write(text: string): this {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length;) at = this.terminal.write(bytes, at);
    return this;
  }

  get scrollback(): Scrollback {
    return this.terminal.scrollback(++this.#sequence);
  }

  /** All rows that are kept, read page by page. */
  get lines(): string[] {
    const lines: string[] = [];
    for (let from: number | undefined; ;) {
      const page = this.scrollback.read({ from });
      lines.push(...page.lines);
      if (page.lines.length === 0 || page.last === this.scrollback.range({}).last) return lines;
      from = page.last + 1;
    }
  }

  get shown(): readonly string[] {
    return this.terminal.snapshot(++this.#sequence).lines;
  }
}

const WORDS = [
  "plain ",
  "words",
  "漢字",
  "e\u0301",
  "\x1b[31mred\x1b[0m",
  "\x1b[44m  \x1b[K\x1b[0m",
  "👨‍👩‍👧",
  "x".repeat(30),
  " ",
];

const randomLines = (random: SeededRandom, count: number): string =>
  Array.from({ length: count }, () => `${random.text(WORDS, 8)}\r\n`).join("");

const withoutEnd = (lines: readonly string[]): string[] => {
  const last = lines.findLastIndex((line) => line !== "");
  return lines.slice(0, last + 1);
};

test("what left at the top and what is on the screen are together what a tall screen shows", () => {
  const { seed } = SeededRandom.ofRun();
  for (let at = 0; at < 60; at++) {
    const random = new SeededRandom(seed + at);
    const cols = 20 + random.below(60);
    const output = randomLines(random, 70);
    const tall = new Kept(1_000, cols, 0).write(output);
    const small = new Kept(1 + random.below(20), cols, 10_000).write(output);
    assert.deepEqual(withoutEnd([...small.lines, ...small.shown]), withoutEnd(tall.shown), `seed ${seed + at}`);
    assert.equal(small.terminal.snapshot(0).scrollback, small.lines.length);
  }
});

test("a resize wraps it anew, whatever came before and comes after", () => {
  const { seed } = SeededRandom.ofRun();
  for (let at = 0; at < 60; at++) {
    const random = new SeededRandom(seed + at);
    const lines = Array.from({ length: 120 }, (_, line) => `${line} ${"abcdefghij".repeat(random.below(8))}`);
    const kept = new Kept(4, 10 + random.below(60), 10_000);
    let cols = 0;
    for (const line of lines) {
      if (random.below(20) === 0) kept.terminal.resize(sized(4, (cols = 2 + random.below(80))));
      kept.write(`${line}\r\n`);
    }
    kept.terminal.resize(sized(4, (cols = 2 + random.below(80))));
    const whole = lines.map((line) => line.match(new RegExp(`.{1,${cols}}`, "g")) ?? [""]).flat();
    // Of the lines around the screen's top, a part may have been cut with the screen.
    const found = kept.lines;
    const sure = Math.min(found.length, whole.length) - 60;
    assert.deepEqual(
      found.slice(0, sure).map((line) => line.trimEnd()),
      whole.slice(0, sure).map((line) => line.trimEnd()),
      `seed ${seed + at}`,
    );
  }
});

test("no more rows are kept than asked for, and their numbers stay", () => {
  const kept = new Kept(2, 20, 100);
  for (let line = 0; line < 5_000; line++) kept.write(`line ${line}\r\n`);
  const { first, last, lines } = kept.scrollback.read({});
  assert.deepEqual([first, last, lines.length], [4_899, 4_998, 100]);
  assert.deepEqual([lines[0], lines[99]], ["line 4899", "line 4998"]);
  assert.deepEqual(kept.scrollback.read({ from: -2 }), {
    first: 4_997,
    last: 4_998,
    lines: ["line 4997", "line 4998"],
  });
  assert.deepEqual(kept.scrollback.read({ from: 0, to: 4_899 }), { first: 4_899, last: 4_899, lines: ["line 4899"] });
  assert.deepEqual(kept.scrollback.read({ from: 9_999 }), { first: 4_999, last: 4_998, lines: [] });
  assert.deepEqual(kept.scrollback.read({ from: -1, to: -5 }).lines, []);
});

test("an answer has so many rows at most, and tells where to go on", () => {
  const kept = new Kept(2, 20, 10_000);
  for (let line = 0; line < 2_500; line++) kept.write(`${line}\r\n`);
  const { last, lines } = kept.scrollback.coverable({ from: 10 });
  assert.deepEqual([lines.length, last], [MAX_SCROLLBACK_LINES, MAX_SCROLLBACK_LINES + 9]);
  assert.equal(kept.lines.length, 2_499);
  const wide = new Kept(2, 1_000, 10_000);
  for (let line = 0; line < 200; line++) wide.write(`${"x".repeat(999)}\r\n`);
  assert.equal(wide.scrollback.coverable({}).lines.length, 9);
  assert.equal(wide.scrollback.read({}).lines.length, 199);
});

for (const [what, output, expected] of [
  ["nothing on a screen that does not scroll", "a\r\nb", []],
  ["a scroll of the whole screen", "a\r\nb\x1b[99S", ["a", "b", ""]],
  ["a scroll region that begins at the top", "\x1b[1;2ra\r\nb\r\nc\r\nd", ["a", "b"]],
  ["nothing of one that does not", "top\x1b[2;3r\x1b[2;1Ha\r\nb\r\nc\r\nd", []],
  ["nothing of the alternate screen", "a\r\nb\r\nc\r\nd\x1b[?1049h1\r\n2\r\n3\r\n4\r\n5\x1b[?1049l", ["a"]],
  ["nothing that is deleted", "a\r\nb\r\nc\x1b[H\x1b[2M", []],
  ["nothing that is erased", "a\r\nb\r\nc\x1b[2J", []],
  ["nothing from before CSI 3 J", "a\r\nb\r\nc\r\nd\x1b[3J\r\ne", ["b"]],
  ["nothing from before a full reset", "a\r\nb\r\nc\r\nd\x1bc1\r\n2\r\n3\r\n4", ["1"]],
] as const)
  test(`W10: it keeps ${what}`, () => {
    assert.deepEqual(new Kept(3, 20, 100).write(output).lines, expected);
  });

test("nothing is kept where nothing is wanted", () => {
  const { scrollback } = new Kept(2, 20, 0).write("a\r\nb\r\nc\r\nd");
  assert.deepEqual(scrollback.read({}), { first: 0, last: -1, lines: [] });
  assert.deepEqual(scrollback.found("a", {}), { first: 0, last: -1, lines: [], rows: [] });
});

test("what few cells have is right also after many more of them", () => {
  const kept = new Kept(2, 20, 50_000);
  const expected: string[] = [];
  for (let mark = 0; mark < 40_000; mark++) {
    const text = String.fromCodePoint(
      0x61 + (mark % 26),
      0x300 + (mark % 64),
      0x300 + ((mark >> 6) % 64),
      0x300 + (mark >> 12),
    );
    expected.push(text);
    kept.write(`\x1b]8;;http://example.com/${mark}\x07${text}\x1b]8;;\x07\r\n`);
  }
  const { lines, first } = kept.scrollback.read({ from: 100, to: 600 });
  assert.deepEqual(lines, expected.slice(first, first + 501));
});

test("text is found, also where a line was wrapped, each row once", () => {
  const kept = new Kept(2, 10, 1_000).write("one two one\r\nthree\r\nabcdefgONE\r\n1234567890one\r\nx\r\ny\r\n");
  assert.deepEqual(kept.lines, ["one two on", "e", "three", "abcdefgONE", "1234567890", "one", "x"]);
  const { rows, lines } = kept.scrollback.found("one", {});
  assert.deepEqual(
    [rows, lines],
    [
      [0, 5],
      ["one two on", "one"],
    ],
  );
  assert.deepEqual(kept.scrollback.found("two one", {}).rows, [0]);
  assert.deepEqual(kept.scrollback.found("890one", {}).rows, [4]);
  assert.deepEqual(kept.scrollback.found("one", { from: 1, to: 4 }).rows, []);
});

test("a line that leaves a screen of one row is one line", () => {
  const kept = new Kept(1, 4, 100).write("abwords\r\nx\r\n");
  assert.deepEqual(kept.lines, ["abwo", "rds", "x"]);
  assert.deepEqual(kept.scrollback.found("words", {}).rows, [0]);
  kept.terminal.resize(sized(1, 9));
  assert.deepEqual(kept.lines, ["abwords", "x"]);
});

for (const [what, erase] of [
  ["the screen is erased", "\x1b[2J\x1b[H"],
  ["its first row is erased", "\x1b[H\x1b[2K"],
  ["its first row is deleted", "\x1b[H\x1b[M"],
  ["a row comes in above", "\x1b[H\x1bM"],
])
  test(`a line that left goes on no more when ${what}`, () => {
    const kept = new Kept(2, 4, 100).write(`abcdefghijk${erase}new\r\nx\r\n\r\n`);
    assert.equal(kept.lines[0], "abcd");
    assert.deepEqual([kept.scrollback.found("abcdnew", {}).rows, kept.scrollback.found("new", {}).rows], [[], [1]]);
    kept.terminal.resize(sized(2, 20));
    assert.deepEqual(kept.lines.slice(0, 2), ["abcd", "new"]);
  });

test("text is found wherever it stands", () => {
  const { seed } = SeededRandom.ofRun();
  for (let at = 0; at < 40; at++) {
    const random = new SeededRandom(seed + at);
    const kept = new Kept(2, 20, 10_000);
    const marks = Array.from({ length: 20 }, (_, mark) => `<${mark}>`);
    for (const mark of marks)
      kept.write(`${"word ".repeat(random.below(400))}${mark}${"\r\n".repeat(random.below(40))}`);
    kept.write("\r\n\r\n");
    for (const mark of marks) {
      const { rows, lines } = kept.scrollback.found(mark, {});
      assert.equal(rows.length, 1, `seed ${seed + at}, ${mark}`);
      assert.ok(lines[0].includes("<"), lines[0]);
    }
  }
});

test("a search finds what rows show, at whatever width", () => {
  const { seed } = SeededRandom.ofRun();
  for (let at = 0; at < 40; at++) {
    const random = new SeededRandom(seed + at);
    const kept = new Kept(2, 2 + random.below(40), 100 + random.below(2_000));
    for (let part = 0; part < 4; part++) {
      kept.write(randomLines(random, random.below(300)));
      if (random.below(3) > 0) kept.terminal.resize(sized(2, 1 + random.below(60)));
    }
    const { scrollback } = kept;
    const { first, last, lines } = scrollback.read({});
    for (const text of ["words", "漢字", "red", "e\u0301", "xplain", "👨‍👩‍👧"]) {
      const rows = [...scrollback.find(text, {})].flatMap(({ row }) => row ?? []);
      const sure = lines.flatMap((line, row) => (line.includes(text) ? [first + row] : []));
      const what = `seed ${seed + at}, ${text}`;
      for (const row of sure) assert.ok(rows.includes(row), `${what}: row ${row} of ${first} to ${last}`);
      // One that is in no row alone goes on in the next ones.
      for (const row of rows.filter((row) => !sure.includes(row))) {
        const joined = lines.slice(row - first, row - first + text.length).join("");
        assert.ok(joined.includes(text), `${what}: ${joined}`);
      }
      const [from, to] = [first + 3, first + 3 + random.below(200)];
      const part = [...scrollback.find(text, { from, to })].flatMap(({ row }) => row ?? []);
      assert.deepEqual(
        part,
        rows.filter((row) => row >= from && row <= to),
        what,
      );
    }
  }
});

test("what was taken of it stays as it is, whatever comes later", () => {
  const kept = new Kept(2, 20, 100);
  for (let line = 0; line < 500; line++) kept.write(`line ${line}\r\n`);
  const { scrollback } = kept;
  const before = scrollback.read({});
  for (let line = 0; line < 20_000; line++) kept.write(`other ${line}\r\n`);
  kept.terminal.resize(sized(2, 3));
  kept.write("\x1b[3J");
  assert.deepEqual(scrollback.read({}), before);
  assert.deepEqual(scrollback.found("line 42", {}).rows, [420, 421, 422, 423, 424, 425, 426, 427, 428, 429]);
});

test("a secret is covered where it wraps, also from the history into the screen", () => {
  const secret = "sk-abcdefghijklmnopqrstuvwxyz0123456789ABCDEF";
  const kept = new Kept(2, 20, 100).write(`one\r\nthe key: ${secret} and more`);
  const { lines, covered } = kept.scrollback.coverable({});
  assert.deepEqual(lines, ["one", "the key: sk-abcdefgh", "ijklmnopqrstuvwxyz01"]);
  assert.deepEqual(covered(RedactionPolicy.default()), ["one", "the key: [REDACTED]", ""]);
});

test("a private key is covered row by row, wherever the read begins", () => {
  const random = SeededRandom.ofRun();
  const body = Array.from({ length: 40 }, () => random.word("ABCDEFGHabcdefgh0123456789+/", 64));
  const key = ["-----BEGIN RSA PRIVATE KEY-----", ...body, "-----END RSA PRIVATE KEY-----"];
  const kept = new Kept(3, 80, 1_000).write(`before\r\n${key.join("\r\n")}\r\nafter\r\n\r\n\r\n\r\n`);
  for (let from = 0; from < key.length; from++) {
    const lines = kept.scrollback.coverable({ from, to: from + 3 }).covered(RedactionPolicy.default());
    for (const line of lines) assert.ok(!body.some((part) => line.includes(part.slice(8, 24))), `${from}: ${line}`);
  }
});
