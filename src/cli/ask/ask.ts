import { Adapter, PluginCatalog } from "../../plugins/adapter/index.js";
import { InvalidArgumentError, NAME, shown } from "../../base/index.js";
import { Config, Paths } from "../../home/config/index.js";
import type { Conversation } from "../../plugins/extension/index.js";
import { PluginExtension } from "../../plugins/extension/index.js";
import { initForRun } from "../../home/logging/index.js";
import type { AllowPolicy } from "./allow-policy.js";
import { askIn } from "./ask-in.js";
import { canAskUser } from "./ask-user.js";
import { Interruption } from "./interruption.js";
import { JsonReport } from "./json-report.js";
import { readPrompt } from "./read-prompt.js";
import { runInShell } from "./run-in-shell.js";
import { TextReport } from "./text-report.js";

/** Nobody looks at it, and a long answer has to be on it as a whole. */
const ASK_ROWS = 500;

export interface AskCommandOptions {
  readonly adapter: string;
  /** For `ask`: the prompt, `@FILE`, or `-` for stdin. */
  readonly prompt: string;
  /** Manifests of plugins to begin with. */
  readonly plugins: readonly string[];
  readonly program: string | undefined;
  /** Behind those of the manifest, or instead of them for another program than it names. */
  readonly args: readonly string[] | undefined;
  readonly cwd: string | undefined;
  readonly rows: number | undefined;
  readonly cols: number | undefined;
  readonly trust: boolean;
  readonly allow: AllowPolicy;
  readonly json: boolean;
  readonly timeoutS: number;
}

/** Asks what a word of the command line means, tells the answer, and returns the exit code. */
export async function ask(options: AskCommandOptions): Promise<number> {
  const prompt = await readPrompt(options.prompt);
  if (options.allow.kind === "ask" && !canAskUser())
    process.stderr.write(
      `${NAME}: nobody can be asked, because stdin and stderr are not both a terminal: what it asks leave for is refused\n`,
    );
  return askPrompt({ ...options, prompt });
}

/** Asks one thing in a program of its own, tells the answer, and returns the exit code. Nothing of the program stays. `end` stops it. */
export async function askPrompt(options: AskCommandOptions, end?: AbortSignal): Promise<number> {
  const paths = Paths.fromEnv();
  const guard = initForRun(paths, Config.load(paths.configPath).logging);
  const catalog = new PluginCatalog();
  let extension: PluginExtension | undefined;
  try {
    extension = await instanceFor(options, catalog);
    return await askWith(extension, await tableOf(extension), catalog, options, end);
  } finally {
    await extension?.close();
    await catalog.close();
    await guard.close();
  }
}

/** The one instance that says how it is asked and then is: to start a thread takes longer than anything before the program's own start. */
async function instanceFor({ adapter, plugins }: AskCommandOptions, catalog: PluginCatalog): Promise<PluginExtension> {
  let found: PluginExtension | undefined;
  try {
    for (const manifest of plugins) {
      const extension = await catalog.loadAndStart(manifest);
      if (extension.name === adapter) found = extension;
      else await extension.close();
    }
  } catch (error) {
    await found?.close();
    throw error;
  }
  return found ?? PluginExtension.start(catalog.get(adapter));
}

async function tableOf(extension: PluginExtension): Promise<Conversation> {
  const { name } = extension;
  const { conversation } = await extension.describe();
  if (conversation !== undefined) return conversation;
  throw new InvalidArgumentError(
    "plugin",
    `plugin ${shown(name)} cannot be asked: its describe() has no conversation, which says how it is asked and ` +
      `what its states mean; drive it with ${NAME} serve, or add one (docs/plugins.md)`,
  );
}

async function askWith(
  extension: PluginExtension,
  table: Conversation,
  catalog: PluginCatalog,
  options: AskCommandOptions,
  end: AbortSignal | undefined,
): Promise<number> {
  const { program, cwd, rows = ASK_ROWS, cols, timeoutS } = options;
  const report = options.json ? new JsonReport(table) : new TextReport();
  const interruption = new Interruption(timeoutS * 1_000, () => report.clear(), end);
  try {
    report.onStarted(extension.name);
    const registry = catalog.predicates;
    const args = argsFor(extension, options);
    const adapter = await Adapter.startWith(extension, {
      ...{ program, args, cwd, rows, cols, registry },
      shellIntegration: table.commands,
    });
    try {
      const ending = adapter.session.canRun
        ? await runInShell(adapter, report, interruption, options)
        : await askIn(adapter, table, report, interruption, options);
      await adapter.close();
      report.onEnd(ending);
      return ending.exitCode;
    } finally {
      await adapter.close();
    }
  } finally {
    report.clear();
    interruption.end();
  }
}

function argsFor({ manifest }: PluginExtension, { program, args }: AskCommandOptions): readonly string[] | undefined {
  if (args === undefined || program !== undefined) return args;
  return [...(manifest.defaultTarget?.args ?? []), ...args];
}
