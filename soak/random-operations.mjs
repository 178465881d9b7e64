// Random sequences of operations on sessions, each checked against a model of a session.
import assert from "node:assert/strict";
import { Session } from "ptywright";
import { children, eventually, isStillAlive, openDescriptors } from "../build/test/support/processes.js";
import { runSequences } from "../build/test/support/random-operations.js";

/** @type {import("../scripts/run-soak.mjs").Soak} */
export const soak = {
  guarantee: "B15: random sequences of operations end as a model of a session says, and leave nothing behind",
  seconds: 240,
  isPatient: true,
  async run({ seed, count, progress }) {
    const sequences = count(10_000);
    await (await Session.spawn({ program: "/bin/sh", args: ["-c", "exit 0"] })).close();
    const before = { children: children(), descriptors: openDescriptors() };
    const programs = await runSequences(seed, sequences, (done) => void progress(done, sequences));
    assert.equal(programs.length, sequences);
    assert.deepEqual(programs.filter(isStillAlive), []);
    assert.deepEqual(children(), before.children);
    const descriptors = await eventually(openDescriptors, (open) => open <= before.descriptors, 1_000);
    assert.equal(descriptors, before.descriptors);
    return `${sequences} sequences`;
  },
};
