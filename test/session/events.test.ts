import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import type { SessionEvent } from "ptywright";
import { InvalidArgumentError, Matcher } from "ptywright";
import { fixture, shell } from "../support/fixture.js";
import { start } from "../support/session.js";

const rises = (sequences: readonly number[]): boolean =>
  sequences.every((sequence, index) => index === 0 || sequence > sequences[index - 1]);

test("listeners hear of every change in order, and of the exit once, after all changes", async (t) => {
  const session = await start(t, fixture("prints-then-exits.sh"));
  const heard: (number | "exited")[] = [];
  session.on("changed", (sequence) => {
    assert.equal(sequence, session.sequence);
    heard.push(sequence);
  });
  session.on("exited", (status) => {
    assert.deepEqual(status, { exitCode: 3, signal: null });
    assert.equal(session.isFinished, true);
    heard.push("exited");
  });
  await session.wait();
  const sequences = heard.slice(0, -1) as number[];
  assert.equal(heard.at(-1), "exited");
  assert.ok(sequences.length > 0 && rises(sequences));
  assert.equal(sequences.at(-1), session.sequence);
});

test("a sequence is never heard twice or backwards, even if a listener resizes", async (t) => {
  const session = await start(t, fixture("prints-and-waits.sh", "shown"));
  const resized = session.on("changed", () => {
    resized();
    session.resize({ rows: 30 });
    session.resize({ rows: 31 });
  });
  const sequences: number[] = [];
  session.on("changed", (sequence) => sequences.push(sequence));
  const { sequence } = await session.waitFor(Matcher.containsText("shown"));
  await session.waitFor(Matcher.screenStable(1));
  assert.ok(sequences.length >= 3 && rises(sequences), sequences.join());
  assert.ok(sequences.includes(sequence));
});

test("a listener that has unsubscribed hears nothing more", async (t) => {
  const session = await start(t, fixture("answers-lines.sh"));
  let count = 0;
  const stop = session.on("changed", () => count++);
  await session.waitFor(Matcher.containsText("frame-0-shown"));
  stop();
  stop();
  const before = count;
  assert.ok(before > 0);
  await session.writeText("\n");
  await session.waitFor(Matcher.containsText("frame-1-shown"));
  assert.equal(count, before);
});

test("an iterator gives the changes in order and ends after the exit", async (t) => {
  const session = await start(t, fixture("writes-pieces.sh", "a", "b", "c"));
  const events: SessionEvent[] = [];
  for await (const event of session.events()) {
    events.push(event);
    if (event.type === "changed") await session.writeText("\n").catch(() => undefined);
  }
  assert.deepEqual(events.at(-1), { type: "exited", status: { exitCode: 0, signal: null } });
  const sequences = events.flatMap((event) => (event.type === "changed" ? [event.sequence] : []));
  assert.equal(sequences.length, events.length - 1);
  assert.ok(rises(sequences));
  assert.equal(sequences.at(-1), session.sequence);
});

test("an iterator that is not read holds one change and the exit, however much happened", async (t) => {
  const session = await start(t, fixture("prints-then-exits.sh"));
  const events = session.events();
  await session.wait();
  for (let round = 0; round < 100; round++) session.resize({ rows: 10 + (round % 2) });
  const last = session.sequence;
  assert.deepEqual(await events.next(), { done: false, value: { type: "changed", sequence: last } });
  assert.deepEqual(await events.next(), {
    done: false,
    value: { type: "exited", status: { exitCode: 3, signal: null } },
  });
  assert.deepEqual(await events.next(), { done: true, value: undefined });
  assert.deepEqual(await events.next(), { done: true, value: undefined });
});

test("an iterator made after the exit gives the exit alone", async (t) => {
  const session = await start(t, shell("printf shown; exit 9"));
  await session.wait();
  const events: SessionEvent[] = [];
  for await (const event of session.events()) events.push(event);
  assert.deepEqual(events, [{ type: "exited", status: { exitCode: 9, signal: null } }]);
});

test("return ends an iterator, also one that is being waited on", async (t) => {
  const session = await start(t, fixture("prints-and-waits.sh", "shown"));
  await session.waitFor(Matcher.containsText("shown"));
  const events = session.events();
  const pending = [events.next(), events.next()];
  assert.deepEqual(await events.return?.(), { done: true, value: undefined });
  for (const next of pending) assert.deepEqual(await next, { done: true, value: undefined });
  session.resize({ rows: 30 });
  assert.deepEqual(await events.next(), { done: true, value: undefined });
});

test("several calls to next are all answered", async (t) => {
  const session = await start(t, fixture("prints-and-waits.sh", "shown"));
  await session.waitFor(Matcher.containsText("shown"));
  const events = session.events();
  const answers = [events.next(), events.next(), events.next()];
  session.resize({ rows: 30 });
  assert.equal(((await answers[0]).value as SessionEvent).type, "changed");
  await session.kill();
  const rest = await Promise.all(answers.slice(1));
  assert.ok(rest.some(({ value }) => (value as SessionEvent | undefined)?.type === "exited"));
});

test("a break out of the loop ends the iteration", async (t) => {
  const session = await start(t, fixture("prints-and-waits.sh", "shown"));
  for await (const event of session.events()) {
    assert.equal(event.type, "changed");
    break;
  }
  assert.equal(session.isFinished, false);
});

test("a listener that throws is reported to the process and breaks nothing", () => {
  const [path] = fixture("listener-throws.mjs").args as string[];
  const { stdout, stderr } = spawnSync(process.execPath, [path], { encoding: "utf8" });
  assert.equal(stderr, "");
  assert.deepEqual(JSON.parse(stdout), { caught: true, equal: true, exitCode: 5, shown: true });
});

test("a listener that comes after the exit is told of it, unless it left again", async (t) => {
  const session = await start(t, shell("exit 3"));
  await session.wait();
  const left = session.on("exited", () => assert.fail("this one has left"));
  left();
  const status = await new Promise((resolve) => session.on("exited", resolve));
  assert.deepEqual(status, { exitCode: 3, signal: null });
});

test("a listener that another one adds at the exit is told once", async (t) => {
  const session = await start(t, shell("exit 3"));
  let told = 0;
  session.on("exited", () => void session.on("exited", () => told++));
  await session.wait();
  await new Promise(setImmediate);
  assert.equal(told, 1);
});

test("a wrong event or listener is refused at once", async (t) => {
  const session = await start(t, shell("cat"));
  assert.throws(() => session.on("data" as "changed", () => undefined), InvalidArgumentError);
  assert.throws(() => session.on("changed", undefined as unknown as () => void), InvalidArgumentError);
});
