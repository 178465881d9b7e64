import assert from "node:assert/strict";
import { test } from "node:test";
import {
  Expect,
  type ExpectPattern,
  InvalidArgumentError,
  ProgramEndedError,
  SessionClosedError,
  WaitCancelledError,
  WaitTimeoutError,
  Matcher,
} from "ptywright";
import { failure } from "../support/failure.js";
import { shell } from "../support/fixture.js";
import { start } from "../support/session.js";

test("a line that is cancelled before Enter holds up neither what is typed next nor what is expected", async (t) => {
  const session = await start(t, shell("stty raw -echo; printf ready; head -c 3; printf -- -read; exec sleep 60"));
  await session.expect("ready");
  const cancel = new AbortController();
  const submitted = session.submit("ab", { signal: cancel.signal });
  await new Promise((resolve) => setImmediate(resolve));
  cancel.abort();
  await assert.rejects(submitted, WaitCancelledError);
  const began = performance.now();
  await session.writeText("c");
  // Its echo would be waited for during two seconds.
  assert.ok(performance.now() - began < 1_000, `${performance.now() - began} ms`);
  assert.equal((await session.expect("-read")).before, "abc");
});

test("W1: each match takes all up to its end, and the next goes on behind it", async (t) => {
  const session = await start(t, shell(String.raw`printf 'one \033[1mtwo\033[m three\nfour five'; sleep 9`));
  assert.deepEqual(await session.expect("two"), {
    index: 0,
    before: "one ",
    match: "two",
    groups: [],
    after: (await session.expect([Expect.timeout], { timeoutMs: 0 })).before,
  });
  assert.equal((await session.expect(/(t)h(x)?ree/)).match, "three");
  const five = await session.expect({ regex: "(f)(x)?ive" });
  assert.deepEqual([five.before, five.match, five.groups], ["\r\nfour ", "five", ["f", null]]);
  await assert.rejects(session.expect("one", { timeoutMs: 0 }), WaitTimeoutError);
});

test("W1: of several patterns that counts which is found first, and at one place the first of the list", async (t) => {
  const session = await start(t, shell("printf 'aa bb cc'; sleep 9"));
  const first = await session.expect(["cc", "bb", { regex: "b+" }]);
  assert.deepEqual([first.index, first.before, first.match], [1, "aa ", "bb"]);
  assert.deepEqual((await session.expect([/x/, "c"])).index, 1);
});

test("W1: the end and the time-out are results if they are asked for, and errors if not", async (t) => {
  const session = await start(t, shell("printf 'one two'; read x; printf three"));
  assert.equal((await session.expect(["two", Expect.timeout])).index, 0);
  const late = await session.expect(["four", Expect.timeout], { timeoutMs: 30 });
  assert.deepEqual([late.index, late.match, late.before], [1, "", ""]);
  const timedOut = await failure(session.expect(["four", /x/, { regex: "y" }], { timeoutMs: 0 }), WaitTimeoutError);
  assert.match(timedOut.message, /text "four", or a match of \/x\/, or a match of "y" in what the program says/);
  await session.writeText("\r");
  const ended = await failure(session.expect("four"), ProgramEndedError);
  assert.equal(ended.exitCode, 0);
  const rest = await session.expect(["four", Expect.eof]);
  assert.deepEqual([rest.index, rest.before], [1, "\r\nthree"]);
  assert.equal((await session.expect([Expect.eof])).before, "");
});

test("after a line was submitted, neither its echo nor what came before is seen", async (t) => {
  const session = await start(t, shell("printf 'done\n$ '; read x; sleep 0.1; echo done; printf '$ '; sleep 9"));
  await session.expect("$ ");
  await session.submit("echo done");
  assert.equal((await session.expect("done")).before, "");
  assert.equal((await session.expect("$ ")).before, "\r\n");
});

