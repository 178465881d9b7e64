// Imported first by every test that starts sessions, so that nothing of a test ends up in the developer's own home.
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One for all test runs of a user: a guardian still needs it a moment after its test has ended. */
export const TEST_HOME = join(tmpdir(), `ptywright-test-home-${process.getuid?.() ?? 0}`);
mkdirSync(TEST_HOME, { recursive: true, mode: 0o700 });
process.env.PTYWRIGHT_HOME = TEST_HOME;
