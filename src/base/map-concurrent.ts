import { availableParallelism } from "node:os";

/** Each needs a thread, and memory for it. */
const MOST = 8;

/** Does the work for every item, as many at a time as there are processors; results in the order of the items. */
export async function mapConcurrent<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      try {
        results[at] = await work(items[at]);
      } catch (error) {
        // Nobody waits for the others any more.
        next = items.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(MOST, availableParallelism()) }, worker));
  return results;
}
