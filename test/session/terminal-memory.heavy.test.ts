import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { fixture } from "../support/fixture.js";

const MAX_GROWTH = 8_000_000;
/** V8 lets garbage of any kind grow to 32 MB before it looks at it. That is not what a terminal keeps. */
const NODE_OPTIONS = ["--expose-gc", "--max-semi-space-size=1"];

async function growthBy(...kinds: string[]): Promise<number> {
  const { program, args = [], env } = fixture("measures-terminal-memory.mjs", ...kinds);
  const { stdout } = await promisify(execFile)(program, [...NODE_OPTIONS, ...args], { env });
  return Number(stdout);
}

for (const [what, ...kinds] of [
  ["strings of 20 MB of every kind", "OSC", "OSC 8", "OSC 52", "DCS", "APC", "PM", "SOS", "CSI"],
  ["a million combining marks", "combining marks"],
  ["100,000 links", "links"],
  ["100,000 titles", "titles"],
  ["100,000 colours", "colours"],
  ["100,000 characters made of several", "clusters"],
])
  test(`T7: a process grows by at most 8 MB over ${what}`, async (t) => {
    const growth = await growthBy(...kinds);
    t.diagnostic(`grown by ${(growth / 1e6).toFixed(1)} MB`);
    assert.ok(growth <= MAX_GROWTH, `grown by ${growth} bytes`);
  });
