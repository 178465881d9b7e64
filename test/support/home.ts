// Imported first by every test that starts sessions, so that nothing of a test ends up in the developer's own home.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** build/home: one for all test runs, because a guardian still needs it a moment after its test has ended. */
export const TEST_HOME = fileURLToPath(new URL("../../home", import.meta.url));
mkdirSync(TEST_HOME, { recursive: true, mode: 0o700 });
process.env.PTYWRIGHT_HOME = TEST_HOME;