test("a carriage return behind the echo of a line belongs to it, that of a line end does not, wherever they are cut", async (t) => {
  const cases = [String.raw`\033[?2004l\r`, String.raw`\r\033[m\r`, ""].flatMap((written) => [
    { written, rest: "hello", before: "" },
    { written, rest: String.raw`\r\nhello`, before: "\r\n" },
    { written, rest: String.raw`\nhello`, before: "\r\n" },
    { written, rest: String.raw`\nhello`, before: "\n", raw: true },
  ]);
  const rounds = cases.flatMap((one) => [
    { ...one, pause: false },
    { ...one, pause: true },
  ]);
  // Its title says that nothing is echoed from now on.
  const paused = (round: number): string => `stty -echo; printf '\\033]2;pause ${round}.\\007'; read y; stty echo; `;
  const script = rounds.map(
    ({ written, rest, raw = false, pause }, round) =>
      `read x; ${raw ? "stty -opost; " : ""}printf '${written}'; ${pause ? paused(round) : ""}printf '${rest}> '; stty opost`,
  );
  const session = await start(t, shell(`printf '> '; ${script.join("; ")}; sleep 9`));
  await session.expect("> ");
  for (const [round, { pause, before, ...told }] of rounds.entries()) {
    await session.submit("line");
    if (pause) {
      await session.waitFor(Matcher.title(`pause ${round}.`));
      const early = await session.expect([Expect.timeout], { timeoutMs: 20 });
      assert.equal(early.before, "", JSON.stringify(told));
      await session.writeText("\r");
    }
    // A carriage return right before a line feed is its line end, whoever wrote it.
    const isJoined = before === "\n" && told.written !== "";
    assert.equal(
      (await session.expect("hello")).before,
      isJoined ? "\r\n" : before,
      JSON.stringify({ ...told, pause }),
    );
    await session.expect("> ");
  }
});

test("where nothing is echoed, a carriage return is the program's", async (t) => {
  const session = await start(
    t,
    shell("stty raw -echo; printf 'ready> '; head -c 5 >/dev/null; printf '\\rhello'; sleep 9"),
  );
  await session.expect("> ");
  await session.submit("line", { echo: false });
  assert.equal((await session.expect("hello")).before, "\r");
});

test("what was not taken is looked at by the next expect with its own patterns", async (t) => {
  const session = await start(t, shell("printf 'one two'; sleep 9"));
  await session.expect("one");
  await assert.rejects(session.expect("three", { timeoutMs: 20 }), WaitTimeoutError);
  assert.equal((await session.expect(" two")).before, "");
});

test("a beginning is the beginning of what was not taken, whatever is searched again", async (t) => {
  const session = await start(
    t,
    shell("printf 'b'; i=0; while [ $i -lt 3000 ]; do printf ' a  a a'; i=$((i+1)); done; printf END; sleep 9"),
  );
  const { index, before } = await session.expect([/^a/, { regex: "^a" }, /(?<=^)a/, "END"]);
  assert.deepEqual([index, before.length], [3, 21_001]);
});

test("more than is kept is told to be missing, and what is kept is the end", async (t) => {
  const session = await start(t, shell("head -c 400000 /dev/zero | tr '\\0' x; printf END; sleep 9"));
  const { before, dropped } = await session.expect("END");
  assert.deepEqual([before.length, dropped], [32_768, true]);
});

test("one expect after the other, each ended by its own signal or by the close", async (t) => {
  const session = await start(t, shell("printf 'ab'; sleep 9"));
  const [a, b] = [session.expect("a"), session.expect("b")];
  assert.deepEqual([(await a).match, (await b).match], ["a", "b"]);
  await assert.rejects(session.expect("x", { signal: AbortSignal.timeout(20) }), WaitCancelledError);
  const open = assert.rejects(session.expect("x"), /closed while this wait was in flight/);
  await session.close();
  await open;
  await assert.rejects(session.expect("x"), SessionClosedError);
});

