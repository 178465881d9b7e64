/** A control sequence inside raw terminal output. */
export interface ControlSequence {
  readonly start: number;
  readonly end: number;
  /** Index in the visible text of the character behind it. */
  readonly at: number;
  /** The text an OSC, DCS, APC, PM or SOS string carries; -1 if it carries none. */
  readonly payloadStart: number;
  readonly payloadEnd: number;
  /** Cut off or malformed: it would swallow the character that follows if we changed that one. */
  readonly broken: boolean;
}

/** Raw output split into what is seen and what steers the terminal. */
export interface Stripped {
  readonly visible: string;
  readonly sequences: readonly ControlSequence[];
  /** Where a sequence starts that more output could complete; the length if there is none. */
  readonly unfinished: number;
}

/** Longer strings (pictures, clipboards) are read as ordinary text: we never wait for more than this. */
const MAX_STRING_CHARS = 1_900;
const MAX_CSI_CHARS = 128;

/** Everything but tab and the line breaks: those structure the text. */

const CONTROL = /[\0-\x08\x0e-\x1f\x7f-\x9f]/;

const NEXT_CONTROL = /[\0-\x08\x0e-\x1f\x7f-\x9f]/g;

/** Whether there is anything to strip. */
export function hasControls(text: string): boolean {
  return CONTROL.test(text);
}

/** Takes the control sequences out. Sequences end at line breaks at the latest, so that each line stands alone. */
export function stripControls(raw: string): Stripped {
  const sequences: ControlSequence[] = [];
  let visible = "";
  let from = 0;
  let unfinished = raw.length;
  NEXT_CONTROL.lastIndex = 0;
  for (let match = NEXT_CONTROL.exec(raw); match; match = NEXT_CONTROL.exec(raw)) {
    // A blank that is taken back at once: so pagers make the cursor go to the next row.
    const isTakenBack = raw[match.index] === "\b" && match.index > from && raw[match.index - 1] === " ";
    visible += raw.slice(from, isTakenBack ? match.index - 1 : match.index);
    const read = readSequence(raw, match.index, visible.length);
    const sequence = isTakenBack ? { ...read, start: match.index - 1 } : read;
    sequences.push(sequence);
    from = sequence.end;
    NEXT_CONTROL.lastIndex = from;
  }
  // A broken one right before an unfinished one shares its fate: both go with the secret that may follow.
  const last = sequences.at(-1);
  for (let i = sequences.length - 1; i >= 0 && sequences[i].broken && sequences[i].end === unfinished; i -= 1) {
    if (last!.start - sequences[i].start > MAX_CSI_CHARS) break;
    unfinished = sequences[i].start;
  }
  return { visible: visible + raw.slice(from), sequences, unfinished };
}

function readSequence(raw: string, start: number, at: number): ControlSequence {
  const make = (end: number, broken: boolean, payloadStart = -1, payloadEnd = -1): ControlSequence => {
    return { start, end, at, payloadStart, payloadEnd, broken };
  };
  const code = raw.charCodeAt(start);
  if (code === 0x9b) return make(...readCsi(raw, start + 1));
  if (isStringIntroducer(code)) return readString(raw, start + 1, make);
  if (code !== 0x1b) return make(start + 1, false);
  if (start + 1 === raw.length) return make(start + 1, true);
  const next = raw.charCodeAt(start + 1);
  if (next === 0x5b) return make(...readCsi(raw, start + 2));
  if (next >= 0x40 && next <= 0x5f && isStringIntroducer(next + 0x40)) return readString(raw, start + 2, make);
  let end = start + 1;
  while (end < raw.length && end - start < MAX_CSI_CHARS && inRange(raw.charCodeAt(end), 0x20, 0x2f)) end += 1;
  if (end < raw.length && inRange(raw.charCodeAt(end), 0x30, 0x7e)) return make(end + 1, false);
  return make(end, true);
}

function readCsi(raw: string, from: number): [end: number, broken: boolean] {
  let end = from;
  while (end < raw.length && end - from < MAX_CSI_CHARS && inRange(raw.charCodeAt(end), 0x20, 0x3f)) end += 1;
  return end < raw.length && inRange(raw.charCodeAt(end), 0x40, 0x7e) ? [end + 1, false] : [end, true];
}

function readString(
  raw: string,
  from: number,
  make: (end: number, broken: boolean, payloadStart: number, payloadEnd: number) => ControlSequence,
): ControlSequence {
  for (let end = from; end < raw.length; end += 1) {
    if (end - from > MAX_STRING_CHARS) return make(from, true, -1, -1);
    const code = raw.charCodeAt(end);
    if (code === 0x07 || code === 0x9c) return make(end + 1, false, from, end);
    if (code === 0x1b && raw.charCodeAt(end + 1) === 0x5c) return make(end + 2, false, from, end);
    if (code === 0x1b && end + 1 === raw.length) return make(end + 1, true, from, end);
    if (
      code === 0x1b ||
      code === 0x0a ||
      code === 0x0d ||
      code === 0x18 ||
      code === 0x1a ||
      inRange(code, 0x80, 0x9f)
    ) {
      return make(end, true, from, end);
    }
  }
  return make(raw.length, true, from, raw.length);
}

/** DCS, SOS, OSC, PM, APC in their eight-bit form. */
function isStringIntroducer(code: number): boolean {
  return code === 0x90 || code === 0x98 || code === 0x9d || code === 0x9e || code === 0x9f;
}

function inRange(code: number, low: number, high: number): boolean {
  return code >= low && code <= high;
}
