import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { loadFixtures } from "ptywright/testing";
import { contextOf, started } from "../support/kept-screens.js";
import { tempDir } from "../support/temp-dir.js";
import { Random, SEED } from "../support/random.js";

const COLS = 60;
const RULE = "─".repeat(COLS);
const WORDS = ["add", "a", "test", "für", "日本", "it", "(maybe)", "Try", "👍", "1."];
const SCREENS = 150;

interface Made {
  readonly text: string;
  readonly ansi: string;
}

/** A box that shows these lines, the first of them in pieces with a style each. */
function box(first: string, more: readonly string[], cursor: string, isColoured: boolean): string {
  const rule = isColoured ? `\x1b[38;2;136;136;136m${RULE}\x1b[m` : RULE;
  const rows = [rule, `❯\u00a0${first}`, ...more.map((line) => `  ${line}`), rule, "  ? for shortcuts"];
  return `\x1b[8;12;${COLS}t${rows.join("\r\n")}${cursor}\n`;
}

const dim = (text: string): string => `\x1b[2m${text}\x1b[m`;
const inverse = (text: string): string => `\x1b[7m${text}\x1b[m`;

/** Some lines that fit into the box. */
function linesOf(random: Random): string[] {
  const line = (): string => Array.from({ length: 2 + random.below(5) }, () => random.pick(WORDS)).join(" ");
  return Array.from({ length: 1 + random.below(3) }, line);
}

/** As the program draws what it suggests: the cursor on the first letter, all else dim. */
function ghost(random: Random, isColoured: boolean): Made {
  const [first, ...more] = linesOf(random);
  const [letter, ...rest] = [...first];
  const style = isColoured ? dim : (text: string) => text;
  const shown = inverse(letter) + style(rest.join(""));
  return { text: "", ansi: box(shown, more.map(style), "\x1b[2;3H\x1b[?25l", isColoured) };
}

/** As it draws what was typed: all plain, or some of it dim, and the cursor behind it, or anywhere in it where there are colours. */
function typed(random: Random, isColoured: boolean): Made {
  const [first, ...more] = linesOf(random);
  const text = [first, ...more].join("\n");
  const way = isColoured ? random.below(3) : 0;
  const [letter, ...rest] = [...first];
  if (way === 1) return { text, ansi: box(inverse(letter) + rest.join(""), more, "\x1b[2;3H\x1b[?25l", true) };
  if (way === 2) {
    const last = rest.pop() ?? "";
    return { text, ansi: box(inverse(letter) + dim(rest.join("")) + last, more, "\x1b[2;3H\x1b[?25l", true) };
  }
  const at = more.length === 0 ? `\x1b[2;${COLS}H` : `\x1b[${2 + more.length};${COLS}H`;
  const shown = more.length === 0 ? first + inverse(" ") : first;
  return { text, ansi: box(shown, more, `${at}\x1b[?25l`, isColoured) };
}

test("what the program suggests is told from what was typed by its style, whatever it says", async (t) => {
  const random = new Random(SEED);
  const dir = tempDir(t);
  const made = new Map<string, Made>();
  for (let at = 0; at < SCREENS; at++) {
    const isColoured = random.below(4) > 0;
    const one = random.below(2) === 0 ? ghost(random, isColoured) : typed(random, isColoured);
    made.set(`screen-${at}`, one);
    writeFileSync(join(dir, `screen-${at}.ansi`), one.ansi);
    writeFileSync(join(dir, `screen-${at}.expected.json`), '{ "state": "ready" }');
  }
  const extension = await started(t);
  const seen = new Set<string>();
  for (const { name, screen, terminal } of loadFixtures(dir)) {
    const { state, metadata } = await extension.classify({ ...contextOf(screen, 60_000), terminal: () => terminal });
    const { text = "", ansi = "" } = made.get(name) ?? {};
    const { input } = metadata as { readonly input?: string };
    assert.equal(input ?? "", text, `seed ${SEED}, ${name}: ${JSON.stringify(ansi)}`);
    assert.equal(state, text === "" ? "ready" : "waiting_for_user_input");
    seen.add(state);
  }
  assert.equal(seen.size, 2);
});
