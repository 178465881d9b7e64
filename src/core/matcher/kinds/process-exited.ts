import type { Evaluation } from "../evaluation.js";
import type { MatcherOf } from "../matcher.js";
import type { MatchOutcome } from "../../../protocol/index.js";
import type { MatcherKind } from "./matcher-kind.js";
import { MatcherPart } from "./matcher-part.js";

export const processExited: MatcherKind<MatcherOf<"process_exited">> = {
  compile: () => new ExitedPart(),
  describe: () => "the process to exit",
  explain: (_, { exited }) => (exited ? undefined : "the process is still running"),
};

class ExitedPart extends MatcherPart {
  override evaluate({ view }: Evaluation): MatchOutcome | undefined {
    return view.exited ? { kind: "process_exited" } : undefined;
  }
}
