// A reporter for node:test that keeps what happened to tests and suites whose titles carry ids, one JSON object a line.
import { splitTitle } from "./guarantee-results.mjs";

/** @param {AsyncIterable<import("node:test/reporters").TestEvent>} events */
export default async function* guaranteeReporter(events) {
  for await (const event of events) {
    if (event.type !== "test:pass" && event.type !== "test:fail") continue;
    const { name, file, details, skip } = event.data;
    const { ids, title } = splitTitle(name);
    if (ids.length === 0) continue;
    const outcome = { ids, title, passed: event.type === "test:pass", ms: Math.round(details.duration_ms) };
    const skipped = typeof skip === "string" ? skip : "skipped";
    yield `${JSON.stringify({ file, ...outcome, ...(skip === undefined ? {} : { skipped }) })}\n`;
  }
}
