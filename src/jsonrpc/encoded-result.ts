import type { LargeText } from "./large-text.js";

/** A result that is JSON already, or becomes it piece by piece. `R` is what it says. */
export class EncodedResult<R> {
  declare readonly result: R;
  readonly json: string | LargeText;

  constructor(json: string | LargeText) {
    this.json = json;
  }
}
