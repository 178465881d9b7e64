import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { AnySession } from "ptywright";
import {
  AmbiguousLocatorError,
  InvalidArgumentError,
  Matcher,
  NotOnScreenError,
  Session,
  WaitTimeoutError,
} from "ptywright";
import { shell } from "../support/fixture.js";
import { factsOf, spawnIn, testInEachWorld, withoutTimes } from "../support/worlds.js";

const SIZE = { rows: 8, cols: 20 };

/** Paints, says that it is ready by its title, and goes on with the script after each line of input. */
async function painting(
  world: Parameters<typeof spawnIn>[0],
  t: TestContext,
  first: string,
  ...next: readonly string[]
): Promise<AnySession> {
  const steps = [`${first}\\033]0;ready\\007`, ...next].map((text) => `printf '${text}'; read -r line; `).join("");
  const session = await spawnIn(world, t, { ...shell(`stty -echo; ${steps}`), size: SIZE });
  await session.waitFor(Matcher.title("ready"));
  return session;
}

const MENU = "\\033[7m File \\033[m Profile File\\r\\n\\r\\n\\033[1;31mdel\\033[mete \\033[4mOK\\033[m       \\r\\n";

testInEachWorld("what is found tells where it stands and how it is drawn", async (world, t) => {
  const session = await painting(world, t, MENU);
  const found = [
    await session.find({ text: "File" }),
    await session.find({ text: "File", exact: true }),
    await session.find({ text: "file" }),
    await session.find({ regex: "[A-Z][a-z]+" }),
    await session.find({ style: { inverse: true } }),
    await session.find({ text: "File", style: { inverse: false } }),
    await session.find({ text: "delete" }),
    await session.find({ text: "delete", style: { bold: true } }),
    await session.find({ regex: "OK$", within: { row: 2, col: 0, rows: 1, cols: 20 } }),
    await session.find({ text: "File", within: { row: 0, col: 6, rows: 1, cols: 99 } }),
    await session.find({ text: "OK", within: { row: -6, col: 0, rows: 1, cols: 99 } }),
    await session.find({ text: "OK", within: { row: 30, col: 0, rows: 1, cols: 99 } }),
  ].map(({ matches }) => matches);
  const places = found.map((matches) => matches.map(({ row, col, length, text }) => [row, col, length, text]));
  assert.deepEqual(places.slice(0, 5), [
    [
      [0, 1, 4, "File"],
      [0, 15, 4, "File"],
    ],
    [
      [0, 1, 4, "File"],
      [0, 15, 4, "File"],
    ],
    [[0, 10, 4, "file"]],
    [
      [0, 1, 4, "File"],
      [0, 7, 7, "Profile"],
      [0, 15, 4, "File"],
    ],
    [[0, 1, 4, "File"]],
  ]);
  assert.deepEqual(places.slice(5), [
    [[0, 15, 4, "File"]],
    [[2, 0, 6, "delete"]],
    [],
    [[2, 7, 2, "OK"]],
    [[0, 15, 4, "File"]],
    [[2, 7, 2, "OK"]],
    [],
  ]);
  assert.equal(found[8][0].style.underline, true);
  return found;
});

testInEachWorld("a locator reads one place, wherever it is by then", async (world, t) => {
  const session = await painting(world, t, MENU, "\\033[2J\\033[5;3HOK");
  const ok = session.getByText("OK");
  const seen: unknown[] = [await ok.text(), await ok.box(), (await ok.style()).underline, await ok.isVisible()];
  assert.deepEqual([...seen], ["OK", { row: 2, col: 7, rows: 1, cols: 2 }, true, true]);
  const second = session.getByText("File").last();
  seen.push(await second.box(), await session.getByRegex("F[a-z]+").nth(1).box());
  const inRow = session.getByText("File", { within: session.region({ row: 0, col: 0, rows: 1, cols: 6 }) });
  seen.push(await inRow.box(), await inRow.matches());
  seen.push(await session.row(2).text(), await session.row(-6).text(), await session.row(5).text());
  seen.push(await session.region({ row: 0, col: 7, rows: 3, cols: 99 }).text());
  assert.deepEqual(seen.slice(-4), ["delete OK", "delete OK", "", "Profile File\n\nOK"]);
  seen.push(await session.row(5).isVisible(), await session.row(2).isVisible(), await session.cursor().box());
  seen.push(await session.row(-1).box(), (await session.row(2).style()).bold);
  assert.deepEqual(seen.slice(-2), [{ row: 7, col: 0, rows: 1, cols: 20 }, true]);
  await session.writeText("\r");
  await session.getByText("File").first().waitFor({ state: "hidden" });
  assert.deepEqual(await ok.box(), { row: 4, col: 2, rows: 1, cols: 2 });
  return seen;
});

