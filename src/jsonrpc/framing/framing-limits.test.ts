import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_HEADER_BYTES, MAX_MESSAGE_BYTES } from "../../base/index.js";
import { brief, feed, messageOf, piecesOf } from "./feed.test.support.js";
import type { FramingName } from "./index.js";
import { frameDecoder } from "./index.js";

const FRAMINGS: readonly FramingName[] = ["ndjson", "lsp"];
const CHUNK = 65_536;

test("R4: 16 MiB are a message, one byte more is refused and ends the stream", () => {
  const next: Record<FramingName, string> = { ndjson: "1\n", lsp: "Content-Length: 1\r\n\r\n1" };
  for (const framing of FRAMINGS)
    for (const lineEnd of framing === "lsp" ? [""] : ["\n", "\r\n"])
      for (const split of [CHUNK, Infinity]) {
        const sizes = (size: number): (number | string)[] => {
          const bytes = Buffer.concat([messageOf(framing, size, lineEnd), Buffer.from(next[framing])]);
          const frames = feed(framing, piecesOf(bytes, Math.min(split, bytes.length)));
          return frames.map((frame) => (frame.type === "message" ? frame.text.length : brief(frame)));
        };
        assert.deepEqual(sizes(MAX_MESSAGE_BYTES), [MAX_MESSAGE_BYTES, 1]);
        assert.deepEqual(sizes(MAX_MESSAGE_BYTES + 1), ["-32600 fatal"]);
      }
});

test("R4: a line is refused at the byte over the limit, not at its end", () => {
  const decoder = frameDecoder("ndjson");
  assert.deepEqual(decoder.push(Buffer.alloc(MAX_MESSAGE_BYTES, "x")), []);
  assert.deepEqual(decoder.push(Buffer.from("x")).map(brief), ["-32600 fatal"]);
  assert.equal(decoder.isPartial, false);
  assert.deepEqual(decoder.push(Buffer.from("\n1\n")), []);
});

test("a carriage return at the limit is counted once it is seen to end no line", () => {
  const full = Buffer.alloc(MAX_MESSAGE_BYTES, "x");
  for (const [rest, found] of [
    [["\r", "\n"], [String(MAX_MESSAGE_BYTES)]],
    [["\r"], [String(MAX_MESSAGE_BYTES)]],
    [["\r", "x"], ["-32600 fatal"]],
    [["\r", "\r\n"], ["-32600 fatal"]],
  ])
    assert.deepEqual(
      feed("ndjson", [full, ...rest.map((text) => Buffer.from(text))]).map((frame) =>
        frame.type === "message" ? String(frame.text.length) : brief(frame),
      ),
      found,
      JSON.stringify(rest),
    );
});

test("R4: a header block of 8 KiB is read, one byte more breaks the stream, also without a line end", () => {
  const block = (size: number): Buffer => {
    const start = "Content-Length: 1\r\nX: ";
    return Buffer.from(`${start}${"y".repeat(size - start.length - 4)}\r\n\r\n1`);
  };
  for (const split of [1, 100, CHUNK]) {
    assert.deepEqual(feed("lsp", piecesOf(block(MAX_HEADER_BYTES), split)).map(brief), ["1"]);
    assert.deepEqual(feed("lsp", piecesOf(block(MAX_HEADER_BYTES + 1), split)).map(brief), ["-32700 fatal"]);
  }
  const decoder = frameDecoder("lsp");
  assert.deepEqual(decoder.push(Buffer.alloc(MAX_HEADER_BYTES, "y")), []);
  assert.deepEqual(decoder.push(Buffer.from("y")).map(brief), ["-32700 fatal"]);
  const lines = Buffer.from("X: y\r\n".repeat(MAX_HEADER_BYTES));
  assert.deepEqual(feed("lsp", [lines]).map(brief), ["-32700 fatal"], "many short lines");
});

test("blank lines between frames never add up to a header block", () => {
  const bytes = Buffer.from("\r\n".repeat(MAX_HEADER_BYTES) + "Content-Length: 1\r\n\r\n1");
  assert.deepEqual(feed("lsp", [bytes]).map(brief), ["1"]);
});

test("R4: an endless line or a promised giant makes the decoder hold no more than twice the limit", () => {
  const chunk = Buffer.alloc(CHUNK, "x");
  for (const [framing, head] of [
    ["ndjson", ""],
    ["lsp", `Content-Length: ${MAX_MESSAGE_BYTES}\r\n\r\n`],
  ] as const) {
    const decoder = frameDecoder(framing);
    const before = process.memoryUsage().arrayBuffers;
    decoder.push(Buffer.from(head));
    assert.ok(process.memoryUsage().arrayBuffers - before < CHUNK, "nothing is set aside for what was only announced");
    let most = 0;
    for (let sent = 0; sent < 4 * MAX_MESSAGE_BYTES; sent += CHUNK) {
      decoder.push(chunk);
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    // Outgrown memory that was not collected yet is counted too: at most as much again.
    assert.ok(most <= 2 * MAX_MESSAGE_BYTES + 16 * CHUNK, `${framing}: ${most}`);
  }
});
