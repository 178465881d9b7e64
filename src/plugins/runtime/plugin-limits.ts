import {
  checkOptionNames,
  InvalidArgumentError,
  MAX_PLUGIN_RESULT_BYTES,
  MAX_PLUGIN_RESULT_VALUES,
  PLUGIN_CALL_MS,
  PLUGIN_INSTRUCTIONS,
  PLUGIN_MEMORY_BYTES,
  shown,
} from "../../base/index.js";

/** What one call into a plugin may take. */
export interface PluginLimits {
  /** Steps of the Lua virtual machine; WebAssembly is bounded by time alone. */
  readonly instructions: number;
  readonly wallClockMs: number;
  readonly memoryBytes: number;
  readonly resultBytes: number;
  readonly resultValues: number;
}

const DEFAULTS: PluginLimits = {
  instructions: PLUGIN_INSTRUCTIONS,
  wallClockMs: PLUGIN_CALL_MS,
  memoryBytes: PLUGIN_MEMORY_BYTES,
  resultBytes: MAX_PLUGIN_RESULT_BYTES,
  resultValues: MAX_PLUGIN_RESULT_VALUES,
};

/** The limits to use; none may be raised above its default. */
export function pluginLimits(limits: Partial<PluginLimits> = {}): PluginLimits {
  const names = Object.keys(DEFAULTS) as (keyof PluginLimits)[];
  checkOptionNames("limits", limits, names);
  for (const name of names) {
    const value = limits[name];
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= 1 && value <= DEFAULTS[name]))
      throw new InvalidArgumentError(
        `limits.${name}`,
        `limits.${name} must be a whole number from 1 to ${DEFAULTS[name]}, got ${shown(value)}`,
      );
  }
  const given = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
  return { ...DEFAULTS, ...given };
}
