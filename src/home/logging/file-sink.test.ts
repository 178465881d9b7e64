import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { FileSink } from "./file-sink.js";
import { openLogFile } from "./log-files.js";

test("O6: after a failure, a clock that is set back does not keep the log silent until it has caught up", async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "ptywright-sink-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  let isBroken = true;
  const sink = new FileSink({
    directory: () => directory,
    maxDays: 0,
    droppedLine: (count) => `${count} lost\n`,
    onTrouble: () => undefined,
    open: (path) => {
      if (isBroken) throw new Error("no room");
      return openLogFile(path);
    },
  });
  sink.write("first\n", new Date("2026-03-04T12:00:00Z"));
  await sink.flush();
  isBroken = false;
  sink.write("second\n", new Date("2026-03-04T11:00:00Z"));
  await sink.close();
  assert.equal(readFileSync(join(directory, "ptywright.2026-03-04.log"), "utf8"), "1 lost\nsecond\n");
});
