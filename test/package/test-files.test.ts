import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { tempDir } from "../support/temp-dir.js";

interface TestFile {
  readonly compiled: string;
  readonly source: string;
  readonly suite: string;
  readonly isAlone: boolean;
}

const FILES = new URL("../../../scripts/test-files.mjs", import.meta.url).href;
const { kindOf, testFiles } = (await import(FILES)) as {
  kindOf: (source: string) => Pick<TestFile, "suite" | "isAlone">;
  testFiles: (root: string) => TestFile[];
};

for (const [source, suite, isAlone] of [
  ["src/a/b.test.ts", "quick", false],
  ["src/a/b.alone.test.ts", "quick", true],
  ["src/a/b.heavy.test.ts", "heavy", true],
  ["test/a/b.test.ts", "quick", true],
  ["test/a/b.programs.test.ts", "programs", true],
] as const)
  test(`${source} belongs to the ${suite} tests${isAlone ? ", alone in its process" : ""}`, () => {
    assert.deepEqual(kindOf(source), { suite, isAlone });
  });

test("a kind that nobody knows is told, so that no test is left out by a slip", () => {
  assert.throws(
    () => kindOf("src/a/b.havy.test.ts"),
    /src\/a\/b\.havy\.test\.ts is of the kind "havy"; .* knows alone/,
  );
});

test("what was compiled from a test that is gone or has another name now is not run", (t) => {
  const root = tempDir(t);
  for (const file of ["src/a.test.ts", "test/b.heavy.test.ts"])
    for (const path of [file, `${file.replace(/^src/, "dist").replace(/^test/, "build/test").slice(0, -3)}.js`]) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), "");
    }
  for (const gone of ["dist/gone.test.js", "build/test/b.test.js"]) writeFileSync(join(root, gone), "");
  assert.deepEqual(
    testFiles(root).map(({ compiled, suite }) => [compiled, suite]),
    [
      ["build/test/b.heavy.test.js", "heavy"],
      ["dist/a.test.js", "quick"],
    ],
  );
});
