import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { InvalidArgumentError } from "../../base/index.js";
import { Config, Paths } from "../config/index.js";
import { FileSink } from "./file-sink.js";
import { initForOneshot, initForRun, initForServeSocket, initForServeStdio, logger, type LogGuard } from "./index.js";

const directory = mkdtempSync(join(tmpdir(), "ptywright-logging-"));
after(() => rmSync(directory, { recursive: true }));
let count = 0;
const log = logger("test");

type Init = typeof initForRun;
interface Setup {
  readonly guard: LogGuard;
  readonly paths: Paths;
  readonly stderr: string[];
  /** File name and content of every log. */
  readonly logs: () => Record<string, string>;
  readonly at: (time: string) => void;
}
function setUp(
  init: Init,
  config: ConstructorParameters<typeof Config>[0] = {},
  directive?: string,
  paths = new Paths(join(directory, `${count++}`)),
): Setup {
  let time = "2026-01-02T23:59:59.000Z";
  const stderr: string[] = [];
  const guard = init(paths, new Config({ level: "info", ...config }).logging, {
    redactor: { redact: (text) => text.replace(/sk-\w+/g, "[REDACTED]") },
    env: { PTYWRIGHT_LOG: directive },
    now: () => new Date(time),
    stderr: { write: (line) => stderr.push(line) },
  });
  const logs = (): Record<string, string> =>
    existsSync(paths.logsDir)
      ? Object.fromEntries(
          readdirSync(paths.logsDir).map((name) => [name, readFileSync(join(paths.logsDir, name), "utf8")]),
        )
      : {};
  return { guard, paths, stderr, logs, at: (next) => (time = next) };
}

test("a logger is silent before logging is set up and after it has ended", async () => {
  log.error("nobody hears");
  assert.equal(log.isEnabled("error"), false);
  const { guard, logs } = setUp(initForRun);
  assert.equal(log.isEnabled("error"), true);
  await guard.close();
  log.error("nobody hears");
  assert.deepEqual(logs(), {});
});

const line = "2026-01-02T23:59:59.000Z WARN  test: hello key=[REDACTED]\n";
for (const [name, init, toFile, toStderr] of [
  ["run", initForRun, true, false],
  ["serve --stdio", initForServeStdio, true, true],
  ["serve --socket", initForServeSocket, true, true],
  ["a one-shot command", initForOneshot, false, true],
] as const)
  test(`${name} logs to ${[toFile && "the file", toStderr && "stderr"].filter(Boolean).join(" and ")}`, async () => {
    const { guard, stderr, logs } = setUp(init);
    log.warn("hello", { key: "sk-123" });
    await guard.close();
    assert.deepEqual(logs(), toFile ? { "ptywright.2026-01-02.log": line } : {});
    assert.deepEqual(stderr, toStderr ? [line] : []);
  });

test("file = false keeps records out of the file", async () => {
  const { guard, stderr, logs } = setUp(initForServeStdio, { file: false });
  log.warn("hello");
  await guard.close();
  assert.deepEqual([logs(), stderr.length], [{}, 1]);
});

test(
  "the directory and the file are made for the first record, and private",
  { skip: process.platform === "win32" },
  async () => {
    const { guard, paths } = setUp(initForRun);
    await guard.flush();
    assert.equal(existsSync(paths.home), false);
    log.info("x");
    await guard.flush();
    assert.equal(statSync(paths.logsDir).mode & 0o777, 0o700);
    assert.equal(statSync(join(paths.logsDir, "ptywright.2026-01-02.log")).mode & 0o777, 0o600);
    await guard.close();
  },
);

test("PTYWRIGHT_LOG beats the config, module by module", async () => {
  const { guard, stderr } = setUp(initForOneshot, { level: "error" }, "warn,rpc=debug,quiet=off");
  logger("test").info("no");
  logger("test").warn("yes");
  logger("rpc").debug("yes");
  logger("rpc").trace("no");
  logger("quiet").error("no");
  await guard.close();
  assert.equal(stderr.length, 2);
  assert.ok(stderr.every((text) => text.includes(": yes")));
});

