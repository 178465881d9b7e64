/** The arguments are wrong. The message says what was expected; the help of `command` says more. */
export class UsageError extends Error {
  readonly command: string | undefined;

  constructor(message: string, command?: string) {
    super(message);
    this.name = "UsageError";
    this.command = command;
  }
}
