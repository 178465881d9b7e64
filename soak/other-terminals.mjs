// Random programs here and in other terminals: cells, looks, soft wraps and cursor in xterm.js, text and cursor in xterm itself where it and Xvfb are
// installed. The lists of what is put so that both do the same are beside the grammars, in random-programs.test.support.ts.
import { SoakOwner } from "../build/test/support/owner.js";
import { RealXterm } from "../build/test/support/real-xterm.js";
import { missing } from "../build/test/support/tmux.js";
import { shortened } from "../dist/core/screen/random-input.test.support.js";
import {
  COLS,
  GRAMMARS,
  GRAMMARS_OF_XTERM,
  ROWS,
  STEPS,
  explanation,
  randomProgram,
} from "../dist/core/screen/random-programs.test.support.js";
import { differenceFromXtermJs, textAndCursor } from "../dist/core/screen/screen-oracle.test.support.js";
import { randomNumbers } from "../dist/core/screen/terminal-driver.test.support.js";

const OF_XTERM_JS = 1_000_000;
const OF_XTERM = 200_000;

/** @param {import("../scripts/run-soak.mjs").SoakContext} context */
async function besideXtermJs({ seed, count, progress, broke }) {
  const programs = count(OF_XTERM_JS);
  const kinds = Object.entries(GRAMMARS);
  for (let at = 0; at < programs; at++) {
    const [kind, { grammar, comparesWraps }] = kinds[at % kinds.length];
    const steps = randomProgram(randomNumbers(seed + at), grammar, STEPS);
    /** @param {readonly string[]} some */
    const difference = (some) => differenceFromXtermJs(some, ROWS, COLS, comparesWraps);
    if (difference(steps) !== undefined) {
      const few = shortened(steps, (fewer) => difference(fewer) !== undefined);
      broke(`${kind}, seed ${seed + at}: ${JSON.stringify(few)}: ${difference(few)}`);
    }
    if (at % 200 === 0) await progress(at, programs + count(OF_XTERM));
  }
  return `${programs} programs as in xterm.js`;
}

/** @param {RealXterm} xterm @param {readonly string[]} steps */
async function differsFromXterm(xterm, steps) {
  return textAndCursor(steps.join(""), ROWS, COLS) !== (await xterm.show(steps.join("")));
}

/** As few of the steps as still differ. @param {RealXterm} xterm @param {readonly string[]} steps */
async function fewest(xterm, steps) {
  let kept = steps;
  for (let at = 0; at < kept.length;) {
    const fewer = kept.toSpliced(at, 1);
    if (await differsFromXterm(xterm, fewer)) kept = fewer;
    else at++;
  }
  return kept;
}

/** @param {import("../scripts/run-soak.mjs").SoakContext} context */
async function besideXterm({ seed, count, progress, broke }) {
  const reason = missing("xterm", "Xvfb");
  if (reason !== false) return `xterm was not asked: ${reason}`;
  const programs = count(OF_XTERM);
  const kinds = Object.entries(GRAMMARS_OF_XTERM);
  /** @type {Map<string, number>} */
  const explained = new Map();
  const owner = new SoakOwner();
  try {
    const xterm = await RealXterm.start(owner, ROWS, COLS);
    for (let at = 0; at < programs; at++) {
      const [kind, { grammar }] = kinds[at % kinds.length];
      const steps = randomProgram(randomNumbers(seed + at), grammar, STEPS);
      if (await differsFromXterm(xterm, steps)) {
        const few = await fewest(xterm, steps);
        const known = explanation(few.join(""));
        const shown = `ours ${textAndCursor(few.join(""), ROWS, COLS)}, xterm ${await xterm.show(few.join(""))}`;
        if (known === undefined) broke(`${kind}, seed ${seed + at}: ${JSON.stringify(few)}: ${JSON.stringify(shown)}`);
        else explained.set(known, (explained.get(known) ?? 0) + 1);
      }
      if (at % 200 === 0) await progress(count(OF_XTERM_JS) + at, count(OF_XTERM_JS) + programs);
    }
  } finally {
    await owner.end();
  }
  const rest = [...explained].map(([why, times]) => `${times} ${why}`).join(", ");
  return `${programs} as in xterm${rest === "" ? "" : `, but for ${rest}`}`;
}

/** @type {import("../scripts/run-soak.mjs").Soak} */
export const soak = {
  guarantee: "T10: random programs leave the same cells and cursor as in xterm.js, and the same text as in xterm",
  seconds: 780,
  isPatient: true,
  async run(context) {
    return `${await besideXtermJs(context)}; ${await besideXterm(context)}`;
  },
};
