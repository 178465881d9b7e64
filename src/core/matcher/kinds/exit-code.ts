import type { Evaluation } from "../evaluation.js";
import type { MatcherOf } from "../matcher.js";
import type { MatchOutcome } from "../../../protocol/index.js";
import type { MatcherKind } from "./matcher-kind.js";
import { MatcherPart } from "./matcher-part.js";

export const exitCode: MatcherKind<MatcherOf<"exit_code">> = {
  compile: ({ code }) => new ExitCodePart(code),
  describe: ({ code }) => `the process to exit with code ${code}`,
  explain({ code }, { exitStatus }) {
    if (exitStatus === undefined) return "the process is still running";
    if (exitStatus.exitCode === code) return undefined;
    return exitStatus.exitCode === null
      ? `the process was ended by ${exitStatus.signal ?? "a signal"}, so that it has no exit code`
      : `the process exited with code ${exitStatus.exitCode}, not ${code}`;
  },
};

class ExitCodePart extends MatcherPart {
  readonly #code: number;

  constructor(code: number) {
    super();
    this.#code = code;
  }

  override evaluate({ view }: Evaluation): MatchOutcome | undefined {
    return view.exitStatus?.exitCode === this.#code ? { kind: "exit_code", code: this.#code } : undefined;
  }
}
