import { logger } from "../logging/index.js";
import type { PluginProgram } from "../plugin-runtime/index.js";
import { PluginWorker } from "../plugin-runtime/index.js";

const log = logger("plugin");

/** A plugin in a thread of its own; what it prints goes to the log. */
export const startWorker = (program: PluginProgram): Promise<PluginWorker> =>
  PluginWorker.start(program, { onLog: (level, text) => log[level](text, { plugin: program.name }) });
