import { PtywrightError } from "./errors.js";

const MESSAGES = {
  EMFILE:
    "too many open files in this process (EMFILE); close sessions, or raise its limit with ulimit -n, and try again",
  ENFILE: "too many open files in the whole system (ENFILE); end other programs, or raise its limit, and try again",
};

/**
 * A lack of descriptors as an error that says what to do; undefined for anything else. Node's own names the file that was to
 * be opened, which may be one of ours and helps nobody.
 */
export function tooManyOpenFiles(error: unknown): PtywrightError | undefined {
  const name = lacking(error);
  return name === undefined ? undefined : new PtywrightError("too_many_open_files", MESSAGES[name], { cause: error });
}

function lacking(error: unknown): keyof typeof MESSAGES | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, message } = error as NodeJS.ErrnoException;
  // A thread that could not be started has it in its message only.
  const name = code === "ERR_WORKER_INIT_FAILED" ? /\bE[MN]FILE\b/.exec(message)?.[0] : code;
  return name === "EMFILE" || name === "ENFILE" ? name : undefined;
}
