// The versions of Claude Code that are driven here, and where they lie. PTYWRIGHT_CLAUDE_VERSIONS names others, such as "2.1.300,2.1.325".
import { join } from "node:path";

/** Those that the plugin was written for. */
const KNOWN = ["2.1.325", "2.1.143"];
const NAMED = process.env.PTYWRIGHT_CLAUDE_VERSIONS;

export const VERSIONS = NAMED === undefined ? KNOWN : NAMED.split(",");
/** Whether they were asked for by name: then all of them are driven in every way. */
export const ARE_NAMED = NAMED !== undefined;

const ROOT = join(import.meta.dirname, "..", "..");

/** Where one that is not among those of package.json is installed: a folder that is not part of the repository. @param {string} version */
export const folderOf = (version) => join(ROOT, "build", "claude-code", version);

/** It has this name on every system. @param {string} version */
export const programOf = (version) =>
  KNOWN.includes(version)
    ? join(import.meta.dirname, "node_modules", `claude-${version}`, "bin", "claude.exe")
    : join(folderOf(version), "node_modules", "@anthropic-ai", "claude-code", "bin", "claude.exe");
