// Snapshots: of a screen that has not changed since the last one, and after a change. The yardstick is one native pass over as
// many characters as the screen shows. After a change the terminal is asked instead of a session, which only passes the
// question on: so no program has to make the change, and the time it takes stays out of the figure.
import { Session } from "ptywright";
import { Terminal } from "../dist/core/screen/index.js";

const UNCHANGED = 100_000;
const CHANGED = 300;

/** @typedef {{ rows: number, cols: number }} Size */

/** A row of words, colours and cells of its own. @param {number} row @param {number} cols @param {number} turn */
function line(row, cols, turn) {
  const text = `${turn} of row ${row} `.repeat(cols).slice(0, cols - 1);
  return `\x1b[${row + 1};1H\x1b[3${(row + turn) % 8}m${text.slice(0, cols / 2)}\x1b[m${text.slice(cols / 2)}`;
}

/** @param {Size} size @param {number} turn */
const screenful = ({ rows, cols }, turn) => Array.from({ length: rows }, (_, row) => line(row, cols, turn)).join("");

/** Microseconds for one of many. @param {number} count @param {() => unknown} work */
function each(count, work) {
  const start = performance.now();
  for (let i = 0; i < count; i++) work();
  return ((performance.now() - start) * 1000) / count;
}

/** Microseconds for `look` after each change. @param {Size} size @param {(turn: number) => string} change @param {(snapshot: import("ptywright").ScreenSnapshot) => unknown} look */
function afterChanges(size, change, look) {
  const terminal = new Terminal({ ...size, pixelWidth: 0, pixelHeight: 0 }, () => undefined);
  terminal.write(Buffer.from(screenful(size, 0)), 0);
  let total = 0;
  for (let turn = 1; turn <= CHANGED; turn++) {
    const bytes = Buffer.from(change(turn));
    for (let at = 0; at < bytes.length;) at = terminal.write(bytes, at);
    const start = performance.now();
    look(terminal.snapshot(turn));
    total += performance.now() - start;
  }
  return (total * 1000) / CHANGED;
}

/** @param {import("./run.mjs").Bench} bench */
export async function runSnapshots({ rounds, measure, row }) {
  for (const size of [
    { rows: 24, cols: 80 },
    { rows: 50, cols: 200 },
  ]) {
    const at = `${size.cols}x${size.rows}`;
    const session = await Session.spawn({ program: "printf", args: ["%s", screenful(size, 0)], size });
    await session.wait();
    const text = session.snapshot().plainText;
    const stringify = async () => each(CHANGED * 10, () => JSON.stringify(text));
    /** @type {[string, () => number, number | undefined][]} */
    const works = [
      ["unchanged", () => each(UNCHANGED, () => session.snapshot()), 2],
      [
        "text, a row changed",
        () =>
          afterChanges(
            size,
            (turn) => line(turn % size.rows, size.cols, turn),
            (s) => s.plainText,
          ),
        undefined,
      ],
      [
        "text, all changed",
        () =>
          afterChanges(
            size,
            (turn) => screenful(size, turn),
            (s) => s.plainText,
          ),
        undefined,
      ],
      [
        "cells, all changed",
        () =>
          afterChanges(
            size,
            (turn) => screenful(size, turn),
            (s) => s.cells,
          ),
        undefined,
      ],
    ];
    for (const [what, ours, ceiling] of works) {
      const work = `snapshot ${at}, ${what}`;
      // Once for the compiler.
      ours();
      const results = await measure(work, Math.max(5, rounds), {
        ptywright: async () => ours(),
        "JSON.stringify": stringify,
      });
      row({ work, unit: "µs", better: "lower", results, bars: {}, ceiling });
    }
    await session.close();
  }
}
