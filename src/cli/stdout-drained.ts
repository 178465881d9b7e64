/** Resolves when stdout has taken what was written; or is closed, or ended with an error, which others see. */
export function stdoutDrained(): Promise<void> {
  const { stdout } = process;
  return new Promise((resolve) => {
    const events = ["drain", "close", "error"];
    const done = (): void => {
      for (const event of events) stdout.off(event, done);
      resolve();
    };
    for (const event of events) stdout.on(event, done);
  });
}
