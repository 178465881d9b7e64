import type { Condition, MatchResult, SnapshotTest, WaitOptions } from "../api/index.js";
import { InvalidArgumentError } from "../base/index.js";
import type { Matcher } from "../protocol/index.js";
import type { LocatorHost } from "./locator-host.js";
import { refusal } from "./locator-host.js";
import { ScreenLocator } from "./screen-locator.js";

/** Waits for whatever can be waited for: a string is a text on the screen. */
export async function waitForCondition(
  host: LocatorHost,
  condition: Condition,
  options: WaitOptions,
): Promise<MatchResult> {
  if (typeof condition === "string") return host.waitUntil({ type: "contains_text", text: condition }, options);
  if (condition instanceof ScreenLocator) {
    if (!condition.isOf(host))
      throw new InvalidArgumentError("condition", "the locator is one of another session; make it with this one");
    return condition.waitUntilVisible(options);
  }
  if (host.waitShown === undefined) refuseOwnCode(condition);
  return host.waitUntil(condition as Matcher | RegExp | SnapshotTest, options);
}

function refuseOwnCode(condition: unknown): void {
  if (condition instanceof RegExp)
    throw new InvalidArgumentError(
      "condition",
      refusal("a JavaScript RegExp", "use Matcher.screenRegex with a pattern of the Rust regex dialect"),
    );
  if (typeof condition === "function")
    throw new InvalidArgumentError(
      "condition",
      refusal("a function", "use a matcher, or a plugin's predicate with Matcher.lua"),
    );
}