testInEachWorld("a text that wraps, wide characters and combining marks have their cells", async (world, t) => {
  const session = await painting(world, t, "0123456789abcde \\344\\270\\255\\346\\226\\207xe\\314\\201y\\r\\n");
  const wide = await session.find({ text: "文x" });
  const marked = session.getByText("e\u0301");
  const result = [wide.matches, await marked.box(), await session.getByText("中文xe\u0301y").box()];
  assert.deepEqual(wide.matches[0].parts, [
    { row: 0, col: 18, length: 2 },
    { row: 1, col: 0, length: 1 },
  ]);
  assert.deepEqual(result.slice(1), [
    { row: 1, col: 1, rows: 1, cols: 1 },
    { row: 0, col: 0, rows: 2, cols: 20 },
  ]);
  assert.equal(await session.getByText("xe\u0301").text(), "xe\u0301");
  return result;
});

testInEachWorld("what left at the top is found, waited for and read, and not clicked", async (world, t) => {
  const script = `stty -echo; printf 'top \\033[1mOLD\\033[m\\r\\n'; seq 1 30; printf '\\033]0;ready\\007'; read go; seq 1 500; printf 'MARK\\r\\n'; seq 1 500; exec cat`;
  const session = await spawnIn(world, t, { ...shell(script), size: SIZE });
  await session.waitFor(Matcher.title("ready"));
  const old = session.getByText("OLD", { scrollback: true });
  const found = await session.find({ text: "OLD", scrollback: true });
  assert.deepEqual(
    found.matches.map(({ row, col, length, text }) => [row, col, length, text]),
    [[-24, 4, 3, "OLD"]],
  );
  assert.deepEqual((await session.scrollback({ from: -24, to: -24 })).lines, ["top OLD"]);
  assert.deepEqual((await session.find({ text: "OLD" })).matches, []);
  const seen: unknown[] = [found.matches, await old.text(), await old.box(), (await old.style()).bold];
  assert.deepEqual(seen.slice(1), ["OLD", { row: -24, col: 4, rows: 1, cols: 3 }, true]);
  seen.push(await old.isVisible(), (await old.waitFor()).outcome, (await session.waitFor(old)).outcome);
  seen.push(await session.getByRegex("^[0-9]$", { scrollback: true, nth: -1 }).text());
  assert.deepEqual(seen.slice(-2), [{ kind: "style", row: -24, col: 4, length: 3, text: "OLD" }, "9"]);
  for (const use of [() => old.click(), () => old.hover(), () => session.getByText("x", { within: old }).text()])
    seen.push(await factsOf(use));
  await assert.rejects(old.click(), (error: unknown) => error instanceof NotOnScreenError && error.row === -24);
  await assert.rejects(old.waitFor({ state: "changed" }), InvalidArgumentError);
  assert.throws(() => session.getByText("x", { scrollback: true, within: session.row(0) }), InvalidArgumentError);
  const never = session.getByText("never", { scrollback: true }).waitFor({ timeoutMs: 50 });
  await assert.rejects(
    never,
    /waiting for text "never" visible on the screen or in the scrollback\n {2}it is in neither/,
  );
  const mark = session.getByText("MARK", { scrollback: true }).waitFor();
  await session.writeText("\r");
  assert.equal((await mark).outcome.kind, "style");
  await session.waitFor(Matcher.all([Matcher.containsText("500"), Matcher.not(Matcher.containsText("MARK"))]));
  const lost = await session
    .getByText("MARK")
    .waitFor({ timeoutMs: 50 })
    .catch((error: unknown) => error);
  const { hints } = lost as WaitTimeoutError;
  assert.match(
    hints.at(-1) ?? "",
    /it has scrolled away: [0-9]+ rows above the screen; look with \{ scrollback: true \}/,
  );
  await session.writeText("\u001b[3J\r");
  await old.waitFor({ state: "hidden" });
  return seen;
});

