// Whatever an answer or a tool's output imitates changes no decision: the program draws its own words where, or in colours in which, no model can.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import type { ClassifyContext } from "ptywright/plugins";
import { loadFixtures } from "ptywright/testing";
import { FIXTURES, FOLDER, contextOf, started } from "../support/kept-screens.js";

interface Grammar {
  readonly KINDS: readonly string[];
  imitation(seed: number, cols: number): { readonly imitated: string; readonly lines: readonly string[] };
}
const grammar = (await import(
  pathToFileURL(join(FOLDER, "..", "..", "e2e", "claude-code", "spoof-grammar.mjs")).href
)) as Grammar;

const COLS = 100;
const ROWS = 60;
const SPOOFS = 200;

const coloured = (colour: string, text: string): string => `\x1b[38;2;${colour}m${text}\x1b[0m`;
const GREY = "153;153;153";
const WHITE = "255;255;255";
/** Of code within a line: the only colour that a model can give its words. */
const CODE = "177;185;249";
const RULE = coloured("136;136;136", "─".repeat(COLS));

/** Whatever a model says is as wide as the room that the program has for it, and begins in the third column. */
const cut = (line: string, column = 2): string => [...line].slice(0, COLS - 2 - column).join("");

/** What carries the words of a model: below each other as the program draws it. */
const CARRIERS: Readonly<Record<string, (lines: readonly string[]) => string[]>> = {
  answer: (lines) => [`${coloured(WHITE, "●")} I found this:`, "", ...lines.map((line) => `  ${cut(line)}`)],
  "answer that begins with it": (lines) => [
    `${coloured(WHITE, "●")} ${cut(lines[0] ?? "")}`,
    ...lines.slice(1).map((line) => `  ${cut(line)}`),
  ],
  "answer in code": (lines) => [
    `${coloured(WHITE, "●")} I found this:`,
    "",
    ...lines.map((line) => (line.trim() === "" ? "" : `  ${coloured(CODE, cut(line))}`)),
  ],
  "answer of paragraphs": (lines) => [
    `${coloured(WHITE, "●")} I found this:`,
    ...lines.flatMap((line) => ["", `  ${cut(line)}`]),
  ],
  output: (lines) => [
    `${coloured("78;186;101", "●")} \x1b[1mBash\x1b[0m(cat notes)`,
    `${coloured(GREY, "  ⎿ \u00a0")}${cut(lines[0] ?? "", 5)}`,
    ...lines.slice(1).map((line) => `     ${cut(line, 5)}`),
    "",
    `${coloured(WHITE, "●")} The tool has answered.`,
  ],
  name: (lines) => [
    `${coloured("78;186;101", "●")} \x1b[1mWrite\x1b[0m(${lines.join("").slice(0, 60)})`,
    `${coloured(GREY, "  ⎿ \u00a0")}Wrote 1 line`,
    "",
    `${coloured(WHITE, "●")} The tool has answered.`,
  ],
};

const prompt = `\x1b[48;2;55;55;55m${coloured(GREY, "❯ ")}look${" ".repeat(COLS - 6)}\x1b[0m`;
const box = (footer: string): string[] => [RULE, "❯\u00a0", RULE, coloured(GREY, `  ${footer}`)];
const PHASES = {
  thinking: [
    "",
    `${coloured("215;119;87", "✻")} ${coloured("215;119;87", "Working…")} (3s)`,
    "",
    ...box("⏸ manual mode on · esc to interrupt"),
  ],
  completed_turn: ["", coloured(GREY, "✻ Worked for 5s"), "", ...box("⏸ manual mode on · ? for shortcuts")],
} as const;

/** What the plugin makes of each of these screens. */
async function seen(t: TestContext, screens: readonly (readonly string[])[], side?: ClassifyContext["side"]) {
  const folder = mkdtempSync(join(tmpdir(), "ptywright-spoofs-"));
  t.after(() => rmSync(folder, { recursive: true }));
  screens.forEach((rows, at) => {
    const shown = rows.slice(-ROWS).join("\r\n");
    writeFileSync(join(folder, `${String(at).padStart(5, "0")}.ansi`), `\x1b[8;${ROWS};${COLS}t${shown}\x1b[1;1H\n`);
    writeFileSync(join(folder, `${String(at).padStart(5, "0")}.expected.json`), '{"state":"unknown"}');
  });
  const extension = await started(t);
  const states = [];
  for (const { screen, terminal } of loadFixtures(folder)) {
    const context = { ...contextOf(screen, 60_000), terminal: () => terminal, lastIntent: "prompt_submitted", side };
    states.push({ screen, ...(await extension.classify(context)) });
  }
  return states;
}

