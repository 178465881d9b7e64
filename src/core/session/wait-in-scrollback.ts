import type { FindQuery, MatchResult, WaitEvidence, WaitOptions } from "../../api/index.js";
import { ProgramEndedError, WaitTimeoutError, exitFields } from "../../api/index.js";
import { WaitCancelledError, checkMilliseconds, checkSignal, onAbort } from "../../base/index.js";
import type { WantedAbove } from "../../locator/index.js";
import { foundOutcome } from "../../locator/index.js";
import { LineSearch } from "../matcher/index.js";
import type { ScrollbackReading } from "./find-in-scrollback.js";
import type { PendingWaits } from "./pending-waits.js";
import { ScrollbackWait } from "./scrollback-wait.js";
import type { SessionView } from "./session-view.js";

/** The session in which it is looked. */
interface Looked {
  readonly view: SessionView;
  readonly waits: PendingWaits;
  /** For one that is told nothing. */
  readonly timeoutMs: number;
}

/** Waits for what is on the screen or above it. */
export async function waitInScrollback(
  { view, waits, timeoutMs: usualMs }: Looked,
  { query, choose }: WantedAbove,
  options: WaitOptions,
  reading?: ScrollbackReading,
): Promise<MatchResult> {
  const timeoutMs = checkMilliseconds("timeoutMs", options.timeoutMs ?? usualMs);
  const { signal } = options;
  checkSignal(signal);
  const search = new LineSearch(query);
  const awaited = `${nameOf(query)} visible on the screen or in the scrollback`;
  const cancelled = (): Error =>
    new WaitCancelledError(`the wait for ${awaited} was cancelled`, { cause: signal?.reason });
  if (signal?.aborted === true) throw cancelled();
  waits.requireOpen();
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      stopWatching();
      stopListening();
      finish();
    };
    const fail = (error: Error): void => settle(() => reject(error));
    const evidence = (): WaitEvidence => waits.evidenceOf(awaited, startedAt, ["it is in neither of them"]);
    const wait = new ScrollbackWait(search, {
      look: () => ({ scrollback: view.scrollback, snapshot: view.snapshot(), tail: view.tail }),
      exitStatus: () => view.exitStatus,
      choose,
      reading,
      found: (place, seen) => settle(() => resolve(waits.resultOf(foundOutcome(place), seen, startedAt))),
      timedOut: () => fail(new WaitTimeoutError(evidence())),
      ended: (status) => fail(new ProgramEndedError({ ...evidence(), ...exitFields(status) })),
      failed: fail,
    });
    const stopWatching = waits.watch(wait, fail);
    const stopListening = onAbort(signal, () => {
      wait.cancel();
      fail(cancelled());
    });
    wait.start(timeoutMs);
  });
}

function nameOf({ text, regex }: FindQuery): string {
  if (text !== undefined) return `text ${JSON.stringify(text)}`;
  if (regex === undefined) return "something drawn so";
  return `a match of ${typeof regex === "string" ? JSON.stringify(regex) : String(regex)}`;
}
