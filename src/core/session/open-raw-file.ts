import { logger } from "../../home/logging/index.js";
import { RawTranscriptFile } from "../transcript/index.js";

const log = logger("session");

/** The file for the raw output; failures to write it are logged. */
export function openRawFile({
  path,
  append,
}: {
  readonly path: string;
  readonly append?: boolean | undefined;
}): RawTranscriptFile {
  return RawTranscriptFile.open(path, { append, onError: (error) => log.error(error.message) });
}
