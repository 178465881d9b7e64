import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Matcher, compileMatcher } from "../matcher/index.js";
import { PendingWait } from "./pending-wait.js";

const source = {
  screenText: "shown",
  transcriptTail: "",
  cursorRow: 0,
  cursorCol: 0,
  screen: undefined as never,
  title: null,
  cursorVisible: true,
  bellCount: 0,
  exited: false,
  exitStatus: undefined,
  sequence: 1,
  moment: () => assert.fail("nothing is kept of a wait that matches"),
  hiddenUntil: () => undefined,
  within: () => assert.fail("the wait counts from no moment"),
};

/**
 * A wait once slept for ever: the look at the screen came a moment before it had been still long enough, the question for
 * the next look a moment after, and the answer was that nothing is left to wait for.
 */
test("a screen that becomes still enough between two questions about one look is not missed", async (t) => {
  const real = performance.now.bind(performance);
  let askedForTime = 0;
  const clock = mock.method(performance, "now", () => {
    // Every second question finds the clock 20 ms further on, so that any two of them straddle the limit at some time.
    askedForTime++;
    return real() + (askedForTime % 2) * 20;
  });
  t.after(() => clock.mock.restore());
  for (let round = 0; round < 20; round++) {
    const matcher = compileMatcher(Matcher.all([Matcher.containsText("shown"), Matcher.screenStable(10 + round)]));
    await new Promise<void>((resolve, reject) => {
      const wait = new PendingWait(matcher, source, {
        matched: () => resolve(),
        timedOut: () => reject(new Error("it was still, and nobody looked")),
        hopeless: () => reject(new Error("the process is running")),
        failed: reject,
        mustAsk: () => reject(new Error("nobody has to be asked")),
      });
      wait.start(1000);
    });
  }
  assert.ok(askedForTime > 40);
});
