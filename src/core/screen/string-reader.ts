import type { ScreenState } from "./screen-state.js";

/** What reads the payload of one string sequence as it comes, however long it is. */
export interface StringReader {
  /** False if it is none of its business, and no more of it is wanted. */
  piece(bytes: Uint8Array, start: number, end: number): boolean;
  /** It was whole. */
  end(state: ScreenState): void;
}
