/** Writes, and resolves when it has been taken, or nobody takes anything any more. */
export function written(output: NodeJS.WriteStream, text: string): Promise<void> {
  if (output.write(text) || output.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const events = ["drain", "close", "error"];
    const done = (): void => {
      for (const event of events) output.off(event, done);
      resolve();
    };
    for (const event of events) output.on(event, done);
  });
}
