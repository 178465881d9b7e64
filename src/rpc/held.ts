/** The answer of a method that may be overtaken, but this time should not be: the next request begins when it is done. */
export class Held<R> {
  readonly answer: Promise<R>;

  constructor(answer: Promise<R>) {
    this.answer = answer;
  }
}
