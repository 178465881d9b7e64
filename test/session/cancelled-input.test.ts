import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { setImmediate as begun } from "node:timers/promises";
import { Action, InvalidArgumentError, Matcher, WaitCancelledError, WaitTimeoutError } from "ptywright";
import type { Session } from "ptywright";
import { failure } from "../support/failure.js";
import { fixture, shell } from "../support/fixture.js";
import { start } from "../support/session.js";

const never = Matcher.containsText("never shown");

async function unreadBytes(session: Session): Promise<number> {
  return (await failure(session.waitFor(never, { timeoutMs: 0 }), WaitTimeoutError)).unreadInputBytes;
}

test("typing that is cancelled keeps back what the terminal has not taken", async (t) => {
  const session = await start(t, fixture("never-reads.sh"));
  await session.waitFor(Matcher.containsText("ready"));
  const given = new AbortController();
  const texts = [Action.text("é".repeat(150_000)), Action.text("behind it")];
  const sending = session.send(texts, { signal: given.signal });
  const waiting = session.send(Action.key("enter"), { signal: given.signal });
  await begun();
  assert.ok((await unreadBytes(session)) > 200_000);
  given.abort(new Error("enough"));
  const error = await failure(sending, WaitCancelledError);
  assert.equal((error.cause as Error).message, "enough");
  await failure(waiting, WaitCancelledError);
  assert.ok((await unreadBytes(session)) <= 4_096);
});

test("a text typed in pieces that nobody cancels arrives whole", async (t) => {
  const session = await start(t, shell("stty raw -echo; printf ready; head -c 30001 | sha256sum; cat"));
  await session.waitFor(Matcher.containsText("ready"));
  const text = `a${"é".repeat(15_000)}`;
  await session.send(Action.text(text), { signal: new AbortController().signal });
  await session.waitFor(Matcher.containsText(createHash("sha256").update(text).digest("hex")));
});

test("slow typing ends within its pause, and what is typed next follows what was typed before", async (t) => {
  const session = await start(t, shell("stty -echo -icanon; printf 'ready '; cat"));
  await session.waitFor(Matcher.containsText("ready"));
  const given = new AbortController();
  const slow = Action.streamText("abc", { chunkChars: 1, delayMs: 60_000 });
  const sending = session.send([slow, Action.text("never")], { signal: given.signal });
  await session.waitFor(Matcher.containsText("ready a"));
  given.abort();
  await failure(sending, WaitCancelledError);
  await session.writeText("Z");
  await session.waitFor(Matcher.screenRegex("ready aZ$"));
});

test("with a signal that has fired nothing is done", async (t) => {
  const session = await start(t, shell("stty -echo; cat"));
  const signal = AbortSignal.abort();
  for (const action of [Action.text("x\n"), [Action.text("x\n")], Action.resize({ rows: 5, cols: 5 })])
    await failure(session.send(action, { signal }), WaitCancelledError);
  await session.writeText("seen\n");
  await session.waitFor(Matcher.screenRegex("^seen"));
  assert.notEqual(session.snapshot().size.rows, 5);
  await failure(session.send(Action.text("x"), { signal: "no" as unknown as AbortSignal }), InvalidArgumentError);
});
