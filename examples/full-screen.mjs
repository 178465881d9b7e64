// Shows: driving a full-screen program. Looks at single cells, scrolls, and sees the program leave the alternate screen.
// Uses less; where there is none, the pager in the folder beside this file.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Matcher, Session, SpawnError, findText } from "ptywright";

const folder = mkdtempSync(join(tmpdir(), "ptywright-example-"));
const file = join(folder, "lines.txt");
writeFileSync(file, Array.from({ length: 200 }, (_, i) => `line ${i + 1}\n`).join(""));

/** A missing program is an error with a code, thrown before anything was started. */
async function openPager() {
  const size = { rows: 10, cols: 40 };
  try {
    return await Session.spawn({ program: "less", args: [file], env: { LESS: "" }, size });
  } catch (error) {
    if (!(error instanceof SpawnError) || error.code !== "program_not_found") throw error;
    const pager = join(import.meta.dirname, "programs", "pager.mjs");
    return Session.spawn({ program: process.execPath, args: [pager, file], size });
  }
}

const session = await openPager();
try {
  const first = await session.waitFor(Matcher.containsText("line 9"));
  assert.equal(first.snapshot.alternateScreen, true);
  // Nine lines of text and a status line; the first cell of the first row holds the "l" of "line 1".
  const [cell] = findText(first.snapshot, "line 1");
  assert.ok(cell !== undefined, "the screen shows line 1");
  assert.deepEqual([cell.row, cell.col, cell.text, cell.style.bold], [0, 0, "l", false]);

  await session.writeText("G");
  await session.waitFor(Matcher.all([Matcher.containsText("line 192"), Matcher.containsText("line 200")]));
  console.log("G shows the last page:");
  console.log(session.snapshot().plainText);

  await session.writeText("q");
  const { exitCode } = await session.wait();
  assert.equal(session.snapshot().alternateScreen, false);
  console.log(`q left the alternate screen, exit code ${exitCode}`);
} finally {
  await session.close();
  rmSync(folder, { recursive: true });
}
