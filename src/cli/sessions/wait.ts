import type { Since } from "../../api/index.js";
import { Matcher } from "../../core/matcher/index.js";
import { EXIT_OK } from "../exit-codes.js";
import { UsageError } from "../usage-error.js";
import type { SessionVerbOptions } from "./verb.js";
import { milliseconds, printResult, withSession } from "./verb.js";

export interface WaitOptions extends SessionVerbOptions {
  readonly text: string | undefined;
  /** The text is a pattern. */
  readonly regex: boolean;
  /** Looks at what the program writes, not at the screen. */
  readonly output: boolean;
  readonly gone: boolean;
  readonly stableMs: number | undefined;
  readonly exit: boolean;
  /** `input`, a sequence number, or a label. */
  readonly since: string | undefined;
  readonly timeoutS: number | undefined;
}

/** `wait`: until all that was asked for holds. */
export async function wait(options: WaitOptions): Promise<number> {
  const matcher = matcherFor(options);
  const since = sinceOf(options.since);
  return withSession(options, async (session) => {
    const { timeoutS } = options;
    const timeoutMs = milliseconds(timeoutS);
    const result = await session.waitFor(matcher, { timeoutMs, since, result: "none" });
    if (options.json) printResult("session.wait", { ...result, matched: true });
    return EXIT_OK;
  });
}

function matcherFor({ text, regex, output, gone, stableMs, exit }: WaitOptions): Matcher {
  if (text === undefined && (regex || output || gone))
    throw new UsageError("no text to wait for; expected ptywright wait SESSION TEXT", "wait");
  const shown = text === undefined ? undefined : shownMatcher(text, regex, output);
  const all = [
    ...(shown === undefined ? [] : [gone ? Matcher.not(shown) : shown]),
    ...(stableMs === undefined ? [] : [Matcher.screenStable(stableMs)]),
    ...(exit ? [Matcher.processExited()] : []),
  ];
  if (all.length === 0) throw new UsageError("nothing to wait for; expected TEXT, --stable or --exit", "wait");
  return all.length === 1 ? all[0] : Matcher.all(all);
}

function shownMatcher(text: string, isRegex: boolean, isOutput: boolean): Matcher {
  if (isOutput) return isRegex ? Matcher.transcriptRegex(text) : Matcher.transcriptContains(text);
  return isRegex ? Matcher.screenRegex(text) : Matcher.containsText(text);
}

/** A label of digits alone would be taken for a sequence number. */
export function sinceOf(text: string | undefined): Since | undefined {
  if (text === undefined || text === "input") return text;
  return /^\d+$/.test(text) ? Number(text) : { marker: text };
}
