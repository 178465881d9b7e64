import assert from "node:assert/strict";
import { test } from "node:test";
import type { ShellName } from "./shell-start.js";
import { JobNotices } from "./shell-job-notices.js";

const DONE = "[1]+  Done                    sleep 0.2\n";
const KILLED = "[12]   Killed                  sleep 100 > /dev/null\n";

const CASES: Readonly<Record<ShellName, readonly (readonly [said: string, own: string])[]>> = {
  bash: [
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
  ],
  zsh: [
    ["[1]  + done       sleep 0.3\n", ""],
    ["a\n[1]    done       sleep 0.3\n[12]  - terminated  sleep 5\nb\n", "a\nb\n"],
    ["a[1]  + exit 1     false | \n       done       sleep 0.2 | \n       exit 3     sh -c 'exit 3'\nb\n", "ab\n"],
    ["[1]  + 32065 done       sleep 0.2\nc", "c"],
    ["[2]  + done       sleep 0.3\n", "[2]  + done       sleep 0.3\n"],
    ["[1] 4711\n[1]", "[1] 4711\n[1]"],
    ["[1]  + done", "[1]  + done"],
  ],
  fish: [
    ["mid\n\nfish: Job 1, 'sleep 0.7 &' has ended\n\nfish: Job 12, 'sleep 0.6 &' has ended\n", "mid\n"],
    ["mid\nfish: Job 1, 'sh -c 'kill -9 $$' &' terminated by signal SIGKILL (Forced quit)\nend", "midend"],
    ["\nfish: Process 47, 'b' from job 1, 'a | b &' terminated by signal SIGTERM (Polite quit request)\n", ""],
    ["\nfish: Job 2, 'sleep 0.7 &' has ended\n", "\nfish: Job 2, 'sleep 0.7 &' has ended\n"],
    ["a\n\nfish\n", "a\n\nfish\n"],
  ],
};

for (const [shell, cases] of Object.entries(CASES) as [ShellName, (typeof CASES)["bash"]][])
  test(`${shell}'s notices of jobs that were there are taken out wherever the output is cut, and nothing else`, () => {
    for (const [said, own] of cases)
      for (let size = 1; size <= Math.min(said.length, 90); size++) {
        const notices = new JobNotices(shell, ["1", "12"]);
        let told = "";
        for (let at = 0; at < said.length; at += size) told += notices.take(said.slice(at, at + size));
        assert.equal(told + notices.rest(), own, `${said.slice(0, 80)} in pieces of ${size}`);
      }
    assert.equal(new JobNotices("bash", []).take(DONE), DONE);
  });
