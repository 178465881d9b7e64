let isGone = false;

/** From now on a reader that goes away is no reason to end at once: `isStdoutGone` tells. */
export function watchStdout(): void {
  // Node never destroys stdout, and emits no further event for it.
  process.stdout.on("error", () => (isGone = true));
}

/** Nobody reads what is printed any more. */
export const isStdoutGone = (): boolean => isGone;

/** Resolves when stdout has taken what was written; or is closed, or ended with an error, which others see. */
export function stdoutDrained(): Promise<void> {
  const { stdout } = process;
  if (isGone) return Promise.resolve();
  return new Promise((resolve) => {
    const events = ["drain", "close", "error"];
    const done = (): void => {
      for (const event of events) stdout.off(event, done);
      resolve();
    };
    for (const event of events) stdout.on(event, done);
  });
}
