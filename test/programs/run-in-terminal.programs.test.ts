import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { Matcher } from "ptywright";
import { InTerminal } from "../cli/run-support.js";
import { tempDir } from "../support/temp-dir.js";
import { missing } from "../support/tmux.js";

async function startInRun(t: TestContext, program: string, ...args: string[]): Promise<InTerminal> {
  return InTerminal.start(t, { program, args }, [], { HOME: tempDir(t), PS1: "$ ", TERM: "xterm-256color" });
}

async function endsClean(terminal: InTerminal, code = 0): Promise<void> {
  assert.equal(await terminal.ended(), code);
  const { before, after } = terminal.settings;
  assert.equal(after, before);
  const { alternateScreen, applicationCursor, bracketedPaste, cursor } = terminal.session.snapshot();
  assert.deepEqual([alternateScreen, applicationCursor, bracketedPaste, cursor.visible], [false, false, false, true]);
}

test("vim edits, follows a resize, saves and quits inside of run", { skip: missing("vim") }, async (t) => {
  const path = join(tempDir(t), "file.txt");
  const terminal = await startInRun(t, "vim", "-u", "NONE", "-N", "-n", "-i", "NONE", path);
  const { session } = terminal;
  await terminal.shows("~");
  await session.writeText("ihello, 漢字");
  await terminal.shows("hello, 漢字");
  await session.sendKey("escape");
  session.resize({ rows: 30, cols: 100 });
  // It draws anew, over what it said before.
  await session.waitFor(Matcher.screenRegex("(?:~ *\\n){27}"));
  await session.writeText(":echo 'size' &lines &columns\r");
  await terminal.shows("size 30 100");
  await session.writeText("0iA\x1b:wq\r");
  await endsClean(terminal);
  assert.equal(readFileSync(path, "utf8"), "Ahello, 漢字\n");
});

test("L4: vim that is killed leaves a clean terminal behind", { skip: missing("vim") }, async (t) => {
  const terminal = await startInRun(t, "vim", "-u", "NONE", "-N", "-n", "-i", "NONE", "-c", "set mouse=a");
  await terminal.session.waitFor(Matcher.all([Matcher.containsText("~"), Matcher.screenStable(100)]));
  assert.notEqual(terminal.session.snapshot().mouseTracking, "none");
  await terminal.session.writeText(":call system('kill -KILL ' . getpid())\r");
  await endsClean(terminal, 137);
  assert.equal(terminal.session.snapshot().mouseTracking, "none");
});

test("bash controls its jobs inside of run", { skip: missing("bash") }, async (t) => {
  const terminal = await startInRun(t, "bash", "--norc", "--noprofile");
  const { session } = terminal;
  await terminal.shows("$ ");
  await session.writeText("sleep 1000\r");
  await session.waitFor(Matcher.all([Matcher.containsText("$ sleep 1000"), Matcher.screenStable(100)]));
  await session.sendKey("ctrl_z");
  await terminal.shows("Stopped");
  await session.writeText("fg\r");
  await session.waitFor(Matcher.all([Matcher.containsText("fg\nsleep 1000"), Matcher.screenStable(100)]));
  await session.sendKey("ctrl_c");
  await terminal.shows("^C\n$ ");
  await session.writeText("echo $?; exit 9\r");
  await terminal.shows("\n130\n");
  await endsClean(terminal, 9);
});

test("less pages and quits inside of run", { skip: missing("less") }, async (t) => {
  const path = join(tempDir(t), "lines");
  writeFileSync(path, Array.from({ length: 100 }, (_, i) => `line ${i}.`).join("\n"));
  const terminal = await startInRun(t, "less", path);
  await terminal.shows("line 22.");
  await terminal.session.sendKey("page_down");
  await terminal.shows("line 45.");
  await terminal.session.writeText("q");
  await endsClean(terminal);
});

test("htop starts and quits inside of run", { skip: missing("htop") }, async (t) => {
  const terminal = await startInRun(t, "htop", "--readonly");
  await terminal.shows("F1Help");
  await terminal.session.writeText("q");
  await endsClean(terminal);
});
