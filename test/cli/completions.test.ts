import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { BIN, ptywright } from "../support/command.js";
import { tempDir } from "../support/temp-dir.js";

test("every shell gets a script that calls back the file that printed it", (t) => {
  const path = join(tempDir(t), "ptywright");
  symlinkSync(BIN, path);
  for (const shell of ["bash", "zsh", "fish", "elvish", "powershell"]) {
    const { status, stdout } = spawnSync(process.execPath, [path, "completions", shell], { encoding: "utf8" });
    assert.equal(status, 0);
    assert.ok(stdout.includes(`'${path}'`), shell);
    assert.ok(stdout.includes(`__complete ${shell}`), shell);
  }
});

test("the callback says what kind of answer it gives, then the words with their meaning", () => {
  assert.deepEqual(ptywright(["__complete", "fish", "serve", "--framing="]), {
    status: 0,
    stdout: "words\n--framing=ndjson\tone message a line\n--framing=lsp\tContent-Length headers\n",
    stderr: "",
  });
  assert.equal(
    ptywright(["__complete", "bash", "serve", "--framing="]).stdout,
    "words\n--framing=ndjson\n--framing=lsp\n",
  );
  assert.equal(ptywright(["__complete", "zsh", "run", "--", "$(x)", ""]).stdout, "files\n");
});

test("words from bash come quoted, words from PowerShell encoded", () => {
  assert.equal(ptywright(["__complete", "bash", "'serve'", '--framing="l']).stdout, "words\n--framing=lsp\n");
  const encoded = Buffer.from(["completions", "po"].join("\0")).toString("base64");
  assert.equal(ptywright(["__complete", "powershell", encoded]).stdout, "words\npowershell\n");
});

test("a callback without sense is answered without words", () => {
  for (const args of [["bash"], ["nope", "nope", ""], ["powershell"], ["powershell", "%%%"]])
    assert.equal(ptywright(["__complete", ...args]).status, 0);
  assert.equal(ptywright(["__complete", "zsh", "nope", "--"]).stdout, "words\n");
});
