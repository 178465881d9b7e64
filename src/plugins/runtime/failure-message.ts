import { PluginError, shortened } from "../../base/index.js";
import type { Failure } from "./messages.js";
import type { PluginLimits } from "./plugin-limits.js";

const MIB = 1_048_576;

/** The error for a failure inside the worker. `what` is the function that was called, or the file that was loaded. */
export function pluginError(plugin: string, what: string, failure: Failure, limits: PluginLimits): PluginError {
  const text = `plugin "${shortened(plugin)}": ${shortened(what)} ${sentence(failure, limits)}`;
  return new PluginError(plugin, failure.reason, text, failure);
}

function sentence(failure: Failure, limits: PluginLimits): string {
  const { reason, text } = failure;
  const place = placeOf(failure);
  switch (reason) {
    case "instructions":
      return `was cut off${place} after ${limits.instructions} instructions; look for a loop that does not end`;
    case "time":
      return `was cut off${place} after ${limits.wallClockMs} ms; look for a loop or a pattern that does not end`;
    case "memory":
      return `was cut off${place}: it needs more than ${mebibytes(limits.memoryBytes)} of memory; keep less of what it has seen`;
    case "missing_export":
      return "is no function that the plugin exports";
    case "bad_value":
      return `cannot be used: ${text}`;
    default:
      return text.startsWith(`${failure.file}:`) ? `failed: ${text}` : `failed${place}: ${text}`;
  }
}

function placeOf({ file, line }: Failure): string {
  if (file === undefined) return "";
  return line === undefined ? ` at ${file}` : ` at ${file}:${line}`;
}

const mebibytes = (bytes: number) => (bytes < MIB ? `${bytes} bytes` : `${Math.round(bytes / MIB)} MiB`);
