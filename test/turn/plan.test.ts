import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanStep } from "ptywright/plugins";
import { Action, InvalidArgumentError, Matcher, WaitCancelledError, WaitTimeoutError } from "ptywright";
import { PlanInterruptedError, runTurn } from "ptywright/plugins";
import { failure } from "../support/failure.js";
import { fixture, shell } from "../support/fixture.js";
import { start } from "../support/session.js";

const asks = shell("printf 'first? '; read a; printf 'second? '; read b; echo \"got $a and $b\"; cat");
const line = (text: string): PlanStep[] => [Action.text(text), Action.key("enter")];
const until = (text: string) => Matcher.containsText(text);
const wait = (text: string, timeoutMs?: number, message?: string): PlanStep => ({
  type: "wait",
  matcher: until(text),
  timeoutMs,
  message,
});
const expect = (text: string, message?: string): PlanStep => ({ type: "expect", matcher: until(text), message });

test("a turn says what was written between its beginning and its end", async (t) => {
  const session = await start(t, asks);
  const steps = [wait("first?"), ...line("one"), wait("second?"), ...line("two")];
  const { match, output } = await runTurn(session, { plan: { steps }, until: until("got one and two") });
  assert.equal(match.outcome.kind, "contains_text");
  assert.match(output ?? "", /one\r\nsecond\? two\r\ngot one and two\r\n$/);
});

test("nothing behind a look that fails is sent", async (t) => {
  const session = await start(t, asks);
  await session.waitFor(until("first?"));
  const steps = [expect("first?"), ...line("one"), expect("never shown", "the dialog is gone"), ...line("two")];
  const error = await failure(runTurn(session, { plan: { steps }, until: until("got") }), PlanInterruptedError);
  assert.deepEqual([error.step, error.steps, error.sent], [4, 6, 2]);
  assert.match(error.message, /stopped at step 4 of 6, 2 actions before it were sent.*: the dialog is gone$/);
  assert.ok(error.cause instanceof WaitTimeoutError);
  await session.waitFor(until("second?"));
  await session.send(line("2") as Action[]);
  await session.waitFor(until("got one and 2"));
});

test("a wait in a plan has its own time-out and says what it saw", async (t) => {
  const session = await start(t, asks);
  const steps = [wait("never shown", 10), ...line("one")];
  const error = await failure(runTurn(session, { plan: { steps }, until: until("got") }), PlanInterruptedError);
  assert.match(error.message, /nothing was sent: timed out after \d+ ms waiting for text "never shown"/);
});

test("what is wrong with the last step is found before the first is done", async (t) => {
  const session = await start(t, asks);
  await session.waitFor(until("first?"));
  const bad: PlanStep = { type: "expect", matcher: Matcher.screenRegex("(") };
  const turn = runTurn(session, { plan: { steps: [...line("one"), bad] }, until: until("got") });
  await failure(turn, InvalidArgumentError);
  assert.equal(session.snapshot().plainText, "first? ");
});

test("a plan that is cancelled while it waits sends nothing more", async (t) => {
  const session = await start(t, asks);
  await session.waitFor(until("first?"));
  const given = new AbortController();
  const steps = [wait("never shown"), ...line("one")];
  const turn = runTurn(session, { plan: { steps }, until: until("got") }, { signal: given.signal });
  given.abort();
  await failure(turn, WaitCancelledError);
  assert.equal(session.snapshot().plainText, "first? ");
});

test("the time of a turn counts from its beginning, sending included", async (t) => {
  const session = await start(t, fixture("never-reads.sh"));
  await session.waitFor(until("ready"));
  for (const steps of [
    [Action.streamText("abc", { chunkChars: 1, delayMs: 60_000 })],
    [wait("never shown", 60_000)],
    [Action.text("x".repeat(200_000))],
    [Action.text("behind it")],
  ]) {
    // What ends the turn is there already, but not everything was sent.
    const turn = runTurn(session, { plan: { steps }, until: until("ready") }, { timeoutMs: 50 });
    const error = await failure(turn, WaitTimeoutError);
    assert.match(
      error.message,
      /^timed out after \d+ ms waiting for text "ready" on the screen; not everything was sent/,
    );
    assert.deepEqual([error.wasSending, error.snapshot.plainText, error.hints], [true, "ready", []]);
  }
});

test("a turn that is cancelled while it sends is over at once", async (t) => {
  const session = await start(t, fixture("never-reads.sh"));
  await session.waitFor(until("ready"));
  const given = new AbortController();
  const plan = { steps: [Action.text("x".repeat(200_000))] };
  const turn = runTurn(session, { plan, until: until("got") }, { signal: given.signal });
  given.abort();
  await failure(turn, WaitCancelledError);
});
