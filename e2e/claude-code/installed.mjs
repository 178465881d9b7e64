// Whether Claude Code is there, for who drives it without a test runner.
import { existsSync } from "node:fs";
import { VERSIONS, programOf } from "./versions.mjs";

/** Why nothing can be driven; undefined if all versions are there. Told as broken where they must be. @param {(problem: string) => void} broke */
export function whyNothing(broke) {
  const missing = VERSIONS.filter((version) => !existsSync(programOf(version)));
  if (missing.length === 0) return undefined;
  if (process.env.PTYWRIGHT_REQUIRE_PROGRAMS !== undefined) broke(`Claude Code ${missing.join(", ")} is not installed`);
  return "nothing: Claude Code is not installed in e2e/claude-code; npm run test:claude installs it";
}