test("an empty PTYWRIGHT_LOG is none, and a wrong one is refused by name", async () => {
  await setUp(initForOneshot, {}, "").guard.close();
  for (const [config, directive, field] of [
    [{}, "loud", "PTYWRIGHT_LOG"],
    [{ level: "loud" }, undefined, "logging.level"],
  ] as const)
    assert.throws(
      () => setUp(initForOneshot, config, directive),
      (error: unknown) =>
        error instanceof InvalidArgumentError && error.field === field && error.message.includes('"loud"'),
    );
});

test("F8: each record goes to the file of its own day, and rotation prunes", async () => {
  const { guard, logs, at, paths } = setUp(initForRun, { maxDays: 2 });
  paths.ensureLogsDir();
  writeFileSync(join(paths.logsDir, "ptywright.2025-12-31.log"), "old\n");
  writeFileSync(join(paths.logsDir, "other.2025-12-31.log"), "foreign\n");
  log.info("one");
  await guard.flush();
  assert.ok("ptywright.2025-12-31.log" in logs());
  at("2026-01-03T00:00:00.000Z");
  log.info("two");
  at("2026-01-03T00:00:01.000Z");
  log.info("three");
  at("2026-01-04T00:00:00.000Z");
  log.info("four");
  await guard.close();
  const messages = Object.entries(logs()).map(([name, text]) => [name, text.match(/(?<=test: )\w+/g)]);
  assert.deepEqual(Object.fromEntries(messages), {
    "other.2025-12-31.log": null,
    "ptywright.2026-01-02.log": ["one"],
    "ptywright.2026-01-03.log": ["two", "three"],
    "ptywright.2026-01-04.log": ["four"],
  });
});

test("the start prunes too", async () => {
  const paths = new Paths(join(directory, `${count++}`));
  paths.ensureLogsDir();
  writeFileSync(join(paths.logsDir, "ptywright.2025-01-01.log"), "");
  const { guard, logs } = setUp(initForRun, {}, undefined, paths);
  assert.deepEqual(logs(), {});
  await guard.close();
});

test(
  "a symlinked log file is refused, and said once where stderr is ours",
  { skip: process.platform === "win32" },
  async () => {
    for (const [init, said] of [
      [initForServeStdio, 1],
      [initForRun, 0],
    ] as const) {
      const paths = new Paths(join(directory, `${count++}`));
      const target = join(directory, `target-${count++}`);
      writeFileSync(target, "precious");
      symlinkSync(target, join(paths.ensureLogsDir(), "ptywright.2026-01-02.log"));
      const { guard, stderr } = setUp(init, {}, undefined, paths);
      for (let round = 0; round < 3; round++) {
        log.warn("hello");
        await guard.flush();
      }
      await guard.close();
      assert.equal(readFileSync(target, "utf8"), "precious");
      assert.equal(stderr.filter((text) => /cannot write the log file: .* is a symbolic link/.test(text)).length, said);
    }
  },
);

test("a file that can be written again is, and tells what is missing", async () => {
  const paths = new Paths(join(directory, `${count++}`));
  const blocked = join(paths.ensureLogsDir(), "ptywright.2026-01-02.log");
  mkdirSync(blocked);
  const { guard, at, logs } = setUp(initForRun, {}, undefined, paths);
  log.warn("lost");
  await guard.flush();
  rmSync(blocked, { recursive: true });
  at("2026-01-02T23:59:59.500Z");
  log.warn("lost too");
  await guard.flush();
  at("2026-01-03T00:00:40.000Z");
  log.warn("kept");
  await guard.close();
  assert.match(logs()["ptywright.2026-01-03.log"] ?? "", /logging: 2 records were dropped.*\n.*test: kept\n$/);
});

const full = { skip: existsSync("/dev/full") ? false : "needs /dev/full" };
test("O4: a full disk is reported once and never thrown", full, async () => {
  const troubles: string[] = [];
  const sink = new FileSink({
    directory: () => directory,
    maxDays: 0,
    droppedLine: (lost) => `${lost} lost\n`,
    onTrouble: (message) => troubles.push(message),
    open: () => openSync("/dev/full", "a"),
  });
  for (let round = 0; round < 3; round++) {
    sink.write("x\n", new Date());
    await sink.flush();
  }
  sink.write("x\n", new Date());
  sink.flushSync();
  await sink.close();
  assert.equal(troubles.length, 1);
  assert.match(troubles[0] ?? "", /ENOSPC/);
});

