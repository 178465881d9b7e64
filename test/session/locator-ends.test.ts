import assert from "node:assert/strict";
import { test } from "node:test";
import { ProgramEndedError, Session, WaitCancelledError, WaitTimeoutError } from "ptywright";
import type { SessionOptions } from "ptywright";
import type { TestContext } from "node:test";

async function shell(t: TestContext, script: string, options: SessionOptions = {}): Promise<Session> {
  const session = await Session.spawn({ program: "/bin/sh", args: ["-c", script] }, options);
  t.after(() => session.close());
  return session;
}

test("a scrollback locator's wait has one limit, however much is written meanwhile", async (t) => {
  const session = await shell(t, "while :; do echo tick; sleep 0.05; done", { timeoutMs: 400 });
  await assert.rejects(session.getByText("never", { scrollback: true }).waitFor(), (error: unknown) => {
    assert.ok(error instanceof WaitTimeoutError);
    assert.match(
      error.message,
      /^timed out after [4-9]\d\d ms waiting for text "never" visible on the screen or in the/,
    );
    return true;
  });
});

for (const [what, script, options] of [
  ["where no transcript is kept", "read go; echo LATE; seq 1 50; sleep 60", { transcriptMaxChars: 0 }],
  ["in a frame that took too long", "read go; printf '\\033[?2026h'; echo LATE; sleep 60", {}],
] as const)
  test(`a scrollback locator finds what comes ${what}`, async (t) => {
    const session = await shell(t, script, options);
    const seen = session.getByText("LATE", { scrollback: true }).waitFor({ timeoutMs: 10_000 });
    await session.writeText("go\n");
    await seen;
  });

for (const [kept, line, lines] of [
  [10_000, "''", 150_000],
  [300, "row", 5_000],
] as const)
  test(`B21: a scrollback locator finds a line among ${2 * lines} where ${kept} rows are kept`, async (t) => {
    const many = `yes ${line} | head -n ${lines}`;
    const session = await shell(t, `read go; ${many}; echo TARGET-42; ${many}; echo FIN; sleep 60`, {
      scrollback: kept,
    });
    const seen = session.getByRegex("TARGET-[0-9]+", { scrollback: true }).waitFor();
    const own = session.getByText(/TARGET-\d+/, { scrollback: true }).waitFor();
    const text = session.getByText("TARGET-42", { scrollback: true }).waitFor();
    await session.writeText("go\n");
    for (const { outcome, snapshot } of await Promise.all([seen, own, text])) {
      assert.ok(outcome.kind === "style" && outcome.text === "TARGET-42", JSON.stringify(outcome));
      if (outcome.row >= 0) assert.equal(snapshot.lines[outcome.row], "TARGET-42");
    }
    await session.waitFor("FIN");
  });

test("what ends a locator's wait names what was awaited, and not how it was looked for", async (t) => {
  const running = await shell(t, "echo here; sleep 60");
  await running.waitFor("here");
  await assert.rejects(
    running.getByText(/total: \d+/).waitFor({ timeoutMs: 50 }),
    /waiting for a match of \/total: \\d\+\/ visible on the screen\n +a match of \/total/,
  );
  const stop = AbortSignal.timeout(50);
  await assert.rejects(
    running.getByText("never", { scrollback: true }).waitFor({ signal: stop }),
    (error: unknown) => error instanceof WaitCancelledError && error.message.includes('text "never"'),
  );
  const ending = await shell(t, "read go; exit 3");
  const awaited = ending.getByText("never", { scrollback: true }).waitFor();
  await ending.writeText("go\n");
  await assert.rejects(
    awaited,
    (error: unknown) => error instanceof ProgramEndedError && !error.message.includes("(?s)"),
  );
});
