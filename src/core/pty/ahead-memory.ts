/** What both threads of ReadAhead see. */
export interface AheadMemory {
  /** A number at each of the places below. */
  readonly control: Int32Array<SharedArrayBuffer>;
  readonly bytes: SharedArrayBuffer;
}

/** Places in `control`. */
export const AHEAD = {
  /** One of AHEAD_STATE. */
  state: 0,
  fd: 1,
  /** Where the bytes in the buffer end. */
  end: 2,
  isStopping: 3,
  /** One more whenever there is something new to see. */
  steps: 4,
  /** The thread has started. */
  isReady: 5,
  /** How far it has to come before somebody who waits is told. */
  wanted: 6,
} as const;

export const AHEAD_PLACES = 7;

/** Only the thread begins and ends `reading`; who asked can take back what was not begun. */
export const AHEAD_STATE = { idle: 0, asked: 1, reading: 2 } as const;
