import assert from "node:assert/strict";
import test from "node:test";
import { NotificationStream } from "./notification-stream.js";
import type { Notification } from "../protocol/index.js";

const eventOf = (seq: number, chars: number): Notification => ({
  method: "adapter.event",
  params: { adapter: "e1", event: { kind: "text_delta", text: "x".repeat(chars), seq } },
});

/** The numbers of the events that wait. */
async function waiting(stream: NotificationStream): Promise<number[]> {
  stream.end();
  const seqs: number[] = [];
  for await (const { method, params } of stream) if (method === "adapter.event") seqs.push(params.event.seq);
  return seqs;
}

for (const [what, chars, count, kept] of [
  ["small events", 1, 1_030, 1_024],
  ["large events", 50_000, 40, 20],
  ["events that are too large", 2_000_000, 3, 1],
] as const)
  test(`Of ${what} that nobody reads, the last ${kept} wait.`, async () => {
    const stream = new NotificationStream({}, () => undefined);
    for (let seq = 1; seq <= count; seq++) stream.push(eventOf(seq, chars));
    const seqs = await waiting(stream);
    assert.deepEqual([seqs.length, seqs[0], seqs.at(-1)], [kept, count - kept + 1, count]);
  });

test("What was read makes room.", async () => {
  const stream = new NotificationStream({}, () => undefined);
  for (let seq = 1; seq <= 40; seq++) {
    stream.push(eventOf(seq, 900_000));
    await stream.next();
  }
  stream.push(eventOf(41, 500_000));
  stream.push(eventOf(42, 500_000));
  assert.deepEqual(await waiting(stream), [41, 42]);
});