test("a time-out tells what comes near, what was taken before, and what is not taken yet", async (t) => {
  const session = await start(t, shell("printf 'login: alice\nBuild  Done\nall well\n$ '; sleep 9"));
  await session.expect("alice");
  const hints = async (...patterns: ExpectPattern[]): Promise<readonly string[]> =>
    (await failure(session.expect(patterns, { timeoutMs: 0 }), WaitTimeoutError)).hints;
  const rest = String.raw`not taken yet: "\r\nBuild  Done\r\nall well\r\n$ "`;
  await session.waitFor("$ ");
  assert.deepEqual(await hints("DONE", "Build Done", "well $", "Build  Dome", "zzz"), [
    'text "DONE" has not come; of what is not taken yet, line 2 differs in case only: "Build  Done"',
    'text "Build Done" has not come; of what is not taken yet, line 2 differs in white space or case: "Build  Done"',
    'text "well $" has not come; of what is not taken yet, it is there with line breaks in it',
    'text "Build  Dome" has not come; of what is not taken yet, the nearest is line 2: "Build  Done"',
    rest,
  ]);
  assert.deepEqual(
    await hints({ regex: "build +done" }, { regex: "^all" }, { regex: "Build Done" }, { regex: "zzz" }),
    [
      '"build +done" does not match what is not taken yet, but it would if case did not count: put (?i) before it',
      '"^all" does not match what is not taken yet, but it would if ^ and $ stood for lines: put (?m) before it',
      String.raw`"Build Done" does not match what is not taken yet, but it would with one blank where there are several: use \s+`,
      rest,
    ],
  );
  const before = "has not come; it was there before: an earlier expect has taken it";
  assert.deepEqual(await hints("login", { regex: "l.gin" }, /^login/, /DONE/), [
    `text "login" ${before}`,
    `a match of "l.gin" ${before}`,
    `a match of /^login/ ${before}`,
    rest,
  ]);
  await session.expect("$ ");
  assert.deepEqual(await hints(/x/), ["not taken yet: nothing"]);
});

test("the end of a program has the same hints, and a long rest is shortened", async (t) => {
  const session = await start(t, shell("printf ok; head -c 5000 /dev/zero | tr '\\0' x; printf Done"));
  await session.expect("ok");
  const { hints } = await failure(session.expect("done"), ProgramEndedError);
  assert.match(hints[0], /^text "done" has not come; .* differs in case only: "x+…x+Done"$/);
  assert.match(hints[1], /^not taken yet: "x{140}…x{56}Done"$/);
});

test("what is no pattern is refused at once", async (t) => {
  const session = await start(t, shell("cat"));
  for (const patterns of [[], "", {}, null, 7, [["a"]], { regex: "(" }, "x".repeat(8_193)])
    await assert.rejects(session.expect(patterns as never), InvalidArgumentError, JSON.stringify(patterns));
  await assert.rejects(session.expect("a", { timeout: 1 } as never), InvalidArgumentError);
  const mute = await start(t, shell("cat"), { transcriptMaxChars: 0 });
  await assert.rejects(mute.expect("a"), /keeps no output/);
});

test("what stands behind a match is told, or that there is more", async (t) => {
  const print = (chars: number): string => `printf 'READY%${chars}sEND' '' | tr ' ' x`;
  const script = `stty raw -echo; ${print(20_000)}; ${print(60_000)}; ${print(10_000)}; printf '\\033]0;printed\\007'; exec cat`;
  const session = await start(t, shell(script));
  await session.waitFor(Matcher.title("printed"));
  const first = await session.expect("READY");
  assert.deepEqual([first.after.length, first.moreAfter], [32_768, true]);
  assert.match(first.after, /^x{20000}ENDREADYx+$/);
  const { after, moreAfter } = await session.expect("END");
  assert.deepEqual([after.length, moreAfter], [32_768, true]);
  await session.expect("END");
  const last = await session.expect("READY");
  assert.deepEqual([last.after.length, last.moreAfter], [10_003, undefined]);
});
