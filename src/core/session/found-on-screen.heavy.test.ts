import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import type { MatchView } from "../matcher/index.js";
import { compileMatcher, findAsked, foundText, Matcher } from "../matcher/index.js";
import type { CellRun, ScreenBox, ScreenSnapshot, WantedStyle } from "../../protocol/index.js";
import { RedactionPolicy } from "../../text/redaction/index.js";
import { redactSnapshot, shownScreen, Terminal } from "../screen/index.js";
import { SessionMoment } from "./session-moment.js";

const NARROW = [..."aabbF_0 .é─"];
const WIDE = ["漢", "字", "Ａ"];
const JOINED = ["e\u0301", "o\u0308\u0323", "漢\u3099"];
/** Attributes as SGR has them, and what a style says of them. */
const ATTRIBUTES: readonly (readonly [sgr: string, style: WantedStyle])[] = [
  ["1", { bold: true }],
  ["3", { italic: true }],
  ["7", { inverse: true }],
  ["31", { foreground: "idx:1" }],
  ["48;2;1;2;3", { background: "rgb:1:2:3" }],
];

interface ModelCell {
  readonly text: string;
  readonly style: ReadonlySet<number>;
  readonly width: number;
}

/** A screen as its generator knows it: what it wrote where, and which rows wrap. */
class Model {
  readonly cells: (ModelCell | undefined)[][];
  readonly wraps = new Set<number>();
  bytes = "";
  #row = 0;
  #col = 0;

  constructor(
    readonly rows: number,
    readonly cols: number,
  ) {
    this.cells = Array.from({ length: rows }, () => Array.from({ length: cols }, () => undefined));
  }

