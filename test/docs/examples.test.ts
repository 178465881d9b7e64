import { TEST_HOME } from "../support/home.js";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import ts from "typescript";
import { tempDir } from "../support/temp-dir.js";
import { ROOT } from "./markdown.js";

const FOLDER = join(ROOT, "examples");
const LIMIT_MS = 30_000;
const { PATH = "/usr/bin:/bin" } = process.env;

interface Expected {
  /** Among them the last line, which is printed only if all before it went well. */
  readonly prints: readonly RegExp[];
  readonly never?: RegExp;
}

const EXAMPLES: Readonly<Record<string, Expected>> = {
  "drive-shell.sh": { prints: [/^6 \* 7 is 42$/m, /^the shell is gone$/m] },
  "drive_repl.py": { prints: [/^6 \* 7 is 42$/m, /^the REPL has left$/m] },
  "full-screen.mjs": {
    prints: [/^G shows the last page:$/m, /^q left the alternate screen, exit code 0$/m],
  },
  "prompt-and-secret.mjs": {
    prints: [/^session_token=\[REDACTED\]$/m, /^the secret is not in the redacted transcript$/m],
    never: /correct-horse/,
  },
  "remote-repl.mts": {
    prints: [
      /^6 \* 7 is 42, seen after \d+ ms$/m,
      /not on the screen/,
      /^the REPL left with exit code 0, \d+ characters/m,
    ],
  },
  "repl.mjs": { prints: [/^6 \* 7 is 42/m, /^the REPL left with exit code 0$/m] },
  "tour.mjs": { prints: [/Evidence/, /processes left behind/] },
  "watch-build.mjs": {
    prints: [
      /^good build succeeded, exit code 0$/m,
      /^broken build failed: undefined symbol: main, exit code 1$/m,
      /^stuck build hangs: silent for \d+ ms, last line "waiting for lock"$/m,
    ],
  },
};

/** Node before 22.18 does not run TypeScript; what it would run is what is left without the types. */
function withoutTypes(name: string): string {
  const { outputText } = ts.transpileModule(readFileSync(join(FOLDER, name), "utf8"), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  const folder = join(ROOT, "build", "examples");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name.replace(/\.mts$/, ".mjs"));
  writeFileSync(file, outputText);
  return file;
}

function command(name: string): [string, string] {
  const file = join(FOLDER, name);
  switch (extname(name)) {
    case ".py":
      return ["python3", file];
    case ".sh":
      return ["/bin/sh", file];
    case ".mts":
      return [process.execPath, withoutTypes(name)];
    default:
      return [process.execPath, file];
  }
}

/** Rejects unless the example exits with 0. */
async function run(name: string, cwd: string, path: string): Promise<string> {
  const env = { PATH: path, PTYWRIGHT_HOME: TEST_HOME };
  const [program, file] = command(name);
  const { stdout } = await promisify(execFile)(program, [file], { cwd, env, timeout: LIMIT_MS });
  return stdout;
}

test("every example is run here", () => {
  // That one needs a server of its own: shell-page.programs.test.ts runs it.
  const names = readdirSync(FOLDER).filter((name) => /\.(mjs|mts|py|sh)$/.test(name) && name !== "test-a-pager.sh");
  assert.deepEqual(names.sort(), Object.keys(EXAMPLES).sort());
});

for (const [name, { prints, never }] of Object.entries(EXAMPLES)) {
  test(`examples/${name} runs to its end, prints what it should and leaves no file behind`, async (t) => {
    const folder = tempDir(t);
    const output = await run(name, folder, PATH);
    for (const text of prints) assert.match(output, text);
    if (never !== undefined) assert.doesNotMatch(output, never);
    assert.deepEqual(readdirSync(folder), []);
  });
}

test("examples/full-screen.mjs brings its own pager where there is no less", async (t) => {
  const folder = tempDir(t);
  assert.match(await run("full-screen.mjs", folder, folder), /^q left the alternate screen, exit code 0$/m);
});
