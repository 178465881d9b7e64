import type { TerminalSize } from "./terminal-size.js";

/** What a target is made of; everything but the program has a default. */
export interface TargetOptions {
  readonly program: string;
  readonly args?: readonly string[] | undefined;
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** True: the child gets nothing of the parent's environment. */
  readonly clearEnv?: boolean | undefined;
  readonly size?: Partial<TerminalSize> | undefined;
}
