import assert from "node:assert/strict";
import { test } from "node:test";
import { JobNotices } from "./shell-job-notices.js";

const DONE = "[1]+  Done                    sleep 0.2\n";
const KILLED = "[12]   Killed                  sleep 100 > /dev/null\n";

test("notices of jobs that were there are taken out wherever the output is cut, and nothing else", () => {
  const cases: readonly (readonly [said: string, own: string])[] = [
    [DONE, ""],
    [`one\n${DONE}two\n`, "one\ntwo\n"],
    [`no line end${KILLED}[x]`, "no line end[x]"],
    [`${DONE}${KILLED}`, ""],
    ["[2]+  Done                    sleep 0.2\n", "[2]+  Done                    sleep 0.2\n"],
    ["[1] 4711\n", "[1] 4711\n"],
    ["[1]+  Done", "[1]+  Done"],
    ["[[[1]", "[[[1]"],
    [`[1${DONE}`, "[1"],
    ["[1]+  Done soon\n", "[1]+  Done soon\n"],
    [`[1]+  D${"x".repeat(5_000)}`, `[1]+  D${"x".repeat(5_000)}`],
  ];
  for (const [said, own] of cases)
    for (let size = 1; size <= Math.min(said.length, 90); size++) {
      const notices = new JobNotices(["1", "12"]);
      let told = "";
      for (let at = 0; at < said.length; at += size) told += notices.take(said.slice(at, at + size));
      assert.equal(told + notices.rest(), own, `${said.slice(0, 80)} in pieces of ${size}`);
    }
  assert.equal(new JobNotices([]).take(DONE), DONE);
});
