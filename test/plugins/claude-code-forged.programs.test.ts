// What a model wrote is never taken for the program's own: a dialog that is not seen whole has no tool's name.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { loadFixtures } from "ptywright/testing";
import { FOLDER, contextOf, looked, named, planned, started, typed } from "../support/kept-screens.js";

interface Asked {
  readonly permission?: { readonly tool?: string; readonly is_cut?: boolean; readonly doubt?: string };
}

test("P10: a command that was drawn like a read is neither told as one nor allowed as one", async (t) => {
  const extension = await started(t);
  const names = named("-forged-read");
  assert.equal(names.length, 2);
  for (const name of names) {
    const { permission } = (await looked(extension, name)).metadata as Asked;
    assert.deepEqual([permission?.tool, permission?.is_cut], [undefined, true], name);
    assert.match(permission?.doubt ?? "", /touches the top of the screen.*more rows/);
    assert.equal(await planned(extension, "approve"), "dialog_is_cut");
    assert.equal(await planned(extension, "approve", { tool: "Read", cut: true }), "other_tool");
    assert.equal(await planned(extension, "choose_option", { option: "Yes" }), "dialog_is_cut");
    assert.deepEqual(typed(await planned(extension, "deny")), ["key escape"]);
    assert.deepEqual(typed(await planned(extension, "choose_option", { option: "No" })), ["text 2"]);
  }
});

const CLUSTERS = ["நி", "क्षि", "กำ", "👨‍👩‍👧‍👦", "⚠️", "e\u0301", "\u200b", "\u202e", "ᄒ\u1161", "🇩🇪", "לֹ"];
const SGR = /\x1b\[[\d;]*m/g;

/** Rows of a kept screen, with what is written before the first and behind the last one. */
function partsOf(ansi: string): { head: string; rows: string[]; tail: string; cols: number } {
  const [head = "", size = ""] = /^\x1b\[8;\d+;(\d+)t(?:\x1b\[\?1049h)?/.exec(ansi) ?? [];
  const tail = /\x1b\[\d+;\d+H(?:\x1b\[\?25l)?\n$/.exec(ansi)?.[0] ?? "";
  return { head, rows: ansi.slice(head.length, ansi.length - tail.length).split("\r\n"), tail, cols: Number(size) };
}

/** Everything that must take the name away, by what it does to the rows. */
function* damages(rows: readonly string[], cols: number): Generator<[string, string[]]> {
  const top = rows.findIndex((row) => row.replaceAll(SGR, "") === "─".repeat(cols));
  const asked = rows.findIndex((row) => /^ (Do you want|Allow this)/.test(row.replaceAll(SGR, "")));
  const changed = (at: number, change: (row: string) => string): string[] =>
    rows.map((row, index) => (index === at ? change(row) : row));
  for (const gone of [0, 1, 2, 3]) yield [`${gone} rows of it are above the screen`, rows.slice(top + gone)];
  yield ["its edge is shorter than the screen", changed(top, (row) => row.replace("─", ""))];
  yield ["its edge is further in", changed(top, (row) => row.replace("─", " "))];
  yield ["its edge is plain", changed(top, (row) => row.replaceAll(SGR, ""))];
  yield ["its title is plain", changed(top + 1, (row) => row.replaceAll(SGR, ""))];
  yield ["its title has another colour", changed(top + 1, (row) => row.replaceAll(/38;2;\d+/g, "38;2;7"))];
  yield ["its title is further in", changed(top + 1, (row) => ` ${row}`)];
  yield ["there is no colour", rows.map((row) => row.replaceAll(SGR, ""))];
  const other = (title: string): string => (/Create|Edit/.test(title) ? "Read file" : "Create file");
  yield ["its title is another's", changed(top + 1, (row) => row.replace(/[A-Z][a-z ]+/, other))];
  yield ["something stands right above it", changed(top - 1, () => "  text")];
  for (let at = 0; at < rows.length; at++) {
    if (at !== top && at !== top + 1) yield [`row ${at} is another edge`, changed(at, () => "─".repeat(cols))];
    // One row less, so that nothing leaves the screen at the top.
    if (at < rows.length - 1)
      yield [`row ${at} wraps`, changed(at, (row) => `${row.replaceAll(SGR, "").padEnd(cols)}x`).slice(0, -1)];
    if (at > top + 1 && at <= asked) yield [`row ${at} begins at the edge`, changed(at, () => "text")];
    const cluster = CLUSTERS[at % CLUSTERS.length];
    if (at >= top) yield [`row ${at} holds ${cluster}`, changed(at, (row) => `${row.slice(0, 20)} ${cluster}`)];
    else yield [`row ${at} is full, with ${cluster}`, changed(at, () => `a${cluster}\r\x1b[${cols - 1}Cx`)];
  }
}

test("P10: whatever damages a dialog, or may have, takes the name of its tool away", async (t) => {
  const extension = await started(t);
  const folder = mkdtempSync(join(tmpdir(), "ptywright-forged-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const kept = named("-permission-").filter((name) => !name.includes("panel"));
  let count = 0;
  for (const name of kept) {
    const { head, rows, tail, cols } = partsOf(readFileSync(join(FOLDER, "fixtures", `${name}.ansi`), "utf8"));
    const all = [["nothing", [...rows]] as [string, string[]], ...damages(rows, cols)];
    all.forEach(([, damaged], at) => {
      writeFileSync(join(folder, `${at}.ansi`), head + damaged.join("\r\n") + tail);
      cpSync(join(FOLDER, "fixtures", `${name}.expected.json`), join(folder, `${at}.expected.json`));
    });
    for (const { name: at, screen, terminal } of loadFixtures(folder)) {
      const [what] = all[Number(at)];
      const context = { ...contextOf(screen, 60_000), terminal: () => terminal };
      const { permission } = ((await extension.classify(context)).metadata ?? {}) as Asked;
      if (what === "nothing") assert.ok(permission?.tool, name);
      else assert.equal(permission?.tool, undefined, `${name}: ${what}`);
      count++;
    }
    const textOnly = { ...contextOf(loadFixtures(folder)[0].screen, 60_000) };
    const { permission } = (await extension.classify(textOnly)).metadata as Asked;
    assert.equal(permission?.tool, undefined);
    for (const file of all.keys())
      for (const ending of ["ansi", "expected.json"]) rmSync(join(folder, `${file}.${ending}`));
  }
  assert.ok(kept.length >= 20 && count > 1_500, `${count} dialogs of ${kept.length} screens`);
});
