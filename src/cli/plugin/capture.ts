import { homedir, hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import { existsSync } from "node:fs";
import { escapeControls, shown } from "../../base/index.js";
import type { LoadedPlugin } from "../../plugins/manifest/index.js";
import { BUILT_IN_PLUGINS, builtInPlugin, loadPlugin } from "../../plugins/manifest/index.js";
import { ansiOfScreen, captureFixture } from "../../plugins/testing/index.js";
import { EXIT_OK } from "../exit-codes.js";
import { UsageError } from "../usage-error.js";
import { CAPTURE } from "./intent-step.js";
import type { CapturedScreen, CaptureSteps } from "./captured-screen.js";
import { screenOfLiveAdapter, screenOfNewAdapter } from "./captured-screen.js";
import { withPluginLog } from "./with-plugin-log.js";

export interface CaptureOptions extends CaptureSteps {
  readonly name: string | undefined;
  readonly dir: string | undefined;
  /** Where a server listens that has the adapter. */
  readonly socket: string | undefined;
  /** The manifest of a live adapter's plugin, unless it is built in. */
  readonly plugin: string | undefined;
  readonly overwrite: boolean;
}

/** Keeps what an adapter's program shows as a fixture, and prints what its plugin makes of it. */
export async function capturePlugin(wanted: string, options: CaptureOptions): Promise<number> {
  const { name, socket, overwrite } = options;
  if (name === undefined) throw new UsageError("--name NAME is needed, to say what the fixture is called", CAPTURE);
  return withPluginLog(async () => {
    const { plugin, captured } = await (socket === undefined ? fresh(wanted, options) : live(wanted, socket, options));
    const { snapshot, lastIntent, state } = captured;
    const screen = plugin.manifest.readsTerminal === true ? ansiOfScreen(snapshot) : snapshot.plainText;
    const dir = options.dir ?? join(folderOf(socket === undefined ? wanted : options.plugin) ?? ".", "fixtures");
    const capture = { name, screen, lastIntent, replacements: namesOfThisMachine(captured.cwd), overwrite };
    const { screenPath, expectedPath, seen } = await captureFixture(plugin, dir, capture);
    const [kept, expected] = [screenPath, expectedPath].map(escapeControls);
    process.stdout.write(`wrote ${kept}\nwrote ${expected}: ${escapeControls(seen.state)} (${seen.confidence})\n`);
    if (!/\S/.test(snapshot.plainText))
      process.stderr.write("The screen is empty; if the program takes longer, give it time with --still or --until.\n");
    else if (seen.state === "unknown")
      process.stderr.write(`The plugin does not know this screen; say in ${expected} what it should find.\n`);
    else if (seen.state !== state)
      process.stderr.write(
        `The program was in state ${escapeControls(shown(state))}, which the text alone does not show; look at ${expected}.\n`,
      );
    return EXIT_OK;
  });
}

interface Captured {
  readonly plugin: LoadedPlugin;
  readonly captured: CapturedScreen;
}

async function fresh(wanted: string, steps: CaptureSteps): Promise<Captured> {
  const plugin = pluginFor(wanted);
  return { plugin, captured: await screenOfNewAdapter(plugin, steps) };
}

async function live(adapter: string, socket: string, options: CaptureOptions): Promise<Captured> {
  if (options.steps.length > 0 || options.until !== undefined || options.args.length > 0)
    throw new UsageError(
      "with --socket the adapter is captured as it is; --send, --until and arguments start a new one",
      CAPTURE,
    );
  const captured = await screenOfLiveAdapter(adapter, socket);
  return { plugin: pluginFor(options.plugin ?? captured.plugin), captured };
}

const isBuiltIn = (name: string): boolean => (BUILT_IN_PLUGINS as readonly string[]).includes(name);

function pluginFor(wanted: string): LoadedPlugin {
  if (isBuiltIn(wanted)) return builtInPlugin(wanted);
  if (existsSync(wanted)) return loadPlugin(wanted);
  throw new Error(`there is no plugin ${shown(wanted)}; give the folder of one, or ${BUILT_IN_PLUGINS.join(", ")}`);
}

/** Of a plugin that is not built in. */
function folderOf(wanted: string | undefined): string | undefined {
  if (wanted === undefined || isBuiltIn(wanted)) return undefined;
  return /\.(toml|json)$/.test(wanted) ? dirname(wanted) : wanted;
}

/** Each with a name as long as it is, so that what is drawn around it stays in place. */
function namesOfThisMachine(cwd = process.cwd()): { find: string; with: string }[] {
  const paths = [...new Set([resolve(cwd), homedir()])].filter((path) => path.length > 1);
  const asLong = (name: string, length: number): string => name.padEnd(length, "-").slice(0, length);
  return [
    ...paths.sort((a, b) => b.length - a.length).map((path) => ({ find: path, with: asLong("/project", path.length) })),
    { find: hostname(), with: asLong("host", hostname().length) },
  ];
}
