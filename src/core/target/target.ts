import { InvalidArgumentError, checkOptionNames } from "../../base/index.js";
import { TargetBuilder } from "./target-builder.js";
import type { TargetOptions } from "./target-options.js";
import { terminalSize, type TerminalSize } from "./terminal-size.js";
import { checkTotal, validArgs, validCwd, validEnv, validProgram } from "./validation.js";

/** Everything a session accepts as a target. */
export type TargetLike = Target | TargetBuilder | TargetOptions;

/**
 * A program to run in a terminal: frozen, validated values.
 *
 * @example
 * ```ts
 * const target = new Target({ program: "python3", args: ["-i"], size: { rows: 40, cols: 120 } });
 * const session = await Session.spawn(target);
 * ```
 */
export class Target {
  readonly program: string;
  readonly args: readonly string[];
  /** The child's directory; undefined means the parent's own. */
  readonly cwd: string | undefined;
  /** Variables laid over what is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** False after `clearEnv()`: only declared variables reach the child. */
  readonly inheritsEnv: boolean;
  readonly size: TerminalSize;

  constructor(options: TargetOptions) {
    if (typeof options !== "object" || options === null)
      throw new InvalidArgumentError("target", 'target must be an object such as { program: "python3", args: ["-i"] }');
    checkOptionNames("target", options, ["program", "args", "cwd", "env", "clearEnv", "size"]);
    checkTotal(options.args, options.env);
    this.program = validProgram(options.program);
    this.args = Object.freeze([...validArgs(options.args ?? [])]);
    this.cwd = options.cwd === undefined ? undefined : validCwd(options.cwd);
    this.env = Object.freeze({ ...validEnv(options.env ?? {}) });
    if (options.clearEnv !== undefined && typeof options.clearEnv !== "boolean")
      throw new InvalidArgumentError("clearEnv", "clearEnv must be true or false");
    this.inheritsEnv = options.clearEnv !== true;
    this.size = Object.freeze(terminalSize(options.size));
    Object.freeze(this);
  }

  /** Starts a chain: `Target.program("python3").arg("-i").size({ rows: 40, cols: 120 })`. */
  static program(program: string): TargetBuilder {
    return new TargetBuilder({ program: validProgram(program) });
  }

  /** The target behind any accepted form. */
  static from(target: TargetLike): Target {
    if (target instanceof Target) return target;
    return target instanceof TargetBuilder ? new Target(target.options) : new Target(target);
  }

  /** A frozen copy of the overlay alone, never the parent's environment; for comparing across respawns. */
  envSnapshot(): Readonly<Record<string, string>> {
    return Object.freeze({ ...this.env });
  }
}
