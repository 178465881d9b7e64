/** Anything that takes secrets out of text; `RedactionPolicy` is one. */
export interface TextRedactor {
  redact(text: string): string;
}

/** Anything that takes lines. */
export interface LineSink {
  write(line: string): unknown;
}

/** Puts redaction before any sink, for lines that do not come from a logger. */
export class RedactingWriter implements LineSink {
  readonly #sink: LineSink;
  readonly #redactor: TextRedactor;

  constructor(sink: LineSink, redactor: TextRedactor) {
    this.#sink = sink;
    this.#redactor = redactor;
  }

  /** Writes the line without its secrets; its line end stays, whatever a pattern may have taken with it. */
  write(line: string): void {
    const end = line.endsWith("\n") ? "\n" : "";
    this.#sink.write(this.#redactor.redact(line.slice(0, line.length - end.length)) + end);
  }
}
