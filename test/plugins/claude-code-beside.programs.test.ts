// The panel beside a conversation is cut off only where the program itself has drawn it: nothing that a model wrote is hidden by that.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { loadFixtures } from "ptywright/testing";
import { FOLDER, contextOf, started } from "../support/kept-screens.js";

interface Asked {
  readonly permission?: { readonly tool?: string; readonly is_cut?: boolean; readonly summary?: string };
}

const BORDER = "\x1b[0;2;48;2;38;38;38m│";
const COLUMN = 70;
const COMMAND = "touch made-by-bash";

/** A kept screen as rows, and what the plugin makes of it with other rows. */
async function screenOf(
  t: TestContext,
  name: string,
): Promise<{ rows: string[]; seen: (rows: readonly string[]) => Promise<NonNullable<Asked["permission"]>> }> {
  const extension = await started(t);
  const folder = mkdtempSync(join(tmpdir(), "ptywright-beside-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const ansi = readFileSync(join(FOLDER, "fixtures", `${name}.ansi`), "utf8");
  writeFileSync(join(folder, "one.expected.json"), '{ "state": "waiting_for_permission" }');
  return {
    rows: ansi.split("\r\n"),
    seen: async (rows) => {
      writeFileSync(join(folder, "one.ansi"), rows.join("\r\n"));
      const [{ screen, terminal }] = loadFixtures(folder);
      const { metadata } = await extension.classify({ ...contextOf(screen, 60_000), terminal: () => terminal });
      return (metadata as Asked | undefined)?.permission ?? {};
    },
  };
}

test("a line that is not the program's from the first row to the last cuts nothing off, and names no tool", async (t) => {
  const { rows, seen } = await screenOf(t, "2.1.325-120x40-beside-permission");
  assert.equal((await seen(rows)).tool, "Bash");
  const withRow = (at: number, change: (row: string) => string): string[] =>
    rows.map((row, index) => (index === at ? change(row) : row));
  const damaged = [withRow(0, (row) => row.replace("✕", "x"))];
  for (const at of rows.keys())
    damaged.push(
      withRow(at, (row) => row.replace(BORDER, BORDER.replace("│", " "))),
      withRow(at, (row) => row.replace(BORDER, "\x1b[m│")),
      withRow(at, (row) => row.replace(BORDER, ` ${BORDER}`)),
    );
  for (const [at, screen] of damaged.entries()) {
    const { tool, is_cut } = await seen(screen);
    assert.deepEqual([tool, is_cut], [undefined, true], `damage ${at}`);
  }
});

test("a model's own line hides nothing of what is asked, whatever stands before it", async (t) => {
  const { rows, seen } = await screenOf(t, "2.1.325-120x40-beside-permission");
  for (const before of [
    "",
    "👩‍👩‍👧",
    "\u200b".repeat(30),
    "⚡".repeat(9),
    "🌡".repeat(9),
    "\u2e9a".repeat(9),
    "漢字",
    "e\u0301".repeat(9),
  ])
    for (const length of [30, 40, 50, 60, 66]) {
      const command = `${before}${"x".repeat(Math.max(0, length - before.length))}│; rm -rf all`;
      // The program believes that it takes so many columns as it has letters, or fewer.
      const asked = rows.map((row) =>
        row.replace(new RegExp(`${COMMAND} *(?=\\x1b)`), `${command}\x1b[${COLUMN + 1}G`),
      );
      assert.notDeepEqual(asked, rows);
      const { summary, is_cut } = await seen(asked);
      assert.ok(is_cut === true || summary?.includes("rm -rf all"), `${command}: ${summary}`);
    }
});

test("rows that a model has filled up to a line of its own are read whole", async (t) => {
  const { rows, seen } = await screenOf(t, "2.1.325-120x40-permission-bash");
  const top = rows.findIndex((row) => row.includes("─".repeat(120)));
  assert.ok(top > 0);
  const filled = rows.map((row, at) =>
    at === top ? row : `${row}\x1b[${COLUMN + 1}G${BORDER}${at === 0 ? `${" ".repeat(47)}✕ ` : "rest"}\x1b[m`,
  );
  assert.match((await seen(filled)).summary ?? "", /touch made-by-bash *│rest/);
});
