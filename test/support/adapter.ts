import "./home.js";
import type { TestContext } from "node:test";
import type { AdapterOptions, ExtensionHandle, ExtensionState } from "ptywright/plugins";
import { Adapter, PluginCatalog } from "ptywright/plugins";

/** An adapter that is closed after the test, with the plugins that answer its predicates. */
export async function startAdapter(t: TestContext, plugin: string, options: AdapterOptions = {}): Promise<Adapter> {
  const plugins = new PluginCatalog();
  t.after(() => plugins.close());
  const adapter = await Adapter.start(plugins.get(plugin), { registry: plugins.predicates, ...options });
  t.after(() => adapter.close());
  return adapter;
}

/** The first state, now or later, that is wanted, by its name or otherwise. */
export async function reaches(
  handle: ExtensionHandle,
  wanted: string | ((state: ExtensionState) => boolean),
): Promise<ExtensionState> {
  const isWanted = typeof wanted === "string" ? ({ state }: ExtensionState) => state === wanted : wanted;
  const events = handle.subscribe();
  try {
    for await (const event of events) if (event.type === "classified" && isWanted(event.state)) return event.state;
  } finally {
    await events.return?.();
  }
  throw new Error(`the adapter was closed before it was ${String(wanted)}`);
}
