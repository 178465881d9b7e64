import type { LineSink } from "./redacting-writer.js";

const MAX_PENDING_BYTES = 1_048_576;

/** Lines for stderr. A reader that does not read its pipe loses lines; it does not stop us, nor fill the memory. */
export class StderrSink {
  readonly #stream: LineSink & { readonly writableLength?: number };
  readonly #droppedLine: (count: number) => string;
  #dropped = 0;

  constructor(stream: LineSink, droppedLine: (count: number) => string) {
    this.#stream = stream;
    this.#droppedLine = droppedLine;
    if (stream === process.stderr) ignoreBrokenStderr();
  }

  write(line: string): void {
    if ((this.#stream.writableLength ?? 0) > MAX_PENDING_BYTES) {
      this.#dropped++;
      return;
    }
    const notice = this.#dropped === 0 ? "" : this.#droppedLine(this.#dropped);
    this.#dropped = 0;
    try {
      this.#stream.write(notice + line);
    } catch {
      // Nobody left to tell.
    }
  }
}

let isIgnoring = false;

/** Without a listener the reader's end of a closed pipe (EPIPE) would end the process. */
function ignoreBrokenStderr(): void {
  if (isIgnoring) return;
  isIgnoring = true;
  process.stderr.on("error", () => {});
}
