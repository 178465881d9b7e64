import type { LogFileReader } from "./log-file-reader.js";

/** Bytes from one place up to another. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface LastLines {
  /** In the file's order; lines that lie side by side are one range. */
  readonly ranges: readonly ByteRange[];
  /** Where the last whole line ends. */
  readonly end: number;
}

/** What is read at once. */
export const BLOCK_BYTES = 65_536;
const NEWLINE = 0x0a;

/** Finds the last `count` whole lines that contain `filter`, from the end and in blocks. */
export function lastLines(file: LogFileReader, count: number, filter: Buffer | undefined): LastLines {
  const ranges: ByteRange[] = [];
  let left = count;
  let wholeEnd: number | undefined;
  let lineEnd: number | undefined;
  const lineBeginsAt = (start: number): void => {
    const end = lineEnd;
    lineEnd = start;
    wholeEnd ??= start;
    if (end === undefined || left === 0 || !contains(file, start, end, filter)) return;
    left--;
    const later = ranges.at(-1);
    if (later?.start === end) later.start = start;
    else ranges.push({ start, end });
  };

  for (let at = file.size; at > 0 && (left > 0 || wholeEnd === undefined);) {
    const from = Math.max(0, at - BLOCK_BYTES);
    const block = file.read(from, at);
    for (let i = block.length; i > 0 && (left > 0 || wholeEnd === undefined);) {
      i = block.lastIndexOf(NEWLINE, i - 1);
      if (i === -1) break;
      lineBeginsAt(from + i + 1);
    }
    at = from;
  }
  lineBeginsAt(0);
  return { ranges: ranges.reverse(), end: wholeEnd ?? 0 };
}

/** In blocks that overlap: a line may be longer than what should be in memory. */
function contains(file: LogFileReader, start: number, end: number, text: Buffer | undefined): boolean {
  if (text === undefined || text.length === 0) return true;
  for (let at = start; at < end; at += BLOCK_BYTES)
    if (file.read(at, Math.min(end, at + BLOCK_BYTES + text.length - 1)).includes(text)) return true;
  return false;
}
