import assert from "node:assert/strict";
import { test } from "node:test";
import { InvalidArgumentError, MAX_FOUND_PLACES } from "../../base/index.js";
import { longestOwnBlockMs } from "../../base/loop-block.test.support.js";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import type { FindQuery } from "../../api/index.js";
import { LineSearch, findAsked, foundText } from "../matcher/index.js";
import { Terminal, shownScreen } from "../screen/index.js";
import { findInScrollback } from "./find-in-scrollback.js";

const REPLY = (): void => undefined;
const sized = (rows: number, cols: number) => ({ rows, cols, pixelWidth: 0, pixelHeight: 0 });
const WORDS = [
  "plain ",
  "words",
  "漢字",
  "e\u0301",
  "\x1b[31mred\x1b[0m",
  "\x1b[44m  \x1b[K\x1b[0m",
  "x".repeat(30),
  " ",
];

function terminal(rows: number, cols: number, scrollback: number, output: string): Terminal {
  const made = new Terminal(sized(rows, cols), REPLY, scrollback);
  const bytes = Buffer.from(output);
  for (let at = 0; at < bytes.length;) at = made.write(bytes, at);
  return made;
}

const QUERIES: readonly FindQuery[] = [
  { text: "words" },
  { text: "xplain" },
  { text: "漢字", style: { foreground: "default" } },
  { text: "red", style: { foreground: "idx:1" } },
  { text: "red", exact: true },
  { regex: "[xw]+[a-z]{2}" },
  { regex: /pl[a-z]+/ },
  { style: { foreground: "idx:1" } },
];

test("B20: what is found above the screen and on it is what a tall screen shows", async () => {
  const { seed } = SeededRandom.ofRun();
  let above = 0;
  for (let at = 0; at < 25; at++) {
    const random = new SeededRandom(seed + at);
    const cols = 3 + random.below(60);
    const output = Array.from({ length: 40 }, () => `${random.text(WORDS, 8)}\r\n`).join("");
    const tall = terminal(1_000, cols, 0, output);
    const rows = 1 + random.below(12);
    const small = terminal(rows, cols, 10_000, output);
    const { scrollback } = small.snapshot(1);
    const screen = shownScreen(tall.snapshot(1));
    for (const query of QUERIES) {
      const places = await findAsked(query, screen);
      const all = places.map((place) => foundText(place, screen));
      const found = await findInScrollback(small.scrollback(2), new LineSearch(query));
      const down = found.matches.map(({ parts, ...rest }) => ({
        ...rest,
        row: rest.row + scrollback,
        ...(parts && { parts: parts.map((part) => ({ ...part, row: part.row + scrollback })) }),
      }));
      assert.deepEqual(down, all, `seed ${seed + at}, ${JSON.stringify(query)}`);
      above += found.matches.filter(({ row }) => row < 0).length;
    }
  }
  assert.ok(above > 100, `${above}`);
});

test("what is behind the alternate screen is not joined to it", async () => {
  const { matches } = await findInScrollback(
    terminal(2, 4, 100, "one\r\nabcdefghij\x1b[?1049h\x1b[Hijk").scrollback(1),
    new LineSearch({ regex: "[a-k]+" }),
  );
  assert.deepEqual(
    matches.map(({ row, text }) => [row, text]),
    [
      [-2, "e"],
      [-1, "abcd"],
      [0, "ijk"],
    ],
  );
});

test("of very many the last ones are told, and the event loop is never held", { timeout: 60_000 }, async () => {
  const lines = Array.from({ length: 50_100 }, (_, line) => `${line} ${"words and more ".repeat(4)}\r\n`);
  const made = terminal(24, 80, 50_000, lines.join(""));
  made.resize(sized(24, 70));
  for (const query of [{ text: "never" }, { regex: "ne+ver|[0-9]{9}" }, { style: { bold: true } }]) {
    const search = new LineSearch(query);
    let found: unknown;
    const block = await longestOwnBlockMs(async () => {
      found = (await findInScrollback(made.scrollback(1), search)).matches;
    });
    assert.deepEqual(found, []);
    assert.ok(block < 250, `${JSON.stringify(query)} took ${block} ms at once`);
  }
  const { matches, more } = await findInScrollback(made.scrollback(1), new LineSearch({ text: "words" }));
  assert.deepEqual([matches.length, more, matches.at(-1)?.row], [MAX_FOUND_PLACES, true, 22]);
});

test("what cannot be looked for there is refused", () => {
  for (const [field, query] of [
    ["within", { text: "a", within: { row: 0, col: 0, rows: 1, cols: 1 } }],
    ["text", { text: "a\nb" }],
    ["text", {}],
    ["regex", { regex: "(" }],
  ] as const)
    assert.throws(
      () => new LineSearch(query),
      (error: unknown) => error instanceof InvalidArgumentError && error.field === field,
    );
});
