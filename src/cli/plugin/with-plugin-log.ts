import { Config, Paths } from "../../home/config/index.js";
import { initForOneshot } from "../../home/logging/index.js";

/** While the work is done, what plugins print and log goes to stderr as far as PTYWRIGHT_LOG and config.toml want it. */
export async function withPluginLog<T>(work: () => Promise<T>): Promise<T> {
  const paths = Paths.fromEnv();
  const guard = initForOneshot(paths, Config.load(paths.configPath).logging);
  try {
    return await work();
  } finally {
    await guard.close();
  }
}