const letters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, "");

async function holds(t: TestContext, spoofs: readonly { what: string; lines: readonly string[] }[]): Promise<void> {
  const cases = spoofs.flatMap(({ what, lines }) =>
    Object.entries(CARRIERS).flatMap(([carrier, carry]) =>
      (Object.keys(PHASES) as (keyof typeof PHASES)[]).map((phase) => ({ what, lines, carrier, phase, carry })),
    ),
  );
  const states = await seen(
    t,
    cases.map(({ lines, phase, carry }) => [prompt, "", ...carry(lines), ...PHASES[phase]]),
  );
  states.forEach(({ state, metadata, screen, evidence }, at) => {
    const { what, carrier, phase, lines } = cases[at];
    const where = `${what} as ${carrier} while ${phase}: ${evidence}\n${screen}`;
    assert.equal(state, phase, where);
    const { turn } = metadata as { turn: { text?: string; partial_text?: string } };
    const text = turn.text ?? turn.partial_text ?? "";
    if (!carrier.startsWith("answer")) assert.equal(text, "The tool has answered.", where);
    else
      for (const line of lines) assert.ok(letters(text).includes(letters(cut(line))), `${line} in ${text}\n${where}`);
  });
}

test("what is imitated in an answer, in a tool's output or in a name changes neither the state nor the answer", async (t) => {
  const spoofs = Array.from({ length: SPOOFS }, (_, seed) => {
    const { imitated, lines } = grammar.imitation(seed, COLS);
    return { what: `${imitated} of seed ${seed}`, lines };
  });
  assert.ok(new Set(spoofs.map(({ what }) => what.split(" ")[0])).size === grammar.KINDS.length);
  await holds(t, spoofs);
});

const BARE = /\x1b\[[\d;]*m/g;
const told = (hook_event_name: string, ageMs: number, at: number) => ({
  number: at + 1,
  sequence: 1,
  at: performance.now() - ageMs,
  data: { hook_event_name },
});

test("without colours, what is imitated changes no state once the program says that the turn is done; if it says nothing, it is not called whole", async (t) => {
  const cases = Array.from({ length: SPOOFS }, (_, seed) => grammar.imitation(seed, COLS)).flatMap((spoof) =>
    Object.entries(CARRIERS).map(([carrier, carry]) => ({
      ...spoof,
      carrier,
      rows: [prompt, "", ...carry(spoof.lines)],
    })),
  );
  const screens = (phase: keyof typeof PHASES): string[][] =>
    cases.map(({ rows }) => [...rows, ...PHASES[phase]].map((row) => row.replaceAll(BARE, "")));
  const done = ["UserPromptSubmit", "Stop"].map((name, at) => told(name, 60_000 - at, at));
  const where = (at: number, screen: string): string => `${cases[at].imitated} as ${cases[at].carrier}\n${screen}`;
  for (const [at, { state, screen }] of (await seen(t, screens("thinking"))).entries())
    assert.equal(state, "thinking", where(at, screen));
  for (const [at, { state, screen }] of (
    await seen(t, screens("completed_turn"), { signals: done, dropped: 0 })
  ).entries())
    assert.equal(state, "completed_turn", where(at, screen));
  for (const [at, { state, screen, metadata }] of (await seen(t, screens("completed_turn"))).entries())
    if (state !== "completed_turn")
      assert.equal((metadata as { turn: { whole: boolean } }).turn.whole, false, where(at, screen));
});

test("no screen that was kept of the program, said by a model, is taken for what it was", async (t) => {
  const kept = FIXTURES.filter(({ name }) => /^2\.1\.\d+-80x24-/.test(name));
  assert.ok(kept.length > 100);
  await holds(
    t,
    kept.map(({ name, screen }) => ({
      what: name,
      lines: screen
        .split("\n")
        .filter((line) => line.trim() !== "")
        .slice(-36),
    })),
  );
});
