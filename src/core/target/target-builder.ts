import type { TargetOptions } from "./target-options.js";
import type { TerminalSize } from "./terminal-size.js";
import { terminalSize } from "./terminal-size.js";
import { validArg, validArgs, validCwd, validEnv } from "./validation.js";

/**
 * Chained form of {@link TargetOptions}. Each call returns a new builder and leaves the old one alone. It is a class of
 * its own because `args`, `env`, `cwd` and `size` are calls here and values on a Target. Sessions take it as it is.
 *
 * @example
 * ```ts
 * const python = Target.program("python3").env("NO_COLOR", "1").size({ rows: 40 });
 * await using session = await Session.spawn(python.arg("-i"));
 * ```
 */
export class TargetBuilder {
  /** What has been said so far. */
  readonly options: TargetOptions;

  constructor(options: TargetOptions) {
    this.options = Object.freeze({ ...options });
  }

  /** Adds one argument. */
  arg(arg: string): TargetBuilder {
    const args = this.options.args ?? [];
    return this.#with({ args: [...args, validArg(`args[${args.length}]`, arg)] });
  }

  /** Adds several arguments after those already given. */
  args(args: readonly string[]): TargetBuilder {
    return this.#with({ args: [...(this.options.args ?? []), ...validArgs(args)] });
  }

  /** Sets one variable of the overlay. */
  env(name: string, value: string): TargetBuilder {
    return this.envs({ [name]: value });
  }

  /** Sets several variables of the overlay; a later value for the same name wins. */
  envs(env: Readonly<Record<string, string>>): TargetBuilder {
    return this.#with({ env: { ...this.options.env, ...validEnv(env) } });
  }

  /** The directory to start in. */
  cwd(path: string): TargetBuilder {
    return this.#with({ cwd: validCwd(path) });
  }

  /** Keeps the parent's environment away from the child: it gets what was declared, and TERM. */
  clearEnv(): TargetBuilder {
    return this.#with({ clearEnv: true });
  }

  /** The size to start with; what is left out keeps its earlier value or the default. */
  size(size: Partial<TerminalSize>): TargetBuilder {
    return this.#with({ size: terminalSize({ ...this.options.size, ...size }) });
  }

  #with(change: Partial<TargetOptions>): TargetBuilder {
    return new TargetBuilder({ ...this.options, ...change });
  }
}
