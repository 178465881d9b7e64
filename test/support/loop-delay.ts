/** The same as in the unit tests, which are compiled elsewhere. */
const MODULE = new URL("../../../dist/base/loop-block.test.support.js", import.meta.url).href;

/**
 * The longest time for which we held up the event loop while `work` ran: the largest gap between two turns, whether we worked in it or
 * waited for something. What other processes took from us on a busy machine is not our doing.
 */
export const { longestOwnBlockMs: longestBlockMs } = (await import(MODULE)) as {
  readonly longestOwnBlockMs: (work: () => Promise<unknown>) => Promise<number>;
};
