import { logger } from "../../home/logging/index.js";
import type { PluginProgram } from "../runtime/index.js";
import { PluginWorker } from "../runtime/index.js";
import { LogBudget } from "./log-budget.js";

const log = logger("plugin");

/** Starts a plugin in a thread of its own. What it prints goes to the log, up to a limit. */
export function startWorker(program: PluginProgram): Promise<PluginWorker> {
  const budget = new LogBudget();
  return PluginWorker.start(program, {
    onLog: (level, text) => {
      const { isWritten, dropped } = budget.take(text.length);
      if (dropped > 0) log.warn("a plugin said more than a log should take", { plugin: program.name, dropped });
      if (isWritten) log[level](text, { plugin: program.name });
    },
  });
}
