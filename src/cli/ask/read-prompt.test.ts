import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { after, test } from "node:test";
import { InvalidArgumentError, MAX_PROMPT_BYTES } from "../../base/index.js";
import { UsageError } from "../usage-error.js";
import { readPrompt } from "./read-prompt.js";

const folder = mkdtempSync(join(tmpdir(), "ptywright-prompt-"));
after(() => rmSync(folder, { recursive: true }));

function written(bytes: string | Uint8Array): string {
  const path = join(folder, "prompt");
  writeFileSync(path, bytes);
  return `@${path}`;
}

test("a text is asked as it is", async () => {
  assert.equal(await readPrompt(" what?\n"), " what?\n");
});

test("a file and stdin lose the line ends behind them, and nothing else", async () => {
  assert.equal(await readPrompt(written(" one\n\ntwo ü\r\n\n")), " one\n\ntwo ü");
  assert.equal(
    await readPrompt("-", Readable.from([Buffer.from("one \xc3", "latin1"), Buffer.from("\xbc\n", "latin1")])),
    "one ü",
  );
});

test("an empty prompt is a mistake", async () => {
  for (const word of ["", "  ", "@", written("\n\n")]) await assert.rejects(readPrompt(word), UsageError, word);
  await assert.rejects(readPrompt("-", Readable.from([])), UsageError);
});

test("what is no text, too long, or not there is told", async () => {
  await assert.rejects(readPrompt(written(new Uint8Array([0xff, 0xfe]))), /is no UTF-8 text/);
  await assert.rejects(
    readPrompt("@/no/such/file"),
    /cannot read the prompt from "\/no\/such\/file": ENOENT; .* give -$/,
  );
  await assert.rejects(readPrompt("-", Readable.from([Buffer.alloc(MAX_PROMPT_BYTES + 1, "a")])), InvalidArgumentError);
  await assert.rejects(readPrompt("@/dev/zero"), InvalidArgumentError);
  await assert.rejects(readPrompt("@/"), /EISDIR/);
  await assert.rejects(readPrompt(written("a".repeat(MAX_PROMPT_BYTES + 1))), InvalidArgumentError);
});
