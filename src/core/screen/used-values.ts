import { CLUSTER, CONTENT_MASK } from "./cell.js";
import { ATTRIBUTES, STYLE_WORDS, extrasNumber } from "./style.js";

/** Marks the clusters that the characters [start, end) refer to by number. */
export function markClusters(chars: Uint32Array, start: number, end: number, used: Uint8Array): void {
  for (let at = start; at < end; at++) if ((chars[at] & CLUSTER) !== 0) used[chars[at] & CONTENT_MASK] = 1;
}

/** Marks the extras that the styles in words [start, end) refer to by number. */
export function markExtras(styles: Uint32Array, start: number, end: number, used: Uint8Array): void {
  for (let at = start + ATTRIBUTES; at < end; at += STYLE_WORDS) used[extrasNumber(styles[at])] = 1;
}
