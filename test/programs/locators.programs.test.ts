import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { Session } from "ptywright";
import { Matcher, MouseNotTrackedError } from "ptywright";
import { start } from "../support/session.js";
import { tempDir } from "../support/temp-dir.js";
import { missing } from "../support/tmux.js";

const SIZE = { rows: 24, cols: 80 };

async function open(t: TestContext, program: string, args: string[], folder = tempDir(t)): Promise<Session> {
  const env = { HOME: folder, TERM: "xterm-256color", LC_ALL: "C.UTF-8", PATH: process.env["PATH"] ?? "/usr/bin:/bin" };
  return start(t, { program, args, cwd: folder, env, clearEnv: true, size: SIZE });
}

const VIM = ["-u", "NONE", "-N", "-n", "-i", "NONE"];

test(
  "vim: a click moves the cursor to a text, a drag selects, the wheel scrolls",
  { skip: missing("vim") },
  async (t) => {
    const folder = tempDir(t);
    const lines = Array.from({ length: 60 }, (_, i) => `line ${i + 1} has a word and 漢字 in it`);
    writeFileSync(join(folder, "file.txt"), lines.join("\n"));
    const session = await open(
      t,
      "vim",
      [...VIM, "+set mouse=a ttymouse=sgr title showmode scrolloff=0", "file.txt"],
      folder,
    );
    await session.waitFor(Matcher.all([Matcher.title("file.txt"), Matcher.row(0, Matcher.containsText("line 1 "))]));

    const word = session.getByText("word", { within: session.row(4) });
    await word.click();
    const { row, col } = await word.box();
    await session.waitFor(Matcher.cursorAt(row, col));
    assert.deepEqual(await session.cursor().box(), { row: 4, col: 13, rows: 1, cols: 1 });

    // Behind two wide characters.
    await session.getByText("in it", { within: session.row(7) }).click();
    await session.waitFor(Matcher.cursorAt(7, 27));

    await session
      .getByText("has", { within: session.row(2) })
      .drag(session.getByText("word", { within: session.row(2) }));
    await session.row(-1).waitFor({ style: { bold: true } });
    await session.waitFor(Matcher.row(-1, Matcher.screenRegex("^-- VISUAL --")));
    const selected = session.getByText("has a", { within: session.row(2) });
    assert.notDeepEqual(await selected.style(), await session.getByText("line 3").style());

    await session.sendKey("escape");
    await session.getByText("VISUAL").waitFor({ state: "hidden" });
    const top = session.row(0).waitFor({ state: "changed" });
    await session.row(5).scroll(2);
    await top;
    assert.doesNotMatch(await session.row(0).text(), /^line 1 /);
    await session.writeText(":q!\r");
    await session.waitFor(Matcher.exitCode(0));
  },
);

test("less: has no mouse unless asked for, and marks what it found", { skip: missing("less") }, async (t) => {
  const folder = tempDir(t);
  writeFileSync(
    join(folder, "log"),
    Array.from({ length: 99 }, (_, i) => `entry ${i}${i % 10 === 7 ? " error" : ""}`).join("\n"),
  );
  const plain = await open(t, "less", ["log"], folder);
  await plain.waitFor(plain.getByText("entry 0"));
  await assert.rejects(plain.getByText("entry 3").click(), MouseNotTrackedError);
  await plain.writeText("/error\r");
  await plain
    .getByText("error")
    .first()
    .waitFor({ style: { inverse: true } });
  assert.equal(await plain.row(0).text(), "entry 7 error");
  const { matches } = await plain.find({ style: { inverse: true }, regex: "error" });
  assert.deepEqual(
    matches.map(({ row }) => row),
    [0, 10, 20],
  );

  const mouse = await open(t, "less", ["--mouse", "--wheel-lines=1", "log"], folder);
  await mouse.getByText("entry 0").waitFor();
  await mouse.row(3).scroll(5);
  await mouse.row(0).waitFor();
  await mouse.waitFor(Matcher.row(0, Matcher.screenRegex("^entry 5$")));
  await mouse.row(3).scroll(-2);
  await mouse.waitFor(Matcher.row(0, Matcher.screenRegex("^entry 3$")));
  await mouse.writeText("q");
  await mouse.waitFor(Matcher.exitCode(0));
});

