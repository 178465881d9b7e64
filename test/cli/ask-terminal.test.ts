import assert from "node:assert/strict";
import { test } from "node:test";
import type { Session } from "ptywright";
import { Action, Matcher } from "ptywright";
import { NEEDS_PROC, eventually, isAlive, noneLeft } from "../support/processes.js";
import { Asked } from "./ask-support.js";

const shows = (session: Session, text: string): Promise<unknown> => session.waitFor(Matcher.containsText(text));

/** The exit code, and what is left on the screen. */
async function ended(session: Session): Promise<{ code: number; screen: string[] }> {
  const { outcome, snapshot } = await session.waitFor(Matcher.screenRegex("ended (\\d+)\\."));
  const screen = snapshot.plainText.split("\n").filter((line) => !line.startsWith("ended "));
  return { code: Number("capture" in outcome ? outcome.capture : NaN), screen };
}

const noneAlive = async (asked: Asked): Promise<void> => {
  assert.ok(asked.pids.length > 0);
  await noneLeft(() => asked.pids.filter(isAlive));
};

test("on a terminal the answer is left, and nothing of the status line", async (t) => {
  const session = await new Asked(t).inTerminal(t, ["stream"]);
  assert.deepEqual(await ended(session), { code: 0, screen: ["one two", "three four", "five six", "seven"] });
});

for (const [env, dim] of [
  [{}, true],
  [{ NO_COLOR: "1" }, false],
] as const)
  test(`the status line has the state and the time, ${dim ? "in a colour of its own" : "and no colour with NO_COLOR"}`, async (t) => {
    const asked = new Asked(t);
    const session = await asked.inTerminal(t, ["hang"], env);
    const { snapshot } = await session.waitFor(Matcher.screenRegex("(?m)^only the beginning\n… working \\d+s$"));
    const [cell] = snapshot.cells.filter(({ row, text }) => row === 1 && text === "w");
    assert.equal(cell?.style.dim, dim);
    // Where the answer goes on.
    assert.deepEqual([snapshot.cursor.row, snapshot.cursor.col], [0, "only the beginning".length]);
  });

test(
  "Ctrl-C cancels the turn, waits until the program has settled, and leaves nothing",
  { skip: NEEDS_PROC },
  async (t) => {
    const asked = new Asked(t);
    const session = await asked.inTerminal(t, ["hang"]);
    await shows(session, "only the beginning");
    await session.send(Action.interrupt());
    const { code, screen } = await ended(session);
    assert.equal(code, 130);
    assert.match(screen.join("\n"), /^only the beginning(\^C)?\nptywright: cancelled; the program was working$/);
    assert.deepEqual(asked.told, ['prompt "hang"', "cancelled"]);
    await noneAlive(asked);
  },
);

test("a second Ctrl-C does not wait for a program that does not heed the first", { skip: NEEDS_PROC }, async (t) => {
  const asked = new Asked(t);
  const session = await asked.inTerminal(t, ["hang deaf"]);
  await shows(session, "only the beginning");
  await session.send(Action.interrupt());
  await eventually(
    () => asked.told,
    (told) => told.includes("cancelled"),
    5_000,
  );
  await session.send(Action.interrupt());
  assert.equal((await ended(session)).code, 130);
  await noneAlive(asked);
});

for (const [typed, told, code] of [
  ["y\r", "approved Look", 0],
  ["yes\r", "approved Look", 0],
  ["\r", "denied Look", 4],
  ["n\r", "denied Look", 4],
  ["yonder\r", "denied Look", 4],
  ["\x04", "denied Look", 4],
] as const)
  test(`asked for leave on the terminal, ${JSON.stringify(typed)} means ${told}`, async (t) => {
    const asked = new Asked(t);
    const session = await asked.inTerminal(t, ["tool Look", "--allow", "ask"]);
    await shows(session, "Look asks for leave:\n  use Look\nAllow it once? [y/N] ");
    await session.writeText(typed);
    assert.equal((await ended(session)).code, code);
    assert.deepEqual(asked.told, ['prompt "tool Look"', told]);
  });

test("the question stays on the screen until it is answered", async (t) => {
  const session = await new Asked(t).inTerminal(t, ["tool Look", "--allow", "ask"]);
  await shows(session, "Allow it once? [y/N]");
  // The status line is drawn every second.
  const { snapshot } = await session.waitFor(Matcher.screenStable(1_500));
  assert.match(snapshot.plainText, /\nAllow it once\? \[y\/N\] ?$/);
});

test("what was typed before the question was shown is no answer to it", async (t) => {
  const asked = new Asked(t, "slow");
  const session = await asked.inTerminal(t, ["tool Look", "--allow", "ask"]);
  await shows(session, "… starting");
  await session.writeText("y\ry");
  await shows(session, "Allow it once? [y/N]");
  await session.writeText("\r");
  assert.equal((await ended(session)).code, 4);
  assert.deepEqual(asked.told, ['prompt "tool Look"', "denied Look"]);
});

test("a yes to one question is no yes to the one that has taken its place", { skip: NEEDS_PROC }, async (t) => {
  const asked = new Asked(t);
  const session = await asked.inTerminal(t, ["swap", "--allow", "ask"]);
  await shows(session, "Look asks for leave:");
  process.kill(asked.pids[0], "SIGUSR1");
  await eventually(
    () => asked.told,
    (told) => told.includes("swapped"),
    5_000,
  );
  await session.writeText("y\r");
  await shows(session, "Remove asks for leave:\n  everything");
  await session.writeText("n\r");
  assert.equal((await ended(session)).code, 4);
  assert.deepEqual(asked.told, ['prompt "swap"', "swapped", "denied Remove"]);
});

test("Ctrl-C at the question approves nothing and ends it", { skip: NEEDS_PROC }, async (t) => {
  const asked = new Asked(t);
  const session = await asked.inTerminal(t, ["tool Look", "--allow", "ask"]);
  await shows(session, "Allow it once? [y/N]");
  await session.send(Action.interrupt());
  assert.equal((await ended(session)).code, 130);
  assert.ok(!asked.told.includes("approved Look"));
  await noneAlive(asked);
});
