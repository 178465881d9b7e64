/** A result that is JSON already. `R` is what it says. */
export class EncodedResult<R> {
  declare readonly result: R;
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}