test("L3: a burst is bounded, and the gap is counted at its place", async () => {
  const { guard, logs } = setUp(initForRun);
  const big = "x".repeat(8_000);
  for (let index = 0; index < 1_000; index++) log.info(big, { index });
  await guard.flush();
  log.info("after");
  await guard.close();
  const text = logs()["ptywright.2026-01-02.log"] ?? "";
  const lines = text.trimEnd().split("\n");
  const notice = lines.at(-2) ?? "";
  assert.ok(text.length < 1_100_000);
  assert.equal(lines.length - 2 + Number(/(\d+) records were dropped/.exec(notice)?.[1]), 1_000);
  assert.match(lines.at(-1) ?? "", /after/);
});

test("records keep their order across batches", async () => {
  const { guard, logs } = setUp(initForRun, { format: "json" });
  for (let index = 0; index < 2_000; index++) {
    log.info(String(index));
    if (index % 7 === 0) await new Promise(setImmediate);
  }
  await guard.close();
  const numbers = (logs()["ptywright.2026-01-02.log"] ?? "")
    .trimEnd()
    .split("\n")
    .map((text) => Number((JSON.parse(text) as { message: string }).message));
  assert.deepEqual(
    numbers,
    Array.from({ length: 2_000 }, (_, index) => index),
  );
});

test("a redactor that fails keeps the record out rather than raw", async () => {
  const stderr: string[] = [];
  const guard = initForOneshot(new Paths(directory), new Config().logging, {
    redactor: {
      redact: () => {
        throw new Error("broken");
      },
    },
    env: {},
    stderr: { write: (text) => stderr.push(text) },
  });
  assert.doesNotThrow(() => log.error("secret"));
  await guard.close();
  assert.deepEqual(stderr, []);
});

test("O5: a stderr that nobody reads costs lines, not memory", async () => {
  const stream = { written: [] as string[], writableLength: 0, write: (text: string) => stream.written.push(text) };
  const guard = initForOneshot(new Paths(directory), new Config().logging, {
    redactor: { redact: (text) => text },
    env: {},
    stderr: stream,
  });
  stream.writableLength = 2_000_000;
  log.error("lost");
  stream.writableLength = 0;
  log.error("kept");
  await guard.close();
  assert.match(stream.written.join(""), /^.*1 records were dropped: stderr.*\n.*kept\n$/);
});

test("leaving a block with await using ends logging", async () => {
  {
    await using guard = setUp(initForRun).guard;
    assert.ok(guard);
    assert.equal(log.isEnabled("error"), true);
  }
  assert.equal(log.isEnabled("error"), false);
});

test("what was logged just before process.exit is in the file, once", () => {
  const home = join(directory, `${count++}`);
  const here = fileURLToPath(new URL("./index.js", import.meta.url));
  const config = fileURLToPath(new URL("../config/index.js", import.meta.url));
  const script = `
    const { initForRun, logger } = await import(${JSON.stringify(here)});
    const { Config, Paths } = await import(${JSON.stringify(config)});
    initForRun(new Paths(${JSON.stringify(home)}), new Config().logging, { redactor: { redact: (t) => t }, env: {} });
    for (let i = 0; i < 300; i++) logger("m").error("early " + i);
    await new Promise(setImmediate);
    for (let i = 0; i < 300; i++) logger("m").error("late " + i);
    process.exit(3);`;
  const result = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  assert.deepEqual([result.status, result.stdout, result.stderr], [3, "", ""]);
  const [name] = readdirSync(join(home, "logs"));
  const messages = readFileSync(join(home, "logs", name), "utf8").match(/(?:early|late) \d+/g) ?? [];
  assert.equal(messages.length, 600);
  assert.equal(new Set(messages).size, 600);
});
