import assert from "node:assert/strict";
import { test } from "node:test";
import { Matcher, Session, WaitTimeoutError } from "ptywright";
import { failure } from "../support/failure.js";
import { buildProgram } from "../support/lifetimes.js";
import { NEEDS_PROC } from "../support/processes.js";
import { tempDir } from "../support/temp-dir.js";

/** Far less than a command line that is read whole would take. */
const MAX_GROWTH_BYTES = 268_435_456;

test("B16: a program with a command line of gigabytes is told of like any other", { skip: NEEDS_PROC }, async (t) => {
  const program = buildProgram(t);
  if (program === undefined) return t.skip("there is no C compiler");
  const session = await Session.spawn({ program, args: [`${tempDir(t)}/ends`, "mw"] });
  t.after(() => session.close());
  await session.waitFor(Matcher.containsText("..."));
  const before = process.memoryUsage().rss;
  const { foreground } = await failure(session.waitFor("never", { timeoutMs: 1 }), WaitTimeoutError);
  assert.ok((foreground?.command.length ?? 0) < 300);
  assert.ok(process.memoryUsage().rss - before < MAX_GROWTH_BYTES);
});
