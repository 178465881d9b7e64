import { setImmediate as immediate } from "node:timers/promises";

/** A person is at stdin and sees stderr. */
export const canAskUser = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Asks on the terminal; only `y` or `yes`, typed after the question was shown, is a yes. */
export async function askUser(question: string, signal: AbortSignal): Promise<boolean> {
  const { stdin, stderr } = process;
  await dropTyped();
  stderr.write(`${question} [y/N] `);
  const answer = await new Promise<string>((resolve) => {
    let typed = "";
    const done = (text: string): void => {
      stdin.off("data", onData).off("end", onEnd).pause();
      signal.removeEventListener("abort", onEnd);
      resolve(text);
    };
    const onData = (bytes: Buffer): void => {
      typed += bytes.toString("latin1");
      if (typed.includes("\n")) done(typed);
    };
    const onEnd = (): void => {
      stderr.write("\n");
      done("");
    };
    stdin.on("data", onData).on("end", onEnd).resume();
    signal.addEventListener("abort", onEnd, { once: true });
  });
  return /^\s*y(es)?\s*$/i.test(answer);
}

/** Discards what was typed before the question; raw mode, for a moment, also gives out unfinished lines. */
async function dropTyped(): Promise<void> {
  const { stdin } = process;
  const ignore = (): void => undefined;
  stdin.on("data", ignore).resume();
  stdin.setRawMode(true);
  // Node reads between two ticks of the event loop.
  for (let tick = 0; tick < 3; tick++) await immediate();
  stdin.setRawMode(false);
  stdin.pause().off("data", ignore);
}
