import { PtywrightError } from "../../base/index.js";

/** The files of a fixture do not fit together or cannot be used. */
export class FixtureError extends PtywrightError {
  readonly path: string;

  constructor(path: string, message: string, options?: ErrorOptions) {
    super("fixture_invalid", message, options);
    this.path = path;
  }
}
