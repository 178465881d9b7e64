import { MAX_PATTERN_RANGES, MAX_PATTERN_STEPS, MAX_STEPS_AT_ONCE } from "../../base/index.js";
import { PatternProblem } from "./regex-error.js";

/** How many ranges take as long as the first look for all characters with a property. */
const PROPERTY_RANGES = 8_192;

/** What all patterns of one matcher, or of one policy, may cost together: to compile, and for each character that they look at. */
export class PatternBudget {
  #steps = 0;
  #ranges = MAX_PATTERN_RANGES;
  readonly #properties = new Set<string>();

  /** Whether all patterns together may keep the event loop if they search a text of that length at once. */
  mayTakeLong(chars: number): boolean {
    return this.#steps * chars > MAX_STEPS_AT_ONCE;
  }

  spendSteps(steps: number): void {
    this.#steps += steps;
    if (this.#steps > MAX_PATTERN_STEPS)
      throw new PatternProblem(0, `all patterns up to here have more than ${MAX_PATTERN_STEPS} steps`);
  }

  /** Of a class that stands at this position. */
  spendRanges(ranges: number, position: number): void {
    this.#ranges -= ranges;
    if (this.#ranges >= 0) return;
    const what = `the classes of all patterns up to here have more than ${MAX_PATTERN_RANGES} ranges of characters`;
    throw new PatternProblem(position, String.raw`${what}; \w has some 770, [0-9A-Za-z_] has 4`);
  }

  spendProperty(name: string, position: number): void {
    if (!this.#properties.has(name)) this.spendRanges(PROPERTY_RANGES, position);
    this.#properties.add(name);
  }
}
