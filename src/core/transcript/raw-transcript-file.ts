import { RawTranscriptError } from "../../base/index.js";
import { openRawFile } from "./open-raw-file.js";
import { OrderedFileWriter } from "./ordered-file-writer.js";

export interface RawTranscriptOptions {
  /** Add to an existing file instead of refusing it. */
  readonly append?: boolean | undefined;
  /** Called when reading may go on after `write` returned false. */
  readonly onDrain?: (() => void) | undefined;
  /** Called once, when the file can no longer be written (disk full, for one). */
  readonly onError?: ((error: RawTranscriptError) => void) | undefined;
}

/** A file with every byte a program printed, unredacted. Private, never overwritten, never reached through a link. */
export class RawTranscriptFile {
  readonly path: string;
  readonly #writer: OrderedFileWriter;
  #error: RawTranscriptError | undefined;

  private constructor(path: string, fd: number, options: RawTranscriptOptions) {
    this.path = path;
    this.#writer = new OrderedFileWriter(fd, {
      onDrain: options.onDrain,
      onError: (cause) => {
        this.#error = new RawTranscriptError(
          "raw_transcript_failed",
          path,
          `raw transcript ${path} is incomplete: ${cause.message}; the session goes on without it`,
          { cause },
        );
        options.onError?.(this.#error);
      },
    });
  }

  /** Opens the file, or throws with the reason; done before the program is started, so that nothing is lost. */
  static open(path: string, options: RawTranscriptOptions = {}): RawTranscriptFile {
    return new RawTranscriptFile(path, openRawFile(path, options.append === true), options);
  }

  /** The first failure; what came after it is not in the file. */
  get error(): RawTranscriptError | undefined {
    return this.#error;
  }

  /** Takes a copy of the bytes. False: pause reading until `drained()` or `onDrain`. Never throws. */
  write(bytes: Uint8Array): boolean {
    return this.#writer.write(bytes);
  }

  /** Resolves once writing may go on. */
  drained(): Promise<void> {
    return this.#writer.drained();
  }

  /** Writes what is still waiting and closes. Resolves also after a failure; `error` tells. */
  close(): Promise<void> {
    return this.#writer.close();
  }
}
