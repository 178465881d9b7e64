import { InvalidArgumentError } from "../../base/index.js";
import type { ScreenSnapshot } from "../../protocol/index.js";
import type { CompiledMatcher } from "./compiled-matcher.js";
import { compileMatcher } from "./compiled-matcher.js";
import type { SessionFacts, ShownScreen } from "./match-view.js";
import type { Matcher } from "./matcher.js";
import type { PluginRegistry } from "./plugin-registry.js";

/** Holds when what is seen of the screen shows something. */
export interface ShownTest {
  readonly shows: (screen: ShownScreen) => boolean;
}

/** Code of the caller's own: it runs in this process, takes as long as it takes, and cannot be sent to a server. */
export type OwnCode = RegExp | ((snapshot: ScreenSnapshot) => unknown) | ShownTest;

/** Whatever else was given is for the matchers to refuse. */
const isShownTest = (condition: unknown): condition is ShownTest =>
  typeof (condition as Partial<ShownTest> | null | undefined)?.shows === "function";

/** What a wait is compiled with. */
export interface ConditionSetup {
  readonly registry?: PluginRegistry | undefined;
  readonly bellsBefore?: number | undefined;
  /** The screen as it is now. */
  readonly snapshot: () => ScreenSnapshot;
}

/** A matcher, or code of the caller's own, to be waited for. What the code throws is thrown by whoever evaluates it. */
export function compileCondition(condition: Matcher | OwnCode, setup: ConditionSetup): CompiledMatcher {
  // What own code sees is told to its own caller, who knows what it is.
  if (condition instanceof RegExp) return new RegExpCondition(condition) as OwnCondition<never>;
  if (typeof condition === "function") return new FunctionCondition(condition, setup.snapshot) as OwnCondition<never>;
  if (isShownTest(condition)) return new ShownCondition(condition) as OwnCondition<never>;
  return compileMatcher(condition, setup.registry, setup.bellsBefore);
}

/** What is decided by one look at the screen: no plugin, no clock, nobody to be asked. */
abstract class OwnCondition<Outcome> implements CompiledMatcher<Outcome> {
  readonly matcher = undefined;
  readonly usesScreen = true;
  readonly usesTranscript = false;
  readonly usesStability = false;
  readonly usesLua = false;
  readonly canMatchAfterExit = false;
  readonly before = undefined;
  readonly pluginFailures = [];
  readonly vanished = [];
  abstract readonly description: string;

  abstract evaluate(view: SessionFacts): Outcome | undefined;

  abstract explain(view: SessionFacts): string[];

  bellsBy(): number {
    return 0;
  }

  glance(view: SessionFacts): Outcome | undefined {
    return this.evaluate(view);
  }

  evaluateWithoutAsking(view: SessionFacts): Outcome | undefined {
    return this.evaluate(view);
  }

  async evaluateByAsking(view: SessionFacts): Promise<Outcome | undefined> {
    return this.evaluate(view);
  }

  nextStableMs(): undefined {
    return undefined;
  }
}

/** What a RegExp may lack. */
const NEAR_FLAGS = [
  ["i", "if case did not count: use the flag i"],
  ["m", "if ^ and $ stood for lines: use the flag m"],
  ["im", "if case did not count, and ^ and $ stood for lines: use the flags im"],
] as const;

class RegExpCondition extends OwnCondition<unknown> {
  readonly description: string;
  readonly #regex: RegExp;

  constructor(regex: RegExp) {
    super();
    this.description = `a match of ${String(regex)} on the screen`;
    // Searched from the start each time, whatever it was used for before.
    this.#regex = new RegExp(regex.source, regex.flags.replace(/[gy]/g, ""));
  }

  override evaluate({ screenText }: SessionFacts): unknown {
    const found = this.#regex.exec(screenText);
    if (found === null) return undefined;
    const [match, ...groups] = found;
    return { kind: "regexp", match, groups, index: found.index };
  }

  override explain({ screenText }: SessionFacts): string[] {
    const missing = `${String(this.#regex)} does not match the screen`;
    const { source, flags } = this.#regex;
    const having = (more: string): RegExp => new RegExp(source, [...new Set(flags + more)].join(""));
    const near = NEAR_FLAGS.find(([more]) => having(more).test(screenText));
    return [near === undefined ? missing : `${missing}, but it would ${near[1]}`];
  }
}

class ShownCondition extends OwnCondition<unknown> {
  readonly description = "something to be shown on the screen";
  readonly #test: ShownTest;

  constructor(test: ShownTest) {
    super();
    this.#test = test;
  }

  override evaluate({ screen }: SessionFacts): unknown {
    return this.#test.shows(screen) ? { kind: "function" } : undefined;
  }

  /** Whoever looks for it knows its name. */
  override explain(): string[] {
    return [];
  }
}

class FunctionCondition extends OwnCondition<unknown> {
  readonly description = "a function to return true for the screen";
  readonly #test: (snapshot: ScreenSnapshot) => unknown;
  readonly #snapshot: () => ScreenSnapshot;

  constructor(test: (snapshot: ScreenSnapshot) => unknown, snapshot: () => ScreenSnapshot) {
    super();
    this.#test = test;
    this.#snapshot = snapshot;
  }

  override evaluate(): unknown {
    const answer = this.#test(this.#snapshot());
    if (answer instanceof Promise)
      throw new InvalidArgumentError(
        "condition",
        "a function that is waited for must answer at once, with something true or false, not with a promise",
      );
    return Boolean(answer) ? { kind: "function" } : undefined;
  }

  override explain(): string[] {
    return ["the function did not return true for the screen as it is now"];
  }
}
