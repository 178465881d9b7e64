import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import type { Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { ScreenSnapshot, Session } from "ptywright";
import { Matcher } from "ptywright";
import { fixture } from "../support/fixture.js";
import { start } from "../support/session.js";
import { tempDir } from "../support/temp-dir.js";

/** Where esctest.py of https://github.com/ThomasDickey/esctest2 is. */
const folder = process.env["PTYWRIGHT_ESCTEST"] ?? "";
/** Fewer must not pass. */
const LEAST_PASSED = 480;
const TIMEOUT_MS = 300_000;
const BLANK = 0x20;

/** DECRQCRA as xterm has answered it since its patch 334: the sum of the characters, blank cells as spaces. */
function checksum({ cells, size }: ScreenSnapshot, request: string): number {
  const [top, left, bottom, right] = request.split(" ").map(Number);
  let sum = 0;
  for (let row = top - 1; row < Math.min(bottom, size.rows); row++)
    for (let col = left - 1; col < Math.min(right, size.cols); col++)
      sum += cells[row * size.cols + col].text.codePointAt(0) ?? BLANK;
  return sum;
}

/** Starts the suite with the path of a socket, over which it asks for checksums of its own screen. */
async function startAnswered(t: TestContext, begin: (path: string) => Promise<Session>): Promise<Session> {
  const path = join(tempDir(t), "socket");
  const server = createServer().listen(path);
  t.after(() => server.close());
  await once(server, "listening");
  const started = begin(path);
  const answer = async (line: string, socket: Socket): Promise<void> => {
    const session = await started;
    socket.write(`${checksum(session.snapshot(), line)}\n`);
  };
  server.on("connection", (socket: Socket) => {
    t.after(() => socket.destroy());
    createInterface({ input: socket }).on("line", (line) => void answer(line, socket));
  });
  return started;
}

/** The names of the tests by what became of them, as esctest's log has it. */
function resultsOf(log: string): { passed: string[]; excused: string[]; failed: string[] } {
  const results = { passed: [] as string[], excused: [] as string[], failed: [] as string[] };
  for (const entry of log.split(/^Run test: /m).slice(1)) {
    const name = entry.slice(0, entry.indexOf("\n"));
    if (/^Passed\.$/m.test(entry)) results.passed.push(name);
    else if (/^\*\*\* TEST/m.test(entry)) results.failed.push(name);
    else results.excused.push(name);
  }
  return results;
}

/** `ClassTests.test_One` and `ClassTests.test_Two` as `Class: One, Two`. */
function byClass(names: readonly string[]): string[] {
  const classes = new Map<string, string[]>();
  for (const name of names) {
    const [group, one] = name.split(".");
    classes.set(group, [...(classes.get(group) ?? []), one.replace("test_", "")]);
  }
  return [...classes].map(([group, ones]) => `${group.replace(/Tests$/, "")} (${ones.length}): ${ones.join(", ")}`);
}

test(
  "T1: esctest2 finds the terminal to be as xterm is",
  {
    skip: folder === "" && "set PTYWRIGHT_ESCTEST to the folder of esctest2 that has esctest.py",
    timeout: TIMEOUT_MS + 10_000,
  },
  async (t) => {
    const log = join(tempDir(t), "log");
    const suite = [
      "--expected-terminal=xterm",
      "--max-vt-level=5",
      "--xterm-checksum=390",
      "--xterm-reverse-wrap=390",
      "--no-print-logs",
      `--logfile=${log}`,
      // What it then expects of windows is not excused where we have none.
      "--options",
      "xtermWinopsEnabled",
    ];
    const size = { rows: 25, cols: 80, pixelWidth: 800, pixelHeight: 500 };
    const session = await startAnswered(t, (path) =>
      start(t, { ...fixture("runs-esctest.py", folder, path, ...suite), size }),
    );
    await session.waitFor(Matcher.processExited(), { timeoutMs: TIMEOUT_MS });
    const { passed, excused, failed } = resultsOf(readFileSync(log, "utf8"));
    t.diagnostic(`${passed.length} pass, ${excused.length} are not expected to, ${failed.length} fail`);
    for (const line of byClass(failed)) t.diagnostic(line);
    assert.ok(passed.length >= LEAST_PASSED, `${passed.length} of at least ${LEAST_PASSED} tests pass`);
  },
);
