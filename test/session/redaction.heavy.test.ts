import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { ScreenSnapshot, Session } from "ptywright";
import { Matcher, RedactionPolicy, redactSnapshot } from "ptywright";
import type { Canary } from "../support/canaries.js";
import { canaries, leakIn } from "../support/canaries.js";
import { fixture } from "../support/fixture.js";
import { Random, SEED } from "../support/random.js";
import { start } from "../support/session.js";
import { tempDir } from "../support/temp-dir.js";

const POLICY = RedactionPolicy.default();
const SIZE = { rows: 12, cols: 40 };
const CLEAR = "\x1b[m\x1b[2J\x1b[H";

/** A program that shows what it is told, piece by piece, on an empty screen. */
class Stage {
  readonly session: Session;
  readonly #folder: string;
  #frame = 0;

  private constructor(session: Session, folder: string) {
    this.session = session;
    this.#folder = folder;
  }

  static async open(t: TestContext): Promise<Stage> {
    t.diagnostic(`seed ${SEED}`);
    const session = await start(t, { ...fixture("shows-files.sh"), size: SIZE });
    await session.waitFor(Matcher.containsText("ready"));
    return new Stage(session, tempDir(t));
  }

  /** The screen once all pieces were written, each by a write of its own. */
  async show(...pieces: string[]): Promise<ScreenSnapshot> {
    const mark = `#${++this.#frame}.`;
    for (const [index, piece] of pieces.entries()) {
      const isLast = index === pieces.length - 1;
      // A file of its own: the program may not have seen the end of the last one yet.
      const file = join(this.#folder, `${this.#frame}-${index}`);
      writeFileSync(file, (index === 0 ? CLEAR : "") + piece + (isLast ? `\x1b[${SIZE.rows};1H${mark}` : ""));
      const before = this.session.transcriptCursor;
      const events = this.session.events();
      await this.session.writeText(`${file}\n`);
      while (this.session.transcriptCursor === before) await events.next();
      await events.return?.();
    }
    return (await this.session.waitFor(Matcher.containsText(mark))).snapshot;
  }
}

/** The text of the cells, and which cell each character stands in. */
function cellText(cells: ScreenSnapshot["cells"]): { text: string; at: number[] } {
  const at = cells.flatMap((cell, index) => Array.from({ length: cell.text.length }, () => index));
  return { text: cells.map((cell) => cell.text).join(""), at };
}

/** Nothing of the secret is left in any part of a redacted snapshot, and everything else is as it was. */
function checkScreen(raw: ScreenSnapshot, canary: Canary, where: string): void {
  const covered = redactSnapshot(raw, POLICY);
  assert.ok(raw.plainText.includes(canary.secret), `${where}: not shown as planned: ${raw.plainText}`);
  assert.equal(covered.plainText, raw.plainText.replace(canary.secret, "[REDACTED]"), where);

  assert.equal(covered.cells.length, SIZE.rows * SIZE.cols, where);
  const joined = cellText(covered.cells);
  assert.equal(leakIn(joined.text, canary), undefined, `${where}: over wrapped rows`);
  const rows = Array.from({ length: SIZE.rows }, (_, row) =>
    cellText(covered.cells.slice(row * SIZE.cols, (row + 1) * SIZE.cols)).text.trimEnd(),
  );
  assert.equal(leakIn(rows.join("\n"), canary), undefined, `${where}: row by row`);

  const original = cellText(raw.cells);
  const from = original.text.indexOf(canary.secret);
  const secretCells = new Set(original.at.slice(from, from + canary.secret.length));
  covered.cells.forEach((cell, index) => {
    assert.deepEqual([cell.row, cell.col], [Math.floor(index / SIZE.cols), index % SIZE.cols], where);
    if (!secretCells.has(index)) assert.deepEqual(cell, raw.cells[index], `${where}: cell ${index}`);
  });
}

const pad = (columns: number): string => (columns === 0 ? "" : `${".".repeat(columns - 1)} `);
const coloured = (text: string): string =>
  text.replace(/.{5}/gsu, (piece) => `${piece}\x1b[1;3${piece.charCodeAt(0) % 8}m`);

const random = new Random(SEED);
for (const canary of canaries(random)) {
  test(`S3: ${canary.shape} is covered at every column, over as many rows as it takes`, async (t) => {
    const stage = await Stage.open(t);
    for (let column = 0; column < SIZE.cols; column++) {
      const shown = await stage.show(`${pad(column)}${canary.text} after`);
      checkScreen(shown, canary, `column ${column}`);
    }
    assert.ok(stage.session.transcript().includes(canary.secret));
    assert.equal(leakIn(stage.session.redactedTranscript(), canary), undefined);
  });

  test(`S4, S5: ${canary.shape} is covered between wide characters, in many colours and in two writes`, async (t) => {
    const stage = await Stage.open(t);
    for (const before of ["", "日本語 ", `${"宽".repeat(17)} `, `${"宽".repeat(19)}. `, "e\u0301😀 "]) {
      checkScreen(await stage.show(`${before}${canary.text} 後`), canary, `after ${before}`);
      checkScreen(await stage.show(`${before}${coloured(canary.text)}\x1b[m 後`), canary, `coloured after ${before}`);
    }
    for (let cut = 1; cut < canary.text.length; cut += 3) {
      const shown = await stage.show(`text ${canary.text.slice(0, cut)}`, `${canary.text.slice(cut)} after`);
      checkScreen(shown, canary, `cut at ${cut}`);
    }
    const plain = stage.session.redactedTranscript().replace(/\x1b\[[\d;]*[A-Za-z]/g, "");
    assert.equal(leakIn(plain, canary), undefined);
  });

  test(`S4: ${canary.shape} is covered however the cursor wandered while it was written`, async (t) => {
    const stage = await Stage.open(t);
    const { text } = canary;
    const inRow = SIZE.cols - 6;
    for (let cut = 1; cut < Math.min(text.length, inRow - 4); cut += 4) {
      const [head, tail] = [text.slice(0, cut), text.slice(cut)];
      const ways: Record<string, string[]> = {
        "a wrong character, taken back": [`text ${head}#\b${tail} after`],
        "many wrong characters, taken back": [`text ${head}###\b\b\b${tail} after`],
        "written over another text": [`text ${"#".repeat(inRow)}\rtext ${text} after`],
        "back and forward over it": [`text ${head}\x1b[${cut}D\x1b[${cut}C${tail} after`],
        "its end before its beginning": [`\x1b[${cut + 5}C${tail} after`, `\rtext ${head}`],
        "its beginning, away, and its end": [`text ${head}`, `\x1b7\x1b[9;1Helsewhere`, `\x1b8${tail} after`],
      };
      for (const [how, pieces] of Object.entries(ways)) {
        // Going back stops at the edge of a row: these are only for what is in one.
        const isInRow = text.length <= inRow;
        if (!isInRow && /over|before/.test(how)) continue;
        checkScreen(await stage.show(...pieces), canary, `${how}, cut at ${cut}`);
      }
    }
  });

  test(`S5: ${canary.shape} is covered in the title and in the target of a link`, async (t) => {
    const stage = await Stage.open(t);
    const target = `https://host.example/?${canary.text}`;
    const raw = await stage.show(`\x1b]2;about ${canary.text} here\x07\x1b]8;;${target}\x1b\\link\x1b]8;;\x1b\\ rest`);
    assert.equal(raw.title, `about ${canary.text} here`);
    assert.equal(raw.cells[0].style.hyperlink, target);
    const covered = redactSnapshot(raw, POLICY);
    assert.equal(covered.title, `about ${canary.text.replace(canary.secret, "[REDACTED]")} here`);
    const links = covered.cells.slice(0, 4).map((cell) => cell.style.hyperlink as string);
    for (const link of links) {
      assert.ok(link.startsWith("https://host.example/"));
      assert.equal(leakIn(link, canary), undefined);
    }
    assert.equal(covered.cells[5].style.hyperlink, undefined);
    assert.equal(covered.plainText, raw.plainText);
    assert.equal(leakIn(stage.session.redactedTranscript(), canary), undefined);
  });
}

test("S7: a private key of many lines is covered, with what stands around it unchanged", async (t) => {
  const stage = await Stage.open(t);
  const body = Array.from({ length: 5 }, () => random.text(38, "ABCDEFabcdef0123456789+/"));
  const key = ["-----BEGIN PRIVATE KEY-----", ...body, "-----END PRIVATE KEY-----"];
  const raw = await stage.show(["before", ...key, "after"].join("\r\n"));
  const covered = redactSnapshot(raw, POLICY);
  for (const secret of body) {
    const canary = { shape: "PEM", text: secret, secret };
    assert.ok(raw.plainText.includes(secret));
    for (const text of [covered.plainText, cellText(covered.cells).text, stage.session.redactedTranscript()])
      assert.equal(leakIn(text, canary), undefined);
  }
  assert.match(covered.plainText, /^before\n/);
  assert.match(covered.plainText, /\nafter\n/);
});

test("S6: a secret whose beginning has left the transcript is covered all the same", async (t) => {
  const secret = `sk-${new Random(SEED).text(60, "abcdefghijkmnpqrstuvwxyz23456789")}`;
  const canary = { shape: "sk-…", text: secret, secret };
  for (const kept of [20, 40, 61, 63, 70]) {
    const target = fixture("prints-and-waits.sh", `some text ${secret}\\n`);
    const session = await start(t, target, { transcriptMaxChars: kept });
    await session.waitFor(Matcher.containsText(secret.slice(-8)));
    assert.ok(session.transcript().includes(secret.slice(-17)));
    assert.equal(leakIn(session.redactedTranscript(), canary), undefined, `${kept} characters kept`);
  }
});

test("S10: prose and code about secrets come through unchanged", async (t) => {
  const stage = await Stage.open(t);
  const lines = ["the token is invalid", "tokenize(x)", "password:", "Bearer of news", "sk-short", "a secret: none"];
  const raw = await stage.show(`${lines.join("\r\n")}\r\n`);
  const covered = redactSnapshot(raw, POLICY);
  assert.equal(covered.plainText, raw.plainText);
  assert.deepEqual(covered.cells, raw.cells);
  assert.equal(stage.session.redactedTranscript(), stage.session.transcript());
});

test("a policy of one's own, or none, is followed", async (t) => {
  const stage = await Stage.open(t);
  const raw = await stage.show("my pet is Rex, aged 11");
  const policy = new RedactionPolicy({ replacement: "<$&>", extraLiterals: ["Rex"], extraRegexes: ["\\d{2}"] });
  assert.match(redactSnapshot(raw, policy).plainText, /^my pet is <\$&>, aged <\$&>\n/);
  assert.match(stage.session.redactedTranscript(policy), /my pet is <\$&>, aged <\$&>/);
  assert.equal(redactSnapshot(raw, new RedactionPolicy({ enabled: false })).plainText, raw.plainText);
});