  /** False if there is no room any more. */
  write(text: string, style: ReadonlySet<number>): boolean {
    const width = WIDE.includes(text[0]) ? 2 : 1;
    if (width > this.cols) return false;
    if (this.#col + width > this.cols) {
      if (this.#row + 1 === this.rows) return false;
      this.wraps.add(this.#row++);
      this.#col = 0;
    }
    this.bytes += `\x1b[${["0", ...[...style].map((at) => ATTRIBUTES[at][0])].join(";")}m${text}`;
    this.cells[this.#row][this.#col] = { text, style, width };
    this.#col += width;
    return true;
  }

  /** Over some columns, as programs leave them blank. */
  newLine(skip: number): boolean {
    if (this.#row + 1 === this.rows) return false;
    this.#row++;
    this.#col = Math.min(skip, this.cols - 1);
    this.bytes += `\r\n\x1b[${this.#col + 1}G`;
    return true;
  }

  /** Text of a part, and for each of its characters the cell. */
  read(box: ScreenBox): { readonly text: string; readonly places: readonly Place[] } {
    const lines: { text: string; places: Place[] }[] = [];
    const last = box.row + box.rows - 1;
    let goesOn = false;
    for (let row = box.row; row <= last; row++) {
      const line = goesOn ? lines[lines.length - 1] : { text: "", places: [] };
      if (!goesOn) lines.push(line);
      let end = box.col + box.cols;
      while (end > box.col && this.#at(row, end - 1) === undefined) end--;
      for (let col = box.col; col < end; col++) {
        const cell = this.cells[row][col];
        const isHalf = cell === undefined && this.#at(row, col) !== undefined;
        if (isHalf && col > box.col) continue;
        const text = cell?.text ?? " ";
        line.text += text;
        for (let unit = 0; unit < text.length; unit++) line.places.push({ row, col });
      }
      goesOn = this.wraps.has(row) && box.cols === this.cols && row < last;
      if (!goesOn) while (line.text.endsWith(" ")) [line.text] = [line.text.slice(0, -1), line.places.pop()];
    }
    while (lines.at(-1)?.text === "") lines.pop();
    return {
      text: lines.map(({ text }) => text).join("\n"),
      places: lines.flatMap(({ places }, at) => (at === 0 ? places : [undefined, ...places])),
    };
  }

  /** Also of the second half of a wide one. */
  #at(row: number, col: number): ModelCell | undefined {
    const before = col > 0 ? this.cells[row][col - 1] : undefined;
    return this.cells[row][col] ?? (before?.width === 2 ? before : undefined);
  }

  find({ text, style, exact }: Query, box: ScreenBox): (readonly [text: string, cells: string])[] {
    const { text: all, places } = this.read(box);
    const found: (readonly [string, string])[] = [];
    for (let at = 0; at < all.length;) {
      if (!all.startsWith(text, at)) {
        at++;
        continue;
      }
      const end = at + text.length;
      const cells = places.slice(at, end).filter((place) => place !== undefined);
      const isWhole = exact !== true || (isEdge(all, at) && isEdge(all, end));
      if (isWhole && cells.length > 0 && cells.every((place) => this.#fits(place, style, cells)))
        found.push([text, this.#runs(cells)]);
      at = end;
    }
    return found;
  }

  #fits({ row, col }: Cell, wanted: ReadonlySet<number>, all: readonly Cell[]): boolean {
    const cell = this.#at(row, col);
    const isBlank = (cell?.text ?? " ") === " ";
    const hasInk = all.some((place) => (this.#at(place.row, place.col)?.text ?? " ") !== " ");
    if (isBlank && (hasInk || all[0].row !== row || all[0].col !== col)) return true;
    return [...wanted].every((at) => cell?.style.has(at) === true);
  }

  #runs(cells: readonly Cell[]): string {
    const rows = [...new Set(cells.map(({ row }) => row))];
    return rows
      .map((row) => {
        const columns = cells.filter((cell) => cell.row === row).map(({ col }) => col);
        const last = Math.max(...columns);
        return runName({ row, col: columns[0], length: last + (this.cells[row][last]?.width ?? 1) - columns[0] });
      })
      .join(" ");
  }
}

interface Cell {
  readonly row: number;
  readonly col: number;
}
type Place = Cell | undefined;
interface Query {
  readonly text: string;
  readonly style: ReadonlySet<number>;
  readonly exact?: boolean | undefined;
}

const runName = ({ row, col, length }: CellRun): string => `${row}:${col}+${length}`;
const isWordCharacter = (character: string | undefined): boolean => /^[\p{L}\p{M}\p{N}_]$/u.test(character ?? "");
const isEdge = (text: string, at: number): boolean => !(isWordCharacter(text[at - 1]) && isWordCharacter(text[at]));

function paint(random: SeededRandom): Model {
  const model = new Model(1 + random.below(7), 1 + random.below(14));
  let style: ReadonlySet<number> = new Set();
  for (let step = random.below(120); step > 0; step--) {
    if (random.below(4) === 0) style = new Set([...ATTRIBUTES.keys()].filter(() => random.below(3) === 0));
    const alphabet = random.pick([NARROW, NARROW, NARROW, WIDE, JOINED]);
    const hasRoom = random.below(12) === 0 ? model.newLine(random.below(4)) : model.write(random.pick(alphabet), style);
    if (!hasRoom) break;
  }
  return model;
}

function snapshotOf({ rows, cols, bytes }: Model): ScreenSnapshot {
  const terminal = new Terminal({ rows, cols, pixelWidth: 0, pixelHeight: 0 }, () => undefined);
  const buffer = Buffer.from(bytes);
  for (let at = 0; at < buffer.length;) at = terminal.write(buffer, at, buffer.length);
  return terminal.snapshot(1);
}

function partOf(random: SeededRandom, { rows, cols }: Model): ScreenBox {
  if (random.below(3) === 0) return { row: 0, col: 0, rows, cols };
  const [row, col] = [random.below(rows), random.below(2) === 0 ? 0 : random.below(cols)];
  return { row, col, rows: 1 + random.below(rows - row), cols: col === 0 ? cols : 1 + random.below(cols - col) };
}

/** A piece of what is there, or nearly. */
function textFrom(random: SeededRandom, text: string): string {
  const characters = [...text];
  const at = random.below(characters.length + 1);
  const piece = characters.slice(at, at + 1 + random.below(6)).join("");
  return random.below(5) === 0 || piece === "" ? `${piece}b` : piece;
}

const styleOf = (wanted: ReadonlySet<number>): WantedStyle =>
  Object.assign({}, ...[...wanted].map((at) => ATTRIBUTES[at][1])) as WantedStyle;
const someStyle = (random: SeededRandom): ReadonlySet<number> =>
  new Set(random.below(2) === 0 ? [] : [random.below(ATTRIBUTES.length)]);

const ROUNDS = 600;

test("what is found on random screens is what their painter knows to be there, cell by cell", async () => {
  const random = SeededRandom.ofRun();
  let [places, wrapped, wide] = [0, 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const model = paint(random);
    const screen = shownScreen(snapshotOf(model));
    for (let asked = 0; asked < 8; asked++) {
      const within = partOf(random, model);
      const { text: all } = model.read(within);
      const what = `round ${round}: ${JSON.stringify(model.bytes)} ${model.rows}x${model.cols} ${JSON.stringify(within)}`;
      assert.equal(screen.read(within)?.text, all, what);
      const query = { text: textFrom(random, all), style: someStyle(random), exact: random.below(3) === 0 };
      const found = await findAsked({ ...query, style: styleOf(query.style), within }, screen);
      const told = found.map(({ runs, text }) => [text, runs.map(runName).join(" ")]);
      assert.deepEqual(told, model.find(query, within), `${what} ${JSON.stringify(query.text)}`);
      places += told.length;
      wrapped += found.filter(({ runs }) => runs.length > 1).length;
      wide += found.filter(({ text }) => WIDE.includes(text[0])).length;
    }
  }
  assert.ok(places > 1_000 && wrapped > 50 && wide > 100, `${places} places, ${wrapped} in several rows, ${wide} wide`);
});

test("matchers of parts, styles and what must not be hold on random screens exactly when their painter says so", () => {
  const random = SeededRandom.ofRun();
  let held = 0;
  let looked = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const model = paint(random);
    const snapshot = snapshotOf(model);
    const view: MatchView = new SessionMoment({ snapshot, tail: { text: "" }, exitStatus: undefined, stableMs: 0 });
    const tree = (depth: number, box: ScreenBox): readonly [Matcher, boolean] => {
      const { text: all } = model.read(box);
      const choice = random.below(depth === 0 ? 2 : 5);
      if (choice === 0) {
        const text = textFrom(random, all);
        const style = someStyle(random);
        const isThere = model.find({ text, style }, box).length > 0;
        return [Matcher.style(styleOf(style), { text }), isThere];
      }
      if (choice === 1) {
        const text = textFrom(random, all);
        return [Matcher.containsText(text), all.includes(text)];
      }
      const parts = Array.from({ length: choice === 2 ? 1 : random.below(3) }, () => tree(depth - 1, box));
      if (choice === 2) return [Matcher.not(parts[0][0]), !parts[0][1]];
      const matchers = parts.map(([matcher]) => matcher);
      return choice === 3
        ? [Matcher.any(matchers), parts.some(([, holds]) => holds)]
        : [Matcher.all(matchers), parts.every(([, holds]) => holds)];
    };
    for (let asked = 0; asked < 4; asked++) {
      const row = random.below(model.rows);
      const box = random.below(2) === 0 ? partOf(random, model) : undefined;
      const [matcher, holds] = tree(3, box ?? { row, col: 0, rows: 1, cols: model.cols });
      const whole = box === undefined ? Matcher.row(row - model.rows, matcher) : Matcher.region(box, matcher);
      const outcome = compileMatcher(whole).evaluate(view);
      assert.equal(outcome !== undefined, holds, `${JSON.stringify(whole)} on ${JSON.stringify(model.bytes)}`);
      looked++;
      if (holds) held++;
    }
  }
  assert.ok(held > looked / 4 && held < (looked * 3) / 4, `${held} of ${looked}`);
});

test("what is covered has the cells that a snapshot covers", async () => {
  const random = SeededRandom.ofRun();
  const policy = new RedactionPolicy({ extraLiterals: ["ab", "漢", "e\u0301", "F_0"] });
  let covered = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const model = paint(random);
    const redacted = redactSnapshot(snapshotOf(model), policy);
    const screen = shownScreen(redacted);
    const { cells, size } = redacted;
    for (let row = 0; row < size.rows; row++) {
      const line = cells.slice(row * size.cols, (row + 1) * size.cols);
      const text = line.map((cell) => (cell.wideContinuation ? "" : cell.text || " ")).join("");
      const part = { row, col: 0, length: size.cols };
      assert.equal(screen.text([part]).trimEnd(), text.trimEnd(), `row ${row} of ${JSON.stringify(model.bytes)}`);
      if (text.includes("[")) covered++;
    }
    const { text = "" } = screen.read() ?? {};
    if (text === "") continue;
    for (const place of await findAsked({ text: textFrom(random, text) }, screen)) {
      const { row, col, style } = foundText(place, screen);
      assert.deepEqual(style, cells[row * size.cols + col].style);
    }
  }
  assert.ok(covered > 100, `${covered} rows`);
});
