import assert from "node:assert/strict";
import { chmodSync, chownSync, lchownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { wayToFile } from "./index.js";

const STRANGER = 12_345;
const isRoot = process.geteuid?.() === 0;
const posix = { skip: process.platform === "win32" ? "Windows has no modes" : false };

test(
  "F1: one place on the way that somebody else may change is enough, wherever it is and however it is reached",
  posix,
  (t) => {
    const root = mkdtempSync(join(tmpdir(), "ptywright-way-"));
    t.after(() => rmSync(root, { recursive: true, force: true }));
    const names = ["a", "b", "c"];
    const directories = names.map((_, at) => join(root, ...names.slice(0, at + 1)));
    for (const directory of directories) mkdirSync(directory);
    const file = join(root, "a", "b", "c", "file");
    writeFileSync(file, "");
    symlinkSync("a/b/../b/c", join(root, "relative"));
    symlinkSync(join(root, "a/b"), join(root, "absolute"));
    symlinkSync("../../absolute/c/file", join(root, "a/b/to-file"));
    const ways = ["a/b/c/file", "relative/file", "absolute/c/file", "absolute/to-file", "a/./b/../b/c//file"];
    let tried = 0;
    for (const [at, directory] of directories.entries())
      for (let others = 0; others < 0o200; others++) {
        const bits = 0o700 | (others & 0o77) | (others > 0o77 ? 0o1000 : 0);
        for (const owner of isRoot ? [0, STRANGER] : [undefined]) {
          chmodSync(directory, bits);
          if (owner !== undefined) chownSync(directory, owner, 0);
          const isOpen = owner === STRANGER || ((bits & 0o022) !== 0 && (bits & 0o1000) === 0);
          for (const way of ways) {
            const { doubt, file: found } = wayToFile(`${root}/${way}`);
            assert.equal(doubt !== undefined, isOpen, `${names[at]} ${bits.toString(8)} of ${owner}, by ${way}`);
            assert.equal(found?.isFile(), isOpen ? undefined : true);
            tried++;
          }
          if (owner !== undefined) chownSync(directory, 0, 0);
        }
        chmodSync(directory, 0o700);
      }
    assert.ok(tried > 1_000, `${tried} ways`);
  },
);

test(
  "F1: a link, or the file itself, of another user is one too",
  { skip: isRoot ? false : "only root can give files away" },
  (t) => {
    const root = mkdtempSync(join(tmpdir(), "ptywright-way-"));
    t.after(() => rmSync(root, { recursive: true, force: true }));
    mkdirSync(join(root, "own"));
    writeFileSync(join(root, "own/file"), "");
    symlinkSync("own", join(root, "link"));
    assert.equal(wayToFile(join(root, "link/file")).doubt, undefined);
    lchownSync(join(root, "link"), STRANGER, STRANGER);
    assert.match(wayToFile(join(root, "link/file")).doubt?.problem ?? "", /link belongs to another user/);
    assert.equal(wayToFile(join(root, "own/file")).doubt, undefined);
    chownSync(join(root, "own/file"), STRANGER, STRANGER);
    assert.match(wayToFile(join(root, "own/file")).doubt?.problem ?? "", /file belongs to another user/);
  },
);

test("what is missing, a circle of links and a file in place of a directory end the way", posix, (t) => {
  const root = mkdtempSync(join(tmpdir(), "ptywright-way-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  symlinkSync("circle", join(root, "circle"));
  writeFileSync(join(root, "file"), "");
  for (const name of ["missing/file", "circle/file", "file/file"]) assert.deepEqual(wayToFile(join(root, name)), {});
});
