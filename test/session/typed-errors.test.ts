import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import type { ErrorCode, RedactionOptions, SessionOptions, TargetLike, TargetOptions } from "ptywright";
import { Action, InvalidArgumentError, RawTranscriptError, RedactionPolicy, Session, SpawnError } from "ptywright";
import { failure } from "../support/failure.js";
import { fixture, shell } from "../support/fixture.js";
import { children, childrenSince, NEEDS_PROC, openDescriptors } from "../support/processes.js";
import { start } from "../support/session.js";
import { tempDir } from "../support/temp-dir.js";

/** A spawn that must fail; how is returned, and that it left neither a process nor a descriptor behind is checked. */
async function failedSpawn<T extends SpawnError | InvalidArgumentError | RawTranscriptError>(
  kind: abstract new (...args: never[]) => T,
  target: unknown,
  options?: SessionOptions,
): Promise<T> {
  const had = NEEDS_PROC === false ? { descriptors: openDescriptors(), children: children() } : undefined;
  const error = await failure(Session.spawn(target as TargetOptions, options), kind);
  if (had !== undefined) assert.deepEqual([openDescriptors(), childrenSince(had.children)], [had.descriptors, []]);
  return error;
}

// The guardian starts with the first session and stays.
before(async () => {
  const session = await Session.spawn(shell("exit 0"));
  await session.close();
});

type Place = (dir: string) => Partial<TargetOptions>;
const unusable: [title: string, place: Place, code: ErrorCode, message: RegExp][] = [
  [
    "a bare name that is nowhere in PATH",
    () => ({ program: "no-such-program-anywhere" }),
    "program_not_found",
    /no such file in the \d+ directories of PATH\. Install it/,
  ],
  [
    "a path that does not exist",
    (dir) => ({ program: join(dir, "missing") }),
    "program_not_found",
    /no such file: .*missing\. Check the path/,
  ],
  ["a directory", (dir) => ({ program: dir }), "program_is_directory", /is a directory/],
  [
    "a file without its execute bit",
    (dir) => {
      writeFileSync(join(dir, "script"), "#!/bin/sh\n", { mode: 0o644 });
      return { program: join(dir, "script") };
    },
    "program_not_executable",
    /permission denied: .*script may not be executed\. Try chmod \+x/,
  ],
  [
    "a script whose interpreter is missing",
    (dir) => {
      writeFileSync(join(dir, "script"), "#!/no/such/interpreter -x\n", { mode: 0o755 });
      return { program: "./script", cwd: dir };
    },
    "program_not_executable",
    /no such file: \/no\/such\/interpreter, the interpreter/,
  ],
  [
    "a cwd that does not exist",
    (dir) => ({ cwd: join(dir, "gone") }),
    "cwd_not_found",
    /no such file or directory: cwd .*gone\. Create it/,
  ],
  [
    "a cwd that is a file",
    (dir) => {
      writeFileSync(join(dir, "file"), "");
      return { cwd: join(dir, "file") };
    },
    "cwd_not_directory",
    /is not a directory/,
  ],
];
for (const [title, place, code, message] of unusable)
  test(`B2: ${title} is refused before anything is forked`, async (t) => {
    const dir = tempDir(t);
    const raw = join(dir, "raw");
    const target = { ...shell("exit 0"), ...place(dir) };
    const error = await failedSpawn(SpawnError, target, { rawTranscript: { path: raw } });
    assert.equal(error.code, code);
    assert.equal(error.program, target.program);
    assert.match(error.message, message);
    assert.ok(error.message.startsWith(`cannot start ${target.program}: `));
    assert.equal(existsSync(raw), false);
  });

test(
  "B2: a cwd that may not be entered is refused",
  { skip: process.getuid?.() === 0 && "root may enter every directory" },
  async (t) => {
    const dir = tempDir(t);
    mkdirSync(join(dir, "closed"));
    chmodSync(join(dir, "closed"), 0);
    const error = await failedSpawn(SpawnError, { ...shell("exit 0"), cwd: join(dir, "closed") });
    assert.equal(error.code, "cwd_not_accessible");
    assert.match(error.message, /permission denied/);
  },
);

const sh = { program: "/bin/sh" };
const illFormed: [field: string, target: unknown, options?: SessionOptions][] = [
  ["target", null],
  ["program", {}],
  ["program", { program: "" }],
  ["program", { program: "sh\0x" }],
  ["args", { ...sh, args: "-c" }],
  ["args[1]", { ...sh, args: ["-c", "a\0b"] }],
  ["cwd", { ...sh, cwd: "/tmp\0" }],
  ["env.A", { ...sh, env: { A: "b\0" } }],
  ["env", { ...sh, env: { "": "x" } }],
  ["env", { ...sh, env: { "A=B": "x" } }],
  ["env", { ...sh, env: { "A\0": "x" } }],
  ["clearEnv", { ...sh, clearEnv: 1 }],
  ["rows", { ...sh, size: { rows: 0 } }],
  ["rows", { ...sh, size: { rows: 1001 } }],
  ["cols", { ...sh, size: { cols: Number.NaN } }],
  ["cols", { ...sh, size: { cols: 1.5 } }],
  ["cols", { ...sh, size: { cols: -80 } }],
  ["pixelWidth", { ...sh, size: { pixelWidth: 65_536 } }],
  ["transcriptMaxChars", sh, { transcriptMaxChars: -1 }],
  ["transcriptMaxChars", sh, { transcriptMaxChars: Number.NaN }],
  ["rawTranscript.path", sh, { rawTranscript: { path: "" } }],
  ["rawTranscript.path", sh, { rawTranscript: { append: true } as never }],
];
for (const [field, target, options] of illFormed)
  test(`an ill-formed value is refused by its field: ${field} in ${JSON.stringify(options ?? target)}`, async (t) => {
    const raw = join(tempDir(t), "raw");
    const error = await failedSpawn(InvalidArgumentError, target, { rawTranscript: { path: raw }, ...options });
    assert.equal(error.field, field);
    assert.equal(error.code, "invalid_argument");
    assert.match(error.message, /must (?:not )?(?:be|have|contain)/);
    assert.equal(existsSync(raw), false);
  });

