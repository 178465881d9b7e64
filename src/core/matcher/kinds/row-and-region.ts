import { InvalidArgumentError, MAX_TERMINAL_SIDE } from "../../../base/index.js";
import type { Evaluation } from "../evaluation.js";
import { TextMemory } from "../evaluation.js";
import { matchersIn } from "../held-matchers.js";
import type { MatchView } from "../match-view.js";
import type { Matcher, MatcherOf } from "../matcher.js";
import { ViewWithin } from "../view-within.js";
import type { MatchOutcome, ScreenBox } from "../../../protocol/index.js";
import type { Compiling, MatcherKind } from "./matcher-kind.js";
import type { Ask } from "./matcher-part.js";
import { MatcherPart } from "./matcher-part.js";

/** Those that look at what the screen shows, or hold others that do. */
const WITHIN: readonly Matcher["type"][] = ["contains_text", "screen_regex", "style", "changed", "not", "any", "all"];

export const row: MatcherKind<MatcherOf<"row">> = {
  reads: "screen",
  compile: (matcher, compiling) =>
    new PartOfScreen(boxOfRow(matcher.row), compileHeld(matcher, compiling), (box, matched) => ({
      kind: "row",
      row: box.row,
      matched,
    })),
  describe: (matcher, { describe }) => describe(matcher.matcher, `in ${rowName(matcher.row)}`),
  heldPlace: (matcher) => `in ${rowName(matcher.row)}`,
  heldView: (matcher, view) => heldView(boxOfRow(matcher.row), view),
  explain: (matcher, { screen }) =>
    screen.clipped(boxOfRow(matcher.row)) === undefined
      ? `there is no ${rowName(matcher.row)}: the screen has ${screen.rows} rows`
      : undefined,
};

export const region: MatcherKind<MatcherOf<"region">> = {
  reads: "screen",
  compile(matcher, compiling) {
    compiling.budget.spendCells(matcher.rows * matcher.cols);
    return new PartOfScreen(matcher, compileHeld(matcher, compiling), (box, matched) => ({
      kind: "region",
      ...box,
      matched,
    }));
  },
  describe: (matcher, { describe }) => describe(matcher.matcher, `in ${regionName(matcher)}`),
  heldPlace: (matcher) => `in ${regionName(matcher)}`,
  heldView: (matcher, view) => heldView(matcher, view),
  explain: (matcher, { screen }) =>
    screen.clipped(matcher) === undefined
      ? `there is no ${regionName(matcher)}: the screen has ${screen.rows} rows and ${screen.cols} columns`
      : undefined,
};

const boxOfRow = (at: number): ScreenBox => ({ row: at, col: 0, rows: 1, cols: MAX_TERMINAL_SIDE });

export const rowName = (at: number): string => (at < 0 ? `row ${-at} from the bottom` : `row ${at}`);

const regionName = ({ row: top, col, rows, cols }: ScreenBox): string =>
  `the region of ${rows} x ${cols} cells at ${rowName(top)}, column ${col}`;

function heldView(box: ScreenBox, view: MatchView): MatchView | undefined {
  const part = view.screen.clipped(box);
  return part && new ViewWithin(view, part);
}

function compileHeld({ matcher }: MatcherOf<"row" | "region">, { branch, place }: Compiling): MatcherPart {
  const other = matchersIn(matcher).find(
    (held) => !WITHIN.includes(held.type) || (held.type === "changed" && held.row !== undefined),
  );
  if (other !== undefined)
    throw new InvalidArgumentError(
      place("matcher"),
      `${place("matcher")} holds ${other.type === "changed" ? "a changed row" : other.type}, which does not look at a part of the screen; ` +
        "put it beside this one into an all",
    );
  return branch(matcher, "matcher");
}

/** Shows its branch a part of the screen. A part that the screen does not have matches nothing. */
class PartOfScreen extends MatcherPart {
  readonly #box: ScreenBox;
  readonly #branch: MatcherPart;
  readonly #outcome: (box: ScreenBox, matched: MatchOutcome) => MatchOutcome;
  readonly #text = new TextMemory();

  constructor(
    { row: top, col, rows, cols }: ScreenBox,
    branch: MatcherPart,
    outcome: (box: ScreenBox, matched: MatchOutcome) => MatchOutcome,
  ) {
    super();
    this.#box = { row: top, col, rows, cols };
    this.#branch = branch;
    this.#outcome = outcome;
  }

  override evaluate(now: Evaluation): MatchOutcome | undefined {
    const box = now.view.screen.clipped(this.#box);
    const matched = box && now.within(box, this.#text, (part) => this.#branch.evaluate(part));
    return matched && this.#outcome(box, matched);
  }

  override earliestMs(now: Evaluation): number {
    const box = now.view.screen.clipped(this.#box);
    return box === undefined ? Infinity : now.within(box, this.#text, (part) => this.#branch.earliestMs(part));
  }

  override earliestEndMs(now: Evaluation): number {
    const box = now.view.screen.clipped(this.#box);
    return box === undefined ? 0 : now.within(box, this.#text, (part) => this.#branch.earliestEndMs(part));
  }

  override asks(now: Evaluation): readonly Ask[] {
    const box = now.view.screen.clipped(this.#box);
    return box === undefined ? [] : now.within(box, this.#text, (part) => this.#branch.asks(part));
  }
}
