import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Action, InvalidArgumentError, Matcher } from "ptywright";
import { fixture, shell } from "../support/fixture.js";
import { Random, SEED } from "../support/random.js";
import { start } from "../support/session.js";
import { tempDir } from "../support/temp-dir.js";

test("the transcript keeps the last characters, and counts all", async (t) => {
  const session = await start(t, shell("stty raw; seq -w 1 5000 | tr -d '\\n'"), { transcriptMaxChars: 100 });
  await session.wait();
  assert.equal(session.transcriptCursor, 20_000);
  const kept = session.transcript();
  assert.equal(kept.length, 100);
  assert.ok(kept.endsWith("499849995000"));
});

test("a transcript of 0 characters keeps none; the count, the markers and the screen go on", async (t) => {
  const session = await start(t, fixture("prints-and-waits.sh", "shown"), { transcriptMaxChars: 0 });
  const { transcriptTail } = await session.waitFor(Matcher.containsText("shown"));
  assert.equal(transcriptTail, "");
  assert.equal(session.transcript(), "");
  assert.equal(session.markTranscript("end"), 5);
  assert.deepEqual(session.transcriptSince(0), { text: "", cursor: 5, dropped: true });
});

test("markers cut the output into slices, until they leave the window", async (t) => {
  const session = await start(t, fixture("writes-pieces.sh", "first", "sécond", "3"), { transcriptMaxChars: 8 });
  await session.waitFor(Matcher.transcriptContains("first"));
  const one = session.markTranscript("one");
  await session.writeText("\n");
  await session.waitFor(Matcher.transcriptContains("sécond"));
  const two = session.markTranscript("two");
  assert.deepEqual([one, two], [5, 11]);
  assert.equal(session.transcriptSlice(one, two), "sécond");
  assert.equal(session.transcriptSlice(4, 999), "tsécond");
  assert.equal(session.transcriptSlice(0, one), null);
  assert.deepEqual(session.transcriptSince(one), { text: "sécond", cursor: 11, dropped: false });
  assert.equal(session.transcriptSince(0).dropped, true);
  await session.writeText("\n");
  await session.waitFor(Matcher.transcriptContains("3"));
  assert.equal(session.markTranscript("one"), 12);
  assert.deepEqual(
    [...session.transcriptMarkers()],
    [
      ["one", 12],
      ["two", 11],
    ],
  );
  assert.throws(() => session.transcriptSlice(2, 1), InvalidArgumentError);
});

test("O5: 64 labels are kept; those known can still be moved", async (t) => {
  const session = await start(t, fixture("writes-pieces.sh", "shown", "more"));
  await session.waitFor(Matcher.containsText("shown"));
  for (let label = 0; label < 64; label++) session.markTranscript(`label-${label}`);
  await session.writeText("\n");
  await session.waitFor(Matcher.containsText("shownmore"));
  assert.equal(session.markTranscript("one too many"), 9);
  assert.equal(session.transcriptMarker("one too many"), undefined);
  await session.send(Action.markTranscript("label-7"));
  assert.equal(session.transcriptMarker("label-7"), 9);
  assert.equal(session.transcriptMarkers().size, 64);
});

test("T9: a character split over writes stays whole", async (t) => {
  const session = await start(t, fixture("writes-pieces.sh", "a\\360\\237", "\\230", "\\200b"));
  await session.waitFor(Matcher.transcriptContains("a"));
  for (let piece = 0; piece < 2; piece++) {
    // No text arrives with the second piece, so the batch is what is waited for.
    const before = session.sequence;
    const events = session.events();
    await session.writeText("\n");
    while (session.sequence === before) await events.next();
    await events.return?.();
  }
  await session.waitFor(Matcher.transcriptContains("b"));
  assert.equal(session.transcript(), "a😀b");
  assert.equal(session.transcriptCursor, 3);
  assert.equal(session.snapshot().plainText, "a😀b");
});

const invalid: [title: string, bytes: string, text: string][] = [
  ["a byte that begins nothing", "a\\377b", "a\ufffdb"],
  ["a character cut short by another", "a\\303(b", "a\ufffd(b"],
  ["a lone surrogate", "a\\355\\240\\200b", "a\ufffd\ufffd\ufffdb"],
  ["an overlong form", "a\\300\\257b", "a\ufffd\ufffdb"],
  ["three bytes of four", "a\\360\\237\\230b", "a\ufffdb"],
];
for (const [title, bytes, text] of invalid)
  test(`T9: bytes that are no UTF-8 become replacement characters: ${title}`, async (t) => {
    const session = await start(t, fixture("prints-and-waits.sh", bytes));
    await session.waitFor(Matcher.transcriptContains("b"));
    assert.equal(session.transcript(), text);
    assert.equal(session.snapshot().plainText, text);
  });

test("a character that the exit cut off counts as a change of its own", async (t) => {
  const session = await start(t, fixture("prints-and-waits.sh", "ab\\303"));
  await session.waitFor(Matcher.transcriptContains("ab"));
  const before = session.sequence;
  const last = session.waitFor(Matcher.transcriptContains("ab\ufffd"));
  await session.writeText("\n");
  assert.ok((await last).sequence > before);
  await session.wait();
  assert.equal(session.transcript(), "ab\ufffd");
});

/** Every byte there is, in an order that holds valid, invalid and control sequences. */
function noise(length: number): Buffer {
  const random = new Random(SEED);
  return Buffer.from(Array.from({ length }, () => random.below(256)));
}

test("T9: the raw file holds byte for byte what the program wrote", async (t) => {
  const dir = tempDir(t);
  const [source, path] = [join(dir, "source"), join(dir, "raw")];
  const bytes = noise(300_000);
  t.diagnostic(`seed ${SEED}`);
  writeFileSync(source, bytes);
  const session = await start(t, shell(`stty raw -echo; cat '${source}'`), { rawTranscript: { path } });
  assert.deepEqual(await session.wait(), { exitCode: 0, signal: null });
  await session.close();
  assert.ok(readFileSync(path).equals(bytes));
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal(session.rawTranscriptError, undefined);
});

test("the raw file is added to when that is asked for, and made when it is not there", async (t) => {
  const path = join(tempDir(t), "raw");
  for (const part of ["one,", "two,"]) {
    const session = await start(t, shell(`printf ${part}`), { rawTranscript: { path, append: true } });
    await session.wait();
    await session.close();
  }
  assert.equal(readFileSync(path, "utf8"), "one,two,");
});

test("the raw file does not depend on what is kept in memory", async (t) => {
  const path = join(tempDir(t), "raw");
  const session = await start(t, shell("printf everything"), { transcriptMaxChars: 0, rawTranscript: { path } });
  await session.wait();
  await session.close();
  assert.equal(readFileSync(path, "utf8"), "everything");
});

test("O4: a raw file that cannot be written any more is reported, and the session goes on", async (t) => {
  const path = join(tempDir(t), "raw");
  const script = 'ulimit -f 1 2>/dev/null; exec "$0" "$@"';
  const [host] = fixture("host-with-small-disk.mjs").args as string[];
  const session = await start(t, {
    ...shell(script),
    args: ["-c", script, process.execPath, host, path],
    size: { cols: 500 },
  });
  await session.wait();
  const said = JSON.parse(session.transcript()) as Record<string, unknown>;
  assert.deepEqual(said, { code: "raw_transcript_failed", last: true, exitCode: 0 });
});
