import assert from "node:assert/strict";
import { test } from "node:test";
import { RunningCommand } from "../support/command.js";
import { OwnServer } from "../support/own-server.js";
import { missing } from "../support/tmux.js";

for (const shell of ["bash", "zsh", "fish"])
  test(
    `exec runs commands in ${shell}: their output alone, as it comes, and their exit code`,
    { skip: missing(shell) },
    async (t) => {
      const server = new OwnServer(t);
      server.done("new", "--name", "sh", "--", shell);
      const ended = server.run("exec", "sh", "echo out; sh -c 'exit 7'");
      assert.deepEqual(ended, { status: 7, stdout: "out\n", stderr: "" });
      const running = new RunningCommand(t, ["exec", "sh", "echo first; sleep 60"], server.env).read();
      await running.printed("first\n");
      running.child.kill("SIGINT");
      assert.deepEqual(await running.ended(), { status: 130, stdout: "first\n", stderr: "" });
      const late = server.run("exec", "sh", "sleep 60", "--timeout", "1");
      assert.equal(late.status, 124);
      assert.match(late.stderr, /^ptywright: timed out after \d+ ms waiting for the end of the command "sleep 60"\n/);
      assert.equal(server.done("exec", "sh", "echo still here"), "still here\n");
    },
  );

test(
  "a shell that cannot mark its commands is started all the same, and exec says so",
  { skip: missing("bash") },
  (t) => {
    const server = new OwnServer(t);
    server.done("new", "--name", "script", "--", "bash", "-c", "echo ready; cat");
    server.done("new", "--name", "plain", "--plain", "--", "bash", "--norc");
    server.done("wait", "script", "ready");
    for (const name of ["script", "plain"]) {
      const { status, stderr } = server.run("exec", name, "true");
      assert.equal(status, 1);
      assert.match(stderr, /exec needs a session of bash, zsh or fish/);
    }
  },
);
