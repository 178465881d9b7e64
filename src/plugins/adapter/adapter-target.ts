import { InvalidArgumentError, shown } from "../../base/index.js";
import type { LibraryParams } from "../../protocol/index.js";
import type { PluginManifest } from "../manifest/index.js";
import type { TargetOptions } from "../../core/target/index.js";

/** Large enough for programs that show much. */
const ADAPTER_ROWS = 40;
const ADAPTER_COLS = 120;

/** What a caller may say about the program an adapter drives; the manifest says the rest. */
export type AdapterTarget = Omit<LibraryParams<"adapter.start">, "plugin" | "timeoutMs" | "redact" | "redaction">;

/**
 * The program to start. Its environment has four tiers, the last one wins: what we inherited, the manifest's defaults, the caller's,
 * and what the manifest requires.
 */
export function targetFor(manifest: PluginManifest, wanted: AdapterTarget): TargetOptions {
  const preset = manifest.defaultTarget;
  const program = wanted.program ?? preset?.program;
  if (program === undefined)
    throw new InvalidArgumentError(
      "program",
      `program is needed: the manifest of plugin ${shown(manifest.name)} names none`,
    );
  return {
    program,
    args: wanted.args ?? preset?.args,
    cwd: wanted.cwd,
    clearEnv: wanted.clearEnv,
    env: { ...preset?.env, ...wanted.env, ...preset?.requiredEnv },
    size: {
      rows: wanted.rows ?? preset?.rows ?? ADAPTER_ROWS,
      cols: wanted.cols ?? preset?.cols ?? ADAPTER_COLS,
      pixelWidth: wanted.pixelWidth ?? 0,
      pixelHeight: wanted.pixelHeight ?? 0,
    },
  };
}
