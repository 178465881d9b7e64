import assert from "node:assert/strict";
import { test } from "node:test";
import type { MatchOutcome, MatchResult, OutcomeOf, Session } from "ptywright";
import { Matcher } from "ptywright";
import { fixture } from "../support/fixture.js";
import { start } from "../support/session.js";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const isSame = <A, B>(same: Same<A, B>): void => assert.equal(same, true);

const shown = async (t: Parameters<typeof start>[0]): Promise<Session> =>
  start(t, fixture("prints-and-waits.sh", "v42"));

test("the capture of a pattern is there without a look at its kind", async (t) => {
  const session = await shown(t);
  const screen = await session.waitFor(Matcher.screenRegex("v(\\d+)"));
  const captured: string = screen.outcome.capture;
  assert.equal(captured, "42");
  assert.equal((await session.waitFor(Matcher.transcriptRegex("v(\\d)"))).outcome.capture, "4");
  assert.equal((await session.waitFor({ type: "screen_regex", pattern: "v(\\d+)" })).outcome.capture, "42");
  // @ts-expect-error a pattern has no text
  assert.equal(screen.outcome.text, undefined);
});

test("any has the outcome of one of its branches", async (t) => {
  const session = await shown(t);
  const { outcome } = await session.waitFor(
    Matcher.any([Matcher.containsText("nothing"), Matcher.screenRegex("v(.)")]),
  );
  // @ts-expect-error no branch looks at the cursor
  assert.ok(outcome.matched.kind !== "cursor_at");
  // @ts-expect-error it may have been the text
  assert.equal(outcome.matched.capture, "4");
  assert.ok(outcome.matched.kind === "screen_regex");
  assert.equal(outcome.matched.capture, "4");
});

test("all has the outcomes of its branches, in their order", async (t) => {
  const session = await shown(t);
  const { outcome } = await session.waitFor(Matcher.all([Matcher.containsText("42"), Matcher.screenRegex("(v)")]));
  const [text, pattern] = outcome.matched;
  assert.deepEqual([text.text, pattern.capture], ["42", "v"]);
  // @ts-expect-error there are two
  assert.equal(outcome.matched[2], undefined);
});

test("of a matcher that may be any, the outcome may be any", async (t) => {
  const session = await shown(t);
  const matcher = Matcher.screenRegex("v(.)") as Matcher;
  const result: MatchResult = await session.waitFor(matcher);
  // @ts-expect-error it is not known to be a pattern
  assert.equal(result.outcome.capture, "4");
  const branches: Matcher[] = [matcher];
  const { outcome } = await session.waitFor(Matcher.any(branches));
  isSame<typeof outcome.matched, MatchOutcome>(true);
  assert.equal(outcome.matched.kind, "screen_regex");
});

test("each kind of matcher has the outcome of its kind", () => {
  isSame<OutcomeOf<ReturnType<typeof Matcher.cursorAt>>["kind"], "cursor_at">(true);
  isSame<OutcomeOf<ReturnType<typeof Matcher.screenStable>>["minMs"], number>(true);
  isSame<OutcomeOf<ReturnType<typeof Matcher.bell>>["kind"], "bell">(true);
  isSame<OutcomeOf<ReturnType<typeof Matcher.processExited>>["kind"], "process_exited">(true);
  isSame<OutcomeOf<ReturnType<typeof Matcher.lua>>["capture"], string | undefined>(true);
  isSame<OutcomeOf<ReturnType<typeof Matcher.transcriptContains>>["text"], string>(true);
  isSame<OutcomeOf<ReturnType<typeof Matcher.exitCode>>["code"], number>(true);
  isSame<OutcomeOf<ReturnType<typeof Matcher.title>>["text"], string>(true);
  isSame<OutcomeOf<ReturnType<typeof Matcher.titleRegex>>["capture"], string>(true);
  isSame<OutcomeOf<ReturnType<typeof Matcher.style>>["length"], number>(true);
  isSame<OutcomeOf<ReturnType<typeof Matcher.changed>>["kind"], "changed">(true);
  isSame<OutcomeOf<Matcher>, MatchOutcome>(true);
  // @ts-expect-error a text is no pattern
  isSame<OutcomeOf<ReturnType<typeof Matcher.containsText>>["kind"], "screen_regex">(true);
});

test("a part of the screen has the outcome of what it holds, and not has none", async (t) => {
  const session = await shown(t);
  const { outcome } = await session.waitFor(Matcher.row(0, Matcher.screenRegex("^v(..)$")));
  assert.deepEqual([outcome.row, outcome.matched.capture], [0, "42"]);
  const region = await session.waitFor(
    Matcher.region({ row: 0, col: 1, rows: 1, cols: 1 }, Matcher.all([Matcher.containsText("4")])),
  );
  assert.equal(region.outcome.matched.matched[0].text, "4");
  const nothing = await session.waitFor(Matcher.not(Matcher.containsText("nothing")));
  assert.equal(nothing.outcome.kind, "not");
  // @ts-expect-error what did not match has no outcome
  assert.equal(nothing.outcome.matched, undefined);
});
