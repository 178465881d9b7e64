import { TRANSCRIPT_TAIL_CHARS } from "../base/index.js";
import { redactionFields } from "./redaction-types.js";
import {
  array,
  boolean,
  defaulted,
  either,
  integer,
  object,
  oneOf,
  optional,
  required,
  text,
  word,
} from "./schema/schema.js";
import { screenChanges, screenSnapshot } from "./terminal-types.js";

const runs = oneOf("runs");
/** Whether a screen is told with its cells, or as runs of one style. */
export const cellsWanted = either(boolean(), runs);

const frame = oneOf("complete", "any");
const FRAME_DOC =
  "While the program draws a frame that it marks (mode 2026), the last complete one is read; any reads what is drawn so far.";
const wantedFrame = defaulted(frame, "complete", FRAME_DOC);
/** Where it may stand in one of two places. */
export const optionalFrame = optional(frame, FRAME_DOC);

/** How much a wait answers of what it saw. */
export const waitTellingFields = {
  result: defaulted(
    oneOf("full", "text", "none"),
    "full",
    "How much is answered: text leaves out cells and the end of the output, none the screen too.",
  ),
  tail_chars: defaulted(
    integer(0, TRANSCRIPT_TAIL_CHARS),
    TRANSCRIPT_TAIL_CHARS,
    "So many characters of the end of the output are answered at most.",
  ),
  frame: wantedFrame,
} as const;

/** When a wait was over. */
export const waitTimeFields = {
  sequence: required(integer(), "At which moment."),
  elapsed_ms: required(integer(), "After how long."),
} as const;

/** What a read of a screen may say, of a session's or an adapter's. */
export const snapshotFields = {
  ...redactionFields,
  cells: defaulted(
    cellsWanted,
    true,
    'With every cell and its style, some 250 bytes each; false leaves `cells` empty, and "runs" has `runs` instead.',
  ),
  since: optional(
    integer(),
    "The sequence number of an earlier read: only the rows that changed since are answered, without cells.",
  ),
  frame: wantedFrame,
} as const;

/** What such a read answers: changes if it says since when. */
export const screenRead = either(screenSnapshot, screenChanges);

/** Rows that left at the top of a screen. */
export const scrollbackPage = object({
  first: required(integer(), "The number of the first row; where text was looked for, of the first that was searched."),
  last: required(
    integer(-1),
    "The number of the last; less than `to` where that were more than one answer has. One less than `first` if there are none.",
  ),
  lines: required(array(text()), "The rows, oldest first. A covered secret keeps its width."),
  rows: optional(array(integer()), "Where text was looked for: the numbers of the rows in which it begins."),
});

export const transcriptText = object({ text: required(text(), "The output.") });

/** Of a session whose raw file is not whole. */
export const rawTranscriptError = optional(
  word(),
  "The raw file lacks output from some point on, because of this: ENOSPC for a full disk, say.",
);
