import assert from "node:assert/strict";
import { test } from "node:test";
import { Matcher, ProgramEndedError, describeMatcher } from "ptywright";
import { shell } from "../support/fixture.js";
import { start } from "../support/session.js";

test("what must not be, and how a program ended, can still be told after its end, and nothing is waited for in vain", async (t) => {
  const session = await start(t, shell("printf 'Loading\\r\\nfailed'; exit 3"));
  const { exitCode, processExited, not, all, containsText, row, style, changed, screenStable } = Matcher;
  const failed = await session.waitFor(all([processExited(), not(exitCode(0)), row(1, containsText("failed"))]));
  assert.equal(failed.exitCode, 3);
  for (const matcher of [
    exitCode(3),
    not(containsText("done")),
    not(not(screenStable(20))),
    all([not(changed()), screenStable(20)]),
    row(0, not(style({ bold: true }))),
  ])
    await session.waitFor(matcher);
  for (const matcher of [
    exitCode(0),
    not(containsText("Loading")),
    not(processExited()),
    row(0, not(style({ bold: false }))),
    changed(),
    not(all([screenStable(0), processExited()])),
  ])
    await assert.rejects(session.waitFor(matcher), ProgramEndedError, describeMatcher(matcher));
});
