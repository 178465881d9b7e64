import { FairTurns } from "../base/index.js";

/** What all connections together take of one tick of the event loop. */
const SLICE_MS = 8;

/** One for all connections of this process: their requests, large answers and notifications. */
export const loopTurns = new FairTurns(SLICE_MS);
