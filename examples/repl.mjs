// Shows: driving a REPL. Types an expression, waits for its value, and fails with the screen in hand if it does not come.
// Node's own REPL is used because it is always there; python3, psql or irb are driven in the same way.
import assert from "node:assert/strict";
import { Matcher, Session } from "ptywright";

const session = await Session.spawn({
  program: process.execPath,
  args: ["--interactive"],
  // No history file: an example should leave nothing behind.
  env: { NODE_REPL_HISTORY: "", NO_COLOR: "1" },
  size: { rows: 24, cols: 80 },
});

/**
 * One question, one answer. What was typed is echoed, so a wait for "42" would be satisfied by the typing itself. The
 * pattern asks for a line of its own below the echo, and for the prompt after it.
 * @param {string} expression
 */
async function evaluate(expression) {
  await session.waitFor(Matcher.screenRegex(String.raw`(?:^|\n)> $`));
  await session.writeText(`${expression}\r`);
  const echo = expression.replaceAll(/[^\w\s]/g, String.raw`\$&`);
  const { outcome } = await session.waitFor(Matcher.screenRegex(String.raw`> ${echo}\n(.+)\n> $`));
  return outcome.capture;
}

try {
  assert.equal(await evaluate("6 * 7"), "42");
  assert.equal(await evaluate("'ab'.toUpperCase()"), "'AB'");
  console.log("6 * 7 is 42, as seen on the screen:");
  console.log(session.snapshot().plainText);

  await session.sendKey("ctrl-d");
  const { exitCode } = await session.wait();
  assert.equal(exitCode, 0);
  console.log("the REPL left with exit code 0");
} finally {
  await session.close();
}
