import assert from "node:assert/strict";
import { test } from "node:test";
import { Mutex, WaitCancelledError } from "./index.js";

class Gate {
  open = (): void => undefined;
  readonly passed = new Promise<void>((resolve) => (this.open = resolve));
}

test("work is done one after the other, in the order of arrival, also after a failure", async () => {
  const line = new Mutex();
  const log: string[] = [];
  const gate = new Gate();
  const first = line.run(async () => {
    log.push("first begins");
    await gate.passed;
    log.push("first ends");
    throw new Error("first failed");
  });
  const second = line.run(async () => void log.push("second"));
  const third = line.run(async () => void log.push("third"));
  assert.equal(line.isTaken, true);
  gate.open();
  await assert.rejects(first, /first failed/);
  await Promise.all([second, third]);
  assert.deepEqual(log, ["first begins", "first ends", "second", "third"]);
  assert.equal(line.isTaken, false);
});

test("who gives up in line never begins, and nobody overtakes because of it", async () => {
  const line = new Mutex();
  const gate = new Gate();
  const log: string[] = [];
  const first = line.run(() => gate.passed);
  const given = new AbortController();
  const second = line.run(async () => void log.push("second"), given.signal);
  const third = line.run(async () => void log.push("third"));
  given.abort();
  await assert.rejects(second, WaitCancelledError);
  assert.deepEqual(log, []);
  gate.open();
  await Promise.all([first, third]);
  assert.deepEqual(log, ["third"]);
  await assert.rejects(
    line.run(async () => undefined, given.signal),
    WaitCancelledError,
  );
});
