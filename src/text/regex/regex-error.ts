import { InvalidArgumentError } from "../../base/index.js";

const DIALECT =
  "Patterns use the Rust regex dialect (RE2 syntax): look-around and backreferences do not exist in it, because every search takes linear time.";

/** What is wrong with a pattern, and where; `compileRegex` turns it into the caller's error. */
export class PatternProblem extends Error {
  readonly position: number;

  constructor(position: number, what: string) {
    super(what);
    this.position = position;
  }
}

/** The error a caller sees for a pattern that cannot be used. */
export function invalidRegex(field: string, problem: PatternProblem, options?: ErrorOptions): InvalidArgumentError {
  const message = `${field}: invalid regex at position ${problem.position}: ${problem.message}. ${DIALECT}`;
  return new InvalidArgumentError(field, message, "invalid_regex", options);
}