test("mc: menus and files are clicked by their names", { skip: missing("mc") }, async (t) => {
  const folder = tempDir(t);
  for (const name of ["alpha", "beta"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "beta", "inside.txt"), "here");
  const session = await open(t, "mc", ["--nosubshell", "--xterm", folder, folder], folder);
  const left = session.region({ row: 0, col: 0, rows: 24, cols: 40 });
  await session.getByText("/beta", { within: left }).waitFor({ timeoutMs: 20_000 });

  await session.getByText("/beta", { within: left }).click({ count: 2 });
  await session.getByText("inside.txt", { within: left }).waitFor();
  assert.equal(await session.getByText("/alpha", { within: left }).isVisible(), false);

  // The menu bar shows up when the top row is clicked.
  await session.getByText("Command", { exact: true, within: session.row(0) }).click();
  const tree = session.getByText("Directory tree");
  await tree.waitFor();
  await session.sendKey("escape");
  await session.sendKey("escape");
  await tree.waitFor({ state: "hidden" });
});

test(
  "htop: a column is sorted by a click on its name, the bar below is found by its style",
  { skip: missing("htop") },
  async (t) => {
    const session = await open(t, "htop", ["-d", "50"]);
    const header = session.getByRegex(String.raw`PID\s.*Command`);
    await header.waitFor({ timeoutMs: 20_000 });
    const { row } = await header.box();
    const bar = session.getByText("Quit", { within: session.row(-1) });
    await bar.waitFor({ style: { background: "idx:6" } });
    const pid = session.getByText("PID", { exact: true, within: session.row(row) });
    await pid.waitFor();
    await pid.click();
    await session.getByRegex("PID[△▽]", { within: session.row(row) }).waitFor();
    await bar.click();
    await session.waitFor(Matcher.exitCode(0));
  },
);

test("nano: waits for what must not be, and for what the title bar shows", { skip: missing("nano") }, async (t) => {
  const folder = tempDir(t);
  const session = await open(t, "nano", ["--ignorercfiles", "notes.txt"], folder);
  await session.waitFor(Matcher.row(0, Matcher.style({ inverse: true }, { text: "notes.txt" })));
  await session.waitFor(Matcher.row(-3, Matcher.containsText("New File")));
  const modified = Matcher.row(0, Matcher.screenRegex("Modified *\\*?$"));
  await session.waitFor(Matcher.not(modified));
  await session.writeText("hello");
  await session.waitFor(modified);
  await session.sendKey("ctrl_s");
  await session.waitFor(Matcher.all([Matcher.not(modified), Matcher.row(1, Matcher.screenRegex("^hello$|^$"))]));
  await session.sendKey("ctrl_x");
  await session.waitFor(Matcher.exitCode(0));
});

/** Fills its rows with printed blanks. */
const FZF = "seq -f 'item %g of many' 1 30 | fzf --no-unicode --color=bw --no-scrollbar";
const GOLDEN = `  item 28 of many
  item 27 of many
  item 26 of many
  item 25 of many
  item 24 of many
> item 23 of many
  item 22 of many
  item 21 of many
  item 20 of many
  item 2 of many
  12/30 -------------------------------
> item 2`;

test(
  "fzf: rows end with their last letter, a text is chosen with the mouse and with keys, and the screen is a golden one",
  { skip: missing("fzf") },
  async (t) => {
    const env = { TERM: "xterm-256color", PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C.UTF-8" };
    const target = { program: "sh", args: ["-c", FZF], env, clearEnv: true, size: { rows: 12, cols: 40 } };
    const session = await start(t, target);
    await session.waitFor(Matcher.row(-2, Matcher.screenRegex("^  30/30 -+$")));
    // Printed blanks are a part of the plain text, and of no row.
    assert.match(session.snapshot().plainText, /item 9 of many {20}/);
    await session.waitFor(Matcher.row(1, Matcher.screenRegex("^  item 9 of many$")));
    assert.equal(await session.row(1).text(), "  item 9 of many");
    const { matches } = await session.find({ regex: "(?m)of many$" });
    assert.equal(matches.length, 10);

    await session.writeText("item 2");
    await session.waitFor(Matcher.row(-2, Matcher.containsText("12/30")));
    await session.getByText("item 23").click();
    await session.getByRegex("^> item 23 of many$", { within: session.row(5) }).waitFor();
    // Its old row may be drawn a moment later.
    await session.waitFor(({ lines }) => lines.join("\n") === GOLDEN);

    await session.sendKey("up");
    await session.getByText("> item 24 of many").waitFor();
    await session.sendKey("enter");
    await session.waitFor(Matcher.exitCode(0));
    assert.equal(await session.row(0).text(), "item 24 of many");
  },
);
