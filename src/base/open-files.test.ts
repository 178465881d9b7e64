import assert from "node:assert/strict";
import { test } from "node:test";
import { tooManyOpenFiles } from "./open-files.js";

const errno = (code: string, message: string): Error => Object.assign(new Error(message), { code });

test("a lack of descriptors says what to do, and not which file was to be opened", () => {
  for (const error of [
    errno("EMFILE", "EMFILE: too many open files, open '/lib/inner.js'"),
    errno("ERR_WORKER_INIT_FAILED", "Worker initialization failure: EMFILE"),
  ]) {
    const told = tooManyOpenFiles(error);
    assert.equal(told?.code, "too_many_open_files");
    assert.match(told.message, /^too many open files in this process .* ulimit -n/);
    assert.doesNotMatch(told.message, /inner/);
    assert.equal(told.cause, error);
  }
  assert.match(tooManyOpenFiles(errno("ENFILE", "x"))?.message ?? "", /whole system/);
});

test("anything else is not taken for a lack of descriptors", () => {
  for (const error of [errno("ENOENT", "EMFILE"), new Error("EMFILE"), "EMFILE", undefined, { code: "EMFILE" }])
    assert.equal(tooManyOpenFiles(error), undefined);
});
