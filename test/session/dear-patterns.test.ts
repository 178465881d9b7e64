import assert from "node:assert/strict";
import { test } from "node:test";
import { Matcher, Session } from "ptywright";

/** One that no engine in linear time is fast with: a hundred states at once for every character. */
const DEAR = String.raw`[a-z\s]{0,60}[a-z\s]{0,60}#([0-9]+)#`;

test("P7: a pattern that takes long sees every batch of a flood, and the first mark is found", async () => {
  // After each mark it waits until what it wrote was taken: the answer to its question comes with the batch.
  const one = 'head -c 9000 /dev/zero | tr "\\0" "x"; printf "#%s#\\033[5n" $i; head -c 4 > /dev/null';
  const script = `stty raw -echo; for i in 1 2 3 4 5; do ${one}; done; cat`;
  await using session = await Session.spawn({ program: "/bin/sh", args: ["-c", script] });
  const { outcome } = await session.waitFor(Matcher.transcriptRegex(DEAR));
  assert.equal(outcome.capture, "1", "the output waits while it is searched");
  await session.waitFor(Matcher.transcriptContains("#5#"));
});

test("P7: what all patterns of one matcher may cost is limited", async () => {
  await using session = await Session.spawn({ program: "/bin/cat" });
  const many = (pattern: string, count: number) =>
    Matcher.any(Array.from({ length: count }, () => Matcher.screenRegex(pattern)));
  await assert.rejects(session.waitFor(many("[a-z]{0,400}x", 20)), {
    code: "invalid_regex",
    message: /matchers\[10\]\.pattern: invalid regex at position 0: all patterns up to here have more than 8192 steps/,
  });
  await assert.rejects(session.waitFor(many(String.raw`\w`, 200)), {
    code: "invalid_regex",
    message: /have more than 65536 ranges of characters; \\w has some 770/,
  });
});