test("B13: the largest and the smallest size are fine", async (t) => {
  for (const side of [1, 1000]) {
    const session = await start(t, { ...shell("stty size"), size: { rows: side, cols: 1000 } });
    await session.wait();
    assert.equal(session.transcript().trim(), `${side} 1000`);
  }
});

test("F5: a raw transcript is never written over", async (t) => {
  const path = join(tempDir(t), "raw");
  writeFileSync(path, "precious");
  const error = await failedSpawn(RawTranscriptError, shell("printf x"), { rawTranscript: { path } });
  assert.deepEqual([error.code, error.path], ["raw_transcript_exists", path]);
  assert.match(error.message, /never overwritten; choose another path, or pass append/);
  assert.equal(readFileSync(path, "utf8"), "precious");
});

for (const append of [false, true])
  test(`F5: a raw transcript is never written through a link (append: ${append})`, async (t) => {
    const dir = tempDir(t);
    const [path, victim] = [join(dir, "raw"), join(dir, "victim")];
    writeFileSync(victim, "precious");
    for (const [name, target] of [
      [path, victim],
      [join(dir, "dangling"), join(dir, "nowhere")],
    ]) {
      symlinkSync(target, name);
      const error = await failedSpawn(RawTranscriptError, shell("printf x"), { rawTranscript: { path: name, append } });
      assert.equal(error.code, "raw_transcript_unsafe");
      assert.match(error.message, /is a symbolic link; give the path of a new file/);
    }
    assert.equal(readFileSync(victim, "utf8"), "precious");
    assert.equal(existsSync(join(dir, "nowhere")), false);
  });

test("a raw transcript needs a directory that exists", async (t) => {
  const path = join(tempDir(t), "missing", "raw");
  const error = await failedSpawn(RawTranscriptError, shell("printf x"), { rawTranscript: { path } });
  assert.equal(error.code, "raw_transcript_failed");
  assert.match(error.message, /no such directory; its directory must exist/);
});

test("O4: a host without descriptors gets a typed error, and keeps no file of a session that never was", (t) => {
  const raw = join(tempDir(t), "raw");
  const [path] = fixture("host-without-descriptors.mjs").args as string[];
  const script = 'ulimit -n 256 && exec "$0" "$@"';
  const { stdout, stderr } = spawnSync("/bin/sh", ["-c", script, process.execPath, path, raw], { encoding: "utf8" });
  assert.equal(stderr, "");
  const { name, code, message, left } = JSON.parse(stdout) as Record<string, unknown>;
  assert.deepEqual([name, code, left], ["SpawnError", "spawn_failed", false]);
  assert.match(message as string, /out of terminals, processes or descriptors/);
});

test("arguments and environments that exec would refuse are refused before the fork", async () => {
  const large = "x".repeat(140_000);
  const many = Array.from({ length: 30 }, () => "x".repeat(100_000));
  for (const target of [
    { program: "true", args: [large] },
    { program: "true", env: { LARGE: large } },
    { program: "true", args: many },
    // More than a call of a function can take.
    { program: "true", args: Array.from({ length: 300_000 }, () => "a short one") },
  ]) {
    const error = await failure(Session.spawn(target), SpawnError);
    assert.equal(error.code, "spawn_failed");
    assert.match(error.message, /argument list too long.*Pass large values in a file/);
  }
});

test("a misspelt option is refused instead of ignored", async () => {
  const wrong: [target: unknown, options?: unknown][] = [
    [{ program: "true", rows: 24 }],
    [{ program: "true", Cwd: "/" }],
    [{ program: "true", size: [50, 132] }],
    [{ program: "true", size: { rows: "24" } }],
    [{ program: "true" }, { timeoutMS: 5 }],
    [{ program: "true" }, null],
  ];
  for (const [target, options] of wrong)
    await failure(Session.spawn(target as TargetLike, options as SessionOptions), InvalidArgumentError);
  for (const options of [{ literals: ["x"] }, { extraLiterals: "x" }, { extraLiterals: [5] }])
    assert.throws(() => new RedactionPolicy(options as RedactionOptions), InvalidArgumentError);
});

test("messages point at the likely mistake", async () => {
  const cases: [attempt: () => unknown, hint: RegExp][] = [
    [() => Session.spawn({ program: "cat data.txt" }), /blank in it: pass arguments in args/],
    [() => Session.spawn({ program: "~/bin/x" }), /expandTilde/],
    [() => Action.key("PageUpp"), /did you mean page_up/],
    [() => Action.key("Cmd+C"), /did you mean ctrl_c/],
    [() => Action.key("ctrl_tabb"), /did you mean ctrl_tab/],
  ];
  for (const [attempt, hint] of cases) await assert.rejects(async () => attempt(), hint);
});