testInEachWorld("W7: several places are an error that lists them", async (world, t) => {
  const session = await painting(world, t, MENU);
  const facts = [];
  for (const use of [
    () => session.getByText("File").text(),
    () => session.getByText("File").click(),
    () => session.getByText("File").isVisible(),
    () => session.getByText("File").waitFor(),
    () => session.waitFor(session.getByText("File")),
    () => session.getByRegex("[Ff]ile").box(),
  ])
    facts.push(await factsOf(use));
  assert.deepEqual(facts[0]["name"], AmbiguousLocatorError.name);
  assert.equal(
    facts[0]["message"],
    'text "File" is on the screen 2 times; say which with first(), nth(n) or last(), or look within a part of it:\n' +
      '  row 0, column 1: "File"\n  row 0, column 15: "File"',
  );
  return facts;
});

testInEachWorld("a locator waits until it is there, is gone, is drawn so, or changes", async (world, t) => {
  const session = await painting(
    world,
    t,
    "Loading\\r\\n\\r\\nx  y",
    "\\033[2;1Hdone",
    "\\033[1;1H\\033[K\\033[2;1H\\033[32mdone",
    "\\033[3;4Hz\\033[?25l",
    "\\033[8;1H",
  );
  const next = async (...waits: Promise<unknown>[]): Promise<void> => {
    // Answered after the others were begun.
    await session.snapshot();
    await session.writeText("\r");
    await Promise.all(waits);
  };
  const done = session.getByText("done");
  await next(done.waitFor(), session.waitFor(done), done.text(), session.waitFor("done"));
  await next(
    session.getByText("Loading").waitFor({ state: "hidden" }),
    session.row(0).waitFor({ state: "hidden" }),
    done.waitFor({ style: { foreground: "idx:2" } }),
    done.waitFor({ state: "changed" }),
    session.row(1).waitFor({ style: { foreground: "idx:2", bold: false } }),
  );
  await next(
    session.row(2).waitFor({ state: "changed" }),
    session.region({ row: 2, col: 3, rows: 1, cols: 1 }).waitFor({ state: "changed" }),
    session.cursor().waitFor({ state: "hidden" }),
    session.getByText("z").waitFor(),
  );
  await next(session.cursor().waitFor({ state: "changed" }));
  const late = [
    await factsOf(() => session.getByText("Done").text({ timeoutMs: 0 })),
    await factsOf(() => done.waitFor({ state: "hidden", timeoutMs: 0 })),
    await factsOf(() => done.waitFor({ style: { bold: true }, timeoutMs: 0 })),
    await factsOf(() => session.cursor().waitFor({ timeoutMs: 0 })),
    await factsOf(() => session.row(5).style({ timeoutMs: 0 })),
    await factsOf(() => session.getByText("z", { within: session.row(0) }).click({ timeoutMs: 0 })),
  ];
  for (const { name } of late) assert.equal(name, "WaitTimeoutError");
  assert.match(String(late[0]["message"]), /text "Done" is not on the screen; line 2 differs in case only: "done"/);
  return late;
});

const ILL_FORMED: readonly (readonly [what: string, ask: (session: AnySession) => unknown])[] = [
  ["no text", (session) => session.getByText("")],
  ["what is no text", (session) => session.getByText(5 as never)],
  ["what is no pattern", (session) => session.getByRegex(/a/ as never)],
  ["a pattern", (session) => session.getByRegex("(").text()],
  ["an option", (session) => session.getByText("a", { nht: 1 } as never)],
  ["a number", (session) => session.getByText("a", { nth: 0.5 })],
  ["a number of many", (session) => session.getByText("a").nth(100_000)],
  ["a part", (session) => session.getByText("a", { within: { row: 0 } as never })],
  ["a row", (session) => session.row(1_000)],
  ["a row that is none", (session) => session.row("1" as never)],
  ["a region", (session) => session.region({ row: 0, col: 0, rows: 0, cols: 1 })],
  ["a region's option", (session) => session.region({ row: 0, col: 0, rows: 1, cols: 1, color: 1 } as never)],
  ["a row outside of the screen", (session) => session.row(900).text()],
  ["the second of one", (session) => session.row(0).nth(1)],
  ["a state", (session) => session.row(0).waitFor({ state: "gone" as never })],
  ["a style of a change", (session) => session.row(0).waitFor({ state: "changed", style: { bold: true } })],
  ["a colour", (session) => session.row(0).waitFor({ style: { foreground: "red" as never } })],
  ["options of a wait", (session) => session.row(0).waitFor({ timeout: 1 } as never)],
  ["options of a click", (session) => session.row(0).click({ times: 2 } as never)],
  ["nothing to find", (session) => session.find({})],
  ["two things to find", (session) => session.find({ text: "a", regex: "a" })],
  ["an empty text to find", (session) => session.find({ text: "" })],
  ["a pattern to find", (session) => session.find({ regex: "(" })],
  ["what is no query", (session) => session.find("a" as never)],
  ["another option of a query", (session) => session.find({ txt: "a" } as never)],
];
for (const [what, ask] of ILL_FORMED)
  testInEachWorld(`what is ill-formed is refused with the same field and code: ${what}`, async (world, t) => {
    const session = await painting(world, t, MENU);
    const { name, code, field } = await factsOf(() => ask(session));
    assert.equal(name, "InvalidArgumentError");
    return { code, field };
  });

