import { Adapter } from "../../plugins/adapter/index.js";
import { shown } from "../../base/index.js";
import { Client } from "../../client/index.js";
import type { ExtensionHandle } from "../../plugins/extension/index.js";
import { LuaPluginRegistry } from "../../plugins/extension/index.js";
import { Matcher } from "../../core/matcher/index.js";
import type { LoadedPlugin } from "../../plugins/manifest/index.js";
import type { ScreenSnapshot } from "../../core/screen/index.js";
import { redactSnapshot } from "../../core/screen/index.js";

/** How a program is brought to where it is to be captured. */
export interface CaptureSteps {
  /** Intents to carry out first, each when the screen is still. */
  readonly steps: readonly { readonly intent: string; readonly params: unknown }[];
  /** The state to wait for; a still screen if left out. */
  readonly until: string | undefined;
  readonly stillMs: number;
  readonly timeoutMs: number;
  readonly rows: number | undefined;
  readonly cols: number | undefined;
  readonly args: readonly string[];
}

/** What a program shows, redacted. */
export interface CapturedScreen {
  readonly plugin: string;
  readonly snapshot: ScreenSnapshot;
  /** What its plugin made of it there and then. */
  readonly state: string;
  readonly lastIntent: string | undefined;
  readonly cwd?: string | undefined;
}

/** Starts the plugin's program, brings it to where it is wanted, and ends it again. */
export async function screenOfNewAdapter(plugin: LoadedPlugin, options: CaptureSteps): Promise<CapturedScreen> {
  await using registry = new LuaPluginRegistry();
  registry.add(plugin.manifest.name, () => plugin);
  const { rows, cols } = options;
  const args = options.args.length === 0 ? undefined : options.args;
  await using adapter = await Adapter.start(plugin, { rows, cols, args, registry });
  const { handle, session } = adapter;
  const still = Matcher.screenStable(options.stillMs);
  for (const { intent, params } of options.steps) {
    await session.waitFor(still, { timeoutMs: options.timeoutMs });
    await handle.send(intent, params);
  }
  if (options.until === undefined) await session.waitFor(still, { timeoutMs: options.timeoutMs });
  else await stateComes(handle, options.until, options.timeoutMs);
  const { state, moment } = await handle.look();
  const snapshot = redactSnapshot(moment.snapshot);
  return { plugin: plugin.manifest.name, snapshot, state: state.state, lastIntent: handle.lastIntent };
}

/** The screen and what is made of it are asked for one after the other, and must be of one moment. */
const MAX_LOOKS = 20;

/** What an adapter of a running server shows now. */
export async function screenOfLiveAdapter(id: string, socket: string): Promise<CapturedScreen> {
  await using client = await Client.connect({ socket });
  const adapters = (await client.adapters()).map(({ adapter }) => adapter);
  const found = adapters.find((adapter) => adapter.id === id);
  if (found === undefined)
    throw new Error(`there is no adapter ${shown(id)}; there are ${adapters.map((a) => a.id).join(", ") || "none"}`);
  for (let look = 0; look < MAX_LOOKS; look++) {
    const snapshot = await found.snapshot({ cells: true });
    const { plugin, plainText, state, lastIntent } = await found.inspect();
    if (plainText === snapshot.plainText) return { plugin, snapshot, state: state.state, lastIntent };
  }
  throw new Error(`adapter ${shown(id)} shows something else at every look; capture it when it is still`);
}

async function stateComes(handle: ExtensionHandle, wanted: string, timeoutMs: number): Promise<void> {
  const events = handle.subscribe();
  const timer = setTimeout(() => void events.return?.(), timeoutMs);
  try {
    for await (const event of events) if (event.type === "classified" && event.state.state === wanted) return;
  } finally {
    clearTimeout(timer);
  }
  const last = handle.lastState?.state ?? "none";
  throw new Error(`state ${shown(wanted)} did not come within ${timeoutMs} ms; the last was ${shown(last)}`);
}
