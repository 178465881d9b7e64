import assert from "node:assert/strict";
import { Writable } from "node:stream";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { setImmediate as immediate } from "node:timers/promises";
import { LargeText } from "./large-text.js";
import { StreamSink } from "./stream-sink.js";

const STALL_MS = 2_000;
const MESSAGE = "x".repeat(100);

/** A sink whose reader takes a write only on command. */
function slowly(t: TestContext) {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const reader = { take: (): void => undefined, stalls: 0 };
  const output = new Writable({
    write: (_chunk, _encoding, done) => {
      reader.take = done;
    },
  });
  const sink = new StreamSink(output, "ndjson", { maxUnreadBytes: () => 1_000, onStall: () => reader.stalls++ });
  const fill = async (): Promise<void> => {
    for (let i = 0; i < 50; i++) {
      sink.send(MESSAGE);
      sink.flush();
    }
    await immediate();
  };
  return { reader, fill, pass: () => t.mock.timers.tick(STALL_MS) };
}

test("R7: a reader that takes something is not called dead, though more is unread than before", async (t) => {
  const { reader, fill, pass } = slowly(t);
  await fill();
  for (let i = 0; i < 5; i++) {
    reader.take();
    await fill();
    pass();
  }
  assert.equal(reader.stalls, 0);
});

test("R7: a reader that takes nothing while much is unread is called dead", async (t) => {
  const { reader, fill, pass } = slowly(t);
  await fill();
  pass();
  assert.equal(reader.stalls, 1);
});

test("what is made in many small pieces is written in few, whole and in order", async () => {
  const writes: string[] = [];
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      writes.push(chunk.toString());
      done();
    },
  });
  const pieces = Array.from({ length: 20_000 }, (_, at) => (at % 3 === 0 ? "" : `${at},é`));
  for (const framing of ["ndjson", "lsp"] as const) {
    const sink = new StreamSink(output, framing, { maxUnreadBytes: () => 1_000_000 });
    sink.send("before");
    sink.send(new LargeText(() => pieces));
    sink.send("after");
    await sink.whenSent();
    sink.flush();
    const text = writes.join("");
    assert.ok(text.indexOf("before") < text.indexOf(pieces.join("")));
    assert.ok(text.indexOf(pieces.join("")) < text.indexOf("after"));
    assert.ok(writes.length <= 6, `${writes.length} writes`);
    writes.length = 0;
  }
});
