import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { Session } from "ptywright";
import { shell } from "../support/fixture.js";
import "../support/home.js";
import {
  children,
  childrenSince,
  eventually,
  isStillAlive,
  NEEDS_PROC,
  openDescriptors,
} from "../support/processes.js";
import { runSequences } from "../support/random-operations.js";
import { SEED } from "../support/random.js";

/** 10,000 in `npm run soak`. */
const SEQUENCES = 100;

/** Rejections that nobody heard of, while a test runs. */
function unheard(t: TestContext): unknown[] {
  const reasons: unknown[] = [];
  const listener = (reason: unknown): void => void reasons.push(reason);
  process.on("unhandledRejection", listener);
  t.after(() => process.off("unhandledRejection", listener));
  return reasons;
}

test(
  `B15: ${SEQUENCES} random sequences of operations end as a model of a session says, and leave nothing behind`,
  { skip: NEEDS_PROC },
  async (t) => {
    t.diagnostic(`seed ${SEED}`);
    const rejections = unheard(t);
    await (await Session.spawn(shell("exit 0"))).close();
    const before = { children: children(), descriptors: openDescriptors() };
    const programs = await runSequences(SEED, SEQUENCES);
    assert.equal(programs.length, SEQUENCES);
    assert.deepEqual(programs.filter(isStillAlive), []);
    assert.deepEqual(childrenSince(before.children), []);
    const descriptors = await eventually(openDescriptors, (count) => count <= before.descriptors, 1_000);
    assert.equal(descriptors, before.descriptors);
    assert.deepEqual(rejections, []);
  },
);
