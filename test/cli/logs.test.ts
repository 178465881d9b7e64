import assert from "node:assert/strict";
import { once } from "node:events";
import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { RunningCommand, ptywright } from "../support/command.js";
import { NEEDS_PROC } from "../support/processes.js";
import { tempDir } from "../support/temp-dir.js";

/** A runtime directory with logs, and the command that shows them. */
class Logs {
  readonly home: string;
  readonly directory: string;
  readonly #t: TestContext;

  constructor(t: TestContext) {
    this.#t = t;
    this.home = tempDir(t);
    this.directory = join(this.home, "logs");
    mkdirSync(this.directory);
  }

  path(day: string): string {
    return join(this.directory, `ptywright.${day}.log`);
  }

  header(day: string): string {
    return `==> tailing ${this.path(day)} <==\n`;
  }

  write(day: string, text: string): void {
    appendFileSync(this.path(day), text);
  }

  show(...args: string[]): RunningCommand {
    return new RunningCommand(this.#t, ["logs", ...args], { PTYWRIGHT_HOME: this.home });
  }
}

const DAY = "2026-03-04";
const NEXT_DAY = "2026-03-05";

test("without logs it says so and exits with 1", (t) => {
  const home = tempDir(t);
  const nothing = ptywright(["logs"], { PTYWRIGHT_HOME: home });
  assert.equal(nothing.status, 1);
  assert.equal(nothing.stdout, "");
  assert.match(nothing.stderr, /^ptywright: no ptywright log files[^\n]*\n$/);

  mkdirSync(join(home, "logs"));
  writeFileSync(join(home, "secret"), "not a log\n");
  writeFileSync(join(home, "logs", "ptywright.2026-13-45.log"), "not a day\n");
  symlinkSync(join(home, "secret"), join(home, "logs", `ptywright.${DAY}.log`));
  assert.equal(ptywright(["logs"], { PTYWRIGHT_HOME: home }).status, 1);
});

test("it shows the last 20 lines of the newest log, or as many as asked for", async (t) => {
  const logs = new Logs(t);
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at + 1}\n`);
  logs.write("2026-01-01", "old\n");
  logs.write(DAY, lines.join(""));
  await logs
    .show()
    .read()
    .printed(logs.header(DAY) + lines.slice(10).join(""));
  await logs
    .show("--lines", "2")
    .read()
    .printed(logs.header(DAY) + lines.slice(28).join(""));
  await logs
    .show("--lines=99")
    .read()
    .printed(logs.header(DAY) + lines.join(""));
  await logs
    .show("--lines", "2", "--filter", "line 1")
    .read()
    .printed(`${logs.header(DAY)}line 18\nline 19\n`);
});

test("it follows the log line by line, even if lines and characters arrive in pieces", async (t) => {
  const logs = new Logs(t);
  logs.write(DAY, "before\nbegun, ");
  const command = logs.show("--lines", "0").read();
  await command.printed(logs.header(DAY));
  const bytes = Buffer.from("ended 漢é\nmore\n");
  for (const byte of bytes) appendFileSync(logs.path(DAY), Buffer.of(byte));
  await command.printed(`${logs.header(DAY)}begun, ended 漢é\nmore\n`);
});

test("it follows only lines that contain the text", async (t) => {
  const logs = new Logs(t);
  logs.write(DAY, "ERROR one\nINFO two\n");
  const command = logs.show("--filter", "ERR").read();
  await command.printed(`${logs.header(DAY)}ERROR one\n`);
  logs.write(DAY, "INFO three\nER");
  logs.write(DAY, "ROR four\nINFO five\nERROR six\n");
  await command.printed(`${logs.header(DAY)}ERROR one\nERROR four\nERROR six\n`);
});

test("it goes on with the files of the days after, in their order, and says so", async (t) => {
  const logs = new Logs(t);
  logs.write(DAY, "one\n");
  const command = logs.show().read();
  await command.printed(`${logs.header(DAY)}one\n`);
  logs.write(DAY, "two\ncut off");
  writeFileSync(join(logs.directory, "unrelated.txt"), "");
  logs.write(NEXT_DAY, "three\n");
  await command.printed(`${logs.header(DAY)}one\ntwo\ncut off\n${logs.header(NEXT_DAY)}three\n`);
  logs.write(NEXT_DAY, "four\n");
  await command.printed(`${logs.header(DAY)}one\ntwo\ncut off\n${logs.header(NEXT_DAY)}three\nfour\n`);
});

test("a log that is emptied, or replaced by another, is shown from its beginning", async (t) => {
  const logs = new Logs(t);
  logs.write(DAY, "one\ntwo\n");
  const command = logs.show().read();
  await command.printed(`${logs.header(DAY)}one\ntwo\n`);
  truncateSync(logs.path(DAY));
  await command.printed(`${logs.header(DAY)}one\ntwo\n${logs.header(DAY)}`);
  logs.write(DAY, "three\n");
  await command.printed(`${logs.header(DAY)}one\ntwo\n${logs.header(DAY)}three\n`);
  rmSync(logs.path(DAY));
  logs.write(DAY, "four, in another file\n");
  await command.printed(
    `${logs.header(DAY)}one\ntwo\n${logs.header(DAY)}three\n${logs.header(DAY)}four, in another file\n`,
  );
});

test("it says so when the directory of the logs goes away", async (t) => {
  const logs = new Logs(t);
  logs.write(DAY, "one\n");
  const command = logs.show().read();
  await command.printed(`${logs.header(DAY)}one\n`);
  rmSync(logs.directory, { recursive: true });
  const { status, stderr } = await command.ended();
  assert.equal(status, 1);
  assert.match(stderr, /^ptywright: the log directory [^\n]* is gone\n$/);
});

for (const [signal, expected] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)
  test(`${signal} ends it quietly with ${expected}, even while nobody reads`, async (t) => {
    const logs = new Logs(t);
    logs.write(DAY, "x\n");
    const followed = logs.show().read();
    await followed.printed(`${logs.header(DAY)}x\n`);
    followed.child.kill(signal);
    assert.deepEqual(await followed.ended(), { status: expected, stdout: followed.stdout, stderr: "" });

    // More than a pipe holds; the first byte shows that it is under way.
    logs.write(DAY, `${"y".repeat(99)}\n`.repeat(20_000));
    const stuck = logs.show("--lines", "20000");
    await new Promise((resolve) => stuck.child.stdout.once("readable", resolve));
    stuck.child.kill(signal);
    stuck.child.stdout.resume();
    assert.equal((await stuck.ended()).status, expected);
  });

test("a reader that goes away ends it quietly with the next line", async (t) => {
  const logs = new Logs(t);
  logs.write(DAY, "one\n");
  const command = logs.show().read();
  await command.printed(`${logs.header(DAY)}one\n`);
  command.child.stdout.destroy();
  await once(command.child.stdout, "close");
  logs.write(DAY, "two\n");
  const { status, stderr } = await command.ended();
  assert.deepEqual({ status, stderr }, { status: 0, stderr: "" });
});

test("only the end of a large log is read", { skip: NEEDS_PROC }, async (t) => {
  const logs = new Logs(t);
  logs.write(DAY, "");
  truncateSync(logs.path(DAY), 500_000_000);
  logs.write(DAY, "\none\ntwo\n");
  const command = logs.show("--lines", "2").read();
  await command.printed(`${logs.header(DAY)}one\ntwo\n`);
  const read = /^rchar: (\d+)$/m.exec(readFileSync(`/proc/${command.child.pid}/io`, "utf8"))?.[1];
  assert.ok(Number(read) < 50_000_000, `${read} bytes read`);
});
