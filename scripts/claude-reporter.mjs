// A reporter for node:test that keeps what happened to the tests of each file of e2e/claude-code, one JSON object a line.
import { basename } from "node:path";

/** The version that it drives begins its title. */
const VERSION = /^(\d+\.\d+\.\d+)[-:,]/;

/** @param {AsyncIterable<import("node:test/reporters").TestEvent>} events */
export default async function* claudeReporter(events) {
  for await (const event of events) {
    if (event.type !== "test:pass" && event.type !== "test:fail") continue;
    const { name, file, nesting, skip } = event.data;
    const version = VERSION.exec(name)?.[1];
    if (nesting > 0 || version === undefined || file === undefined || skip !== undefined) continue;
    yield `${JSON.stringify({ version, file: basename(file), passed: event.type === "test:pass" })}\n`;
  }
}
