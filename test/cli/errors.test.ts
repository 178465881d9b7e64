import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { VERSION } from "ptywright";
import { hosted } from "../support/command-host.js";
import { BIN, ptywright } from "../support/command.js";
import { tempDir } from "../support/temp-dir.js";

test("a call that makes no sense is one line on stderr that points at the right help, and exit 2", async () => {
  for (const [line, stderr] of [
    ["serv", 'unknown command "serv" (did you mean serve?); see ptywright --help'],
    ["--versoin", 'unknown option "--versoin" (did you mean --version?); see ptywright --help'],
    ["__compl", 'unknown command "__compl"; see ptywright --help'],
    [
      "serve --stdio --socket x",
      "--stdio and --socket exclude each other; give one of them; see ptywright serve --help",
    ],
    ["run", "no program to run; expected ptywright run -- CMD [ARG]...; see ptywright run --help"],
    ["run --rows 1001 -- true", '--rows must be a whole number from 1 to 1000, got "1001"; see ptywright run --help'],
    ["logs --lines -1", '--lines must be a whole number from 0 to 100000, got "-1"; see ptywright logs --help'],
    [
      "completions",
      "no shell given; expected one of: bash, zsh, fish, elvish, powershell; see ptywright completions --help",
    ],
    ["help ru", 'unknown command "ru" (did you mean run?); see ptywright --help'],
    ["help run serve", 'unknown command "run serve"; see ptywright --help'],
    ["help plugin chekc", 'unknown command "plugin chekc" (did you mean plugin check?); see ptywright --help'],
    ["plugin", "plugin needs one of: check, new, test, capture, list; see ptywright plugin --help"],
    ["plugin chekc x", 'unknown command "plugin chekc" (did you mean check?); see ptywright plugin --help'],
    ["plugin check", "no manifest given; expected ptywright plugin check MANIFEST; see ptywright plugin check --help"],
    [
      "plugin capture shell",
      "--name NAME is needed, to say what the fixture is called; see ptywright plugin capture --help",
    ],
    ["plugin test a b", 'unexpected argument "b"; plugin test takes one DIR; see ptywright plugin test --help'],
    [
      "plugin list x",
      'unexpected argument "x"; plugin list takes no arguments besides options; see ptywright plugin list --help',
    ],
    ["serve --plugin=", "--plugin must be a path, got an empty one; see ptywright serve --help"],
    ["help __complete", 'unknown command "__complete"; see ptywright --help'],
  ])
    assert.deepEqual(await hosted(line.split(" ")), { status: 2, stdout: "", stderr: `ptywright: ${stderr}\n` });
});

test("an unknown shell is exit 1 with the shells there are", () => {
  assert.deepEqual(ptywright(["completions", "tcsh"]), {
    status: 1,
    stdout: "",
    stderr: "ptywright: unknown shell 'tcsh', expected one of: bash, zsh, fish, elvish, powershell\n",
  });
});

test("L1: what an error repeats is redacted, and stays on one line that leaves the terminal alone", async () => {
  for (const args of [
    ["completions", "x\n\x1b[31m\u009b sk-abcdefghijklmnop1234 y"],
    ["--token=sk-abcdefghijklmnop1234\n\x1b[31m\u009b"],
    ["help", "sk-abcdefghijklmnop1234\r\x1b]0;x\x07"],
  ]) {
    const { stderr } = await hosted(args);
    assert.match(stderr, /^[^\p{Cc}]*\n$/u);
    assert.match(stderr, /REDACTED/);
    assert.doesNotMatch(stderr, /abcdefgh/);
  }
});

test("a reader that goes away early is no error", async () => {
  const child = spawn(process.execPath, [BIN, "__complete", "fish", "run", "--", ""], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (bytes: Buffer) => (stderr += bytes.toString()));
  child.stdout.destroy();
  const [status] = (await once(child, "close")) as [number | null];
  assert.deepEqual({ status, stderr }, { status: 0, stderr: "" });
});

test("output that cannot be written is exit 1 with the reason", { skip: process.platform !== "linux" }, () => {
  const line = '"$0" "$1" --help > /dev/full';
  const { status, stderr } = spawnSync("/bin/sh", ["-c", line, process.execPath, BIN], { encoding: "utf8" });
  assert.equal(status, 1);
  assert.match(stderr, /^ptywright: .*no space left[^\n]*\n$/);
});

test("a closed stderr changes nothing about the exit code", () => {
  const { status } = spawnSync("/bin/sh", ["-c", '"$0" "$1" nope 2>&-', process.execPath, BIN]);
  assert.equal(status, 2);
});

test("the version is told whatever follows", () => {
  assert.deepEqual(ptywright(["-V", "run"]), { status: 0, stdout: `ptywright ${VERSION}\n`, stderr: "" });
});

test("a clone that was not built says so in one line", (t) => {
  const folder = tempDir(t);
  mkdirSync(join(folder, "bin"));
  copyFileSync(BIN, join(folder, "bin", "ptywright"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, "bin", "ptywright"), "--version"], {
    encoding: "utf8",
  });
  assert.deepEqual([status, stdout], [1, ""]);
  assert.match(stderr, /^ptywright: its own files cannot be read; [^\n]*npm run build[^\n]*\n$/);
});
