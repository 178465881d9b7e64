import "../support/home.js";
import assert from "node:assert/strict";
import { setImmediate as immediate } from "node:timers/promises";
import { test } from "node:test";
import { SEED } from "../support/random.js";
import { RequestFuzz, keptRequests } from "../support/request-fuzz.js";

/** A million in `npm run soak`. */
const REQUESTS = 12_000;
/** So many, at most, until every method was reached. */
const MOST_REQUESTS = 100_000;
const CHUNK = 2_000;
/** Which programs there are is the machine's business, so none is ever started by this name; nor, therefore, a shell that runs commands. */
const NEVER = ["session.create", "session.run"];

test("R11: requests of every kind of nonsense are each answered once, as the protocol says, and never with -32603 for no reason", async (t) => {
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown): void => void rejections.push(reason);
  process.on("unhandledRejection", onRejection);
  t.after(() => process.off("unhandledRejection", onRejection));
  const fuzz = await RequestFuzz.start(t, SEED);
  const began = performance.now();
  let done = 0;
  const isReached = (): boolean => fuzz.neverSucceeded.length <= NEVER.length;
  for (; done < REQUESTS || (!isReached() && done < MOST_REQUESTS); done += CHUNK)
    assert.deepEqual((await fuzz.round(CHUNK)).slice(0, 3), []);
  t.diagnostic(`${done} requests in ${Math.round(performance.now() - began)} ms`);
  await immediate();
  assert.deepEqual(rejections, []);
  assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
  assert.deepEqual(fuzz.neverSucceeded, NEVER);
});

test("R11: requests that broke something once are answered as the protocol says", async (t) => {
  const kept = keptRequests();
  assert.ok(kept.length > 0);
  const fuzz = await RequestFuzz.start(t, SEED);
  for (const { name, request } of kept) assert.deepEqual(await fuzz.replay([request]), [], name);
  // Each of them got through, or it would break nothing.
  assert.ok(fuzz.succeeded.size > 0);
});
