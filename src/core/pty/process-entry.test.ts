import assert from "node:assert/strict";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { test } from "node:test";
import { ProcessEntry } from "./process-entry.js";

const FACTS = { parent: 0, group: 1, session: 1, terminal: 0, start: 1, isZombie: false };

test("a process is asked for its mark once, also when it has none", (t) => {
  const read = t.mock.method(fs, "openSync", fs.openSync);
  syncBuiltinESMExports();
  try {
    const entry = new ProcessEntry({ ...FACTS, pid: process.pid });
    for (let i = 0; i < 3; i++) assert.equal(entry.marker, null);
    assert.equal(read.mock.callCount(), 1);
  } finally {
    read.mock.restore();
    syncBuiltinESMExports();
  }
});