test("code of one's own is waited for in this process: a RegExp, a function", async (t) => {
  const session = await Session.spawn({
    ...shell("stty -echo; printf 'v1'; read -r x; printf ' v22'; read -r x"),
    size: SIZE,
  });
  t.after(() => session.close());
  const first = await session.waitFor(/v(\d)(x)?/g);
  assert.deepEqual(first.outcome, { kind: "regexp", match: "v1", groups: ["1", undefined], index: 0 });
  let calls = 0;
  const both = session.waitFor((snapshot) => ++calls > 0 && snapshot.plainText.includes("v22"));
  const located = session.getByText(/v\d\d/).waitFor();
  await session.writeText("\r");
  assert.equal((await both).outcome.kind, "function");
  assert.ok(calls >= 2, "at once, and after a batch");
  await located;
  assert.deepEqual(await session.getByText(/V\d+/i).last().box(), { row: 0, col: 3, rows: 1, cols: 3 });
  await assert.rejects(session.getByText(/v/).text(), AmbiguousLocatorError);
  const failure = new TypeError("the caller's own");
  await assert.rejects(
    session.waitFor(() => {
      throw failure;
    }),
    (error) => error === failure,
  );
  await assert.rejects(
    session.waitFor(async () => true),
    /must answer at once/,
  );
  await assert.rejects(session.waitFor(/never/, { timeoutMs: 0 }), (error: Error) => {
    assert.match(
      withoutTimes(error.message),
      /waiting for a match of \/never\/ on the screen\n {2}\/never\/ does not match/,
    );
    return true;
  });
  await assert.rejects(
    session.waitFor(() => false, { timeoutMs: 0 }),
    /waiting for a function to return true for the screen/,
  );
  await assert.rejects(
    session.waitFor(() => true, { since: "input" }),
    InvalidArgumentError,
  );
  const later = session.waitFor(() => {
    throw failure;
  });
  await assert.rejects(later, (error) => error === failure);
  const other = await Session.spawn(shell("exec cat"));
  t.after(() => other.close());
  await assert.rejects(session.waitFor(other.row(0)), /is one of another session/);
});

test("a function that throws on a later batch rejects its own wait, and no other", async (t) => {
  const session = await Session.spawn(shell("stty -echo; printf a; read -r x; printf b; read -r x"));
  t.after(() => session.close());
  await session.waitFor("a");
  const failing = session.waitFor(({ plainText }) => {
    if (plainText.includes("b")) throw new RangeError("b");
    return false;
  });
  const fine = session.waitFor("ab");
  await session.writeText("\r");
  await assert.rejects(failing, RangeError);
  await fine;
});

testInEachWorld("code of one's own is refused by a server, which says why and what to use", async (world, t) => {
  const session = await painting(world, t, MENU);
  if (world.name === "the library") return undefined;
  for (const [use, words] of [
    [() => session.waitFor(/a/), /is code of this process.*use Matcher\.screenRegex/],
    [() => session.waitFor(() => true), /is code of this process.*use a matcher, or a plugin's predicate/],
    [() => session.getByText(/a/), /is code of this process.*use getByRegex/],
    [() => session.find({ regex: /a/ }), /is code of this process.*use a pattern of the Rust/],
  ] as const) {
    const { name, message } = await factsOf(use);
    assert.equal(name, "InvalidArgumentError");
    assert.match(String(message), words);
  }
});

testInEachWorld("a misspelt field of a style is refused, and not passed over", async (world, t) => {
  const session = await spawnIn(world, t, shell("printf Hello; exec cat"));
  await session.waitFor("Hello");
  const style = { color: "red" } as object;
  for (const attempt of [
    () => session.getByText("Hello").waitFor({ style }),
    () => session.waitFor(Matcher.style(style)),
    () => session.find({ text: "Hello", style }),
  ])
    await assert.rejects(async () => attempt(), InvalidArgumentError);
});

testInEachWorld(
  "of texts that were there before, none is in the way of a wait that counts from an input",
  async (world, t) => {
    const session = await spawnIn(world, t, shell("printf 'done\\ndone\\nready '; read line; echo done; exec cat"));
    await session.waitFor("ready");
    await session.submit("go");
    const { snapshot } = await session.waitFor(session.getByText("done"), { since: "input" });
    return snapshot.plainText;
  },
);

testInEachWorld("W3: a locator's wait counts from an input, and stays strict", async (world, t) => {
  const script = "stty -echo; printf 'done\\nready '; read x; echo done; read x; printf 'done done\\n'; exec cat";
  const session = await spawnIn(world, t, shell(script));
  await session.waitFor("ready");
  const since = { since: "input", timeoutMs: 10_000 } as const;
  const kinds = [session.getByText("done"), session.getByRegex("don[e]")];
  if (world.name === "the library") kinds.push(session.getByText(/don[e]/));
  const { sequence } = await session.snapshot();
  for (const done of kinds) {
    await assert.rejects(done.waitFor({ since: sequence, timeoutMs: 0 }), WaitTimeoutError);
    await assert.rejects(session.waitFor(done, { since: sequence, timeoutMs: 0 }), WaitTimeoutError);
    await assert.rejects(done.waitFor({ since: sequence, state: "changed" }), {
      name: InvalidArgumentError.name,
      field: "since",
      message: /row\(\) or region\(\), which take since/,
    });
  }
  await session.submit("go");
  for (const done of kinds) {
    await done.waitFor(since);
    await done.waitFor({ ...since, frame: "any" });
    await session.waitFor(done, since);
    await assert.rejects(done.waitFor({ since: 0 }), AmbiguousLocatorError);
  }
  await session.submit("go");
  for (const done of kinds) {
    await assert.rejects(done.waitFor(since), AmbiguousLocatorError);
    await assert.rejects(session.waitFor(done, since), AmbiguousLocatorError);
    await done.last().waitFor(since);
  }
  await session.row(2).waitFor(since);
});

testInEachWorld("W3: of a row or a region a change counts from a moment too", async (world, t) => {
  const session = await spawnIn(world, t, shell("stty -echo; printf 'one\nready '; read x; printf two; exec cat"));
  await session.waitFor("ready");
  const { sequence } = await session.snapshot();
  const changed = { state: "changed", since: sequence } as const;
  const part = session.region({ row: 1, col: 0, rows: 1, cols: 20 });
  for (const place of [session.row(1), part])
    await assert.rejects(place.waitFor({ ...changed, timeoutMs: 0 }), WaitTimeoutError);
  await session.writeText("\r");
  await session.waitFor("two");
  // It has changed before the wait begins.
  for (const place of [session.row(1), part]) await place.waitFor({ ...changed, timeoutMs: 0 });
  await assert.rejects(session.row(0).waitFor({ ...changed, timeoutMs: 0 }), WaitTimeoutError);
});

testInEachWorld("W3: a title counts if it was set after the moment", async (world, t) => {
  const title = (text: string): string => `printf '\\033]0;${text}\\007'`;
  const session = await spawnIn(
    world,
    t,
    shell(`stty -echo; ${title("new")}; read x; ${title("new")}; read x; ${title("newer")}; exec cat`),
  );
  await session.waitFor(Matcher.title("new"));
  const { sequence } = await session.snapshot();
  await assert.rejects(session.waitFor(Matcher.title("new"), { since: sequence, timeoutMs: 0 }), WaitTimeoutError);
  await session.writeText("\r");
  await session.waitFor(Matcher.title("new"), { since: sequence });
  const { sequence: later } = await session.snapshot();
  await session.writeText("\r");
  await session.waitFor(Matcher.titleRegex("^newer$"), { since: later });
});

testInEachWorld("a locator within another has one time for both", async (world, t) => {
  const session = await spawnIn(world, t, shell("printf Hello; read line; printf box; exec cat"));
  await session.waitFor("Hello");
  const place = session.getByText("never", { within: session.getByText("box") });
  const failing = place.text({ timeoutMs: 1_000 }).then(
    () => assert.fail("it was found"),
    (error: unknown) => error as WaitTimeoutError,
  );
  // Of its time so much is gone before there is anything to look within.
  await assert.rejects(session.waitFor("nothing", { timeoutMs: 400 }));
  await session.writeText("\r");
  const { elapsedMs } = await failing;
  assert.ok(elapsedMs < 700, `it waited ${elapsedMs} ms more`);
});
