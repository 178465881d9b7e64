import type { MethodSpec } from "../protocol/index.js";
import { methods } from "../protocol/index.js";
import type { Handler } from "./handler.js";
import { serverHandlers } from "./methods/server.js";

export interface MethodEntry {
  readonly spec: MethodSpec;
  readonly handler: Handler;
}

type AnyHandlers = Readonly<Record<string, Handler>>;

/** Every method a server answers. Those that need a terminal are loaded when one of them is first called. */
export class MethodTable {
  readonly #entries = new Map<string, MethodEntry>();

  constructor() {
    const session = lazily(async () => (await import("./methods/session.js")).sessionHandlers);
    const adapter = lazily(async () => (await import("./methods/adapter.js")).adapterHandlers);
    const plugin = lazily(async () => (await import("./methods/plugin.js")).pluginHandlers);
    const groups: Record<string, (name: string) => Handler> = {
      server: (name) => (serverHandlers as AnyHandlers)[name],
      session,
      adapter,
      plugin,
    };
    for (const [name, spec] of Object.entries<MethodSpec>(methods))
      this.add(name, spec, groups[name.split(".")[0]](name));
  }

  /** For layers above: their methods are dispatched, checked and answered like all others. */
  add(name: string, spec: MethodSpec, handler: Handler): void {
    this.#entries.set(name, { spec, handler });
  }

  get(name: string): MethodEntry | undefined {
    return this.#entries.get(name);
  }

  names(): string[] {
    return [...this.#entries.keys()];
  }
}

function lazily(load: () => Promise<AnyHandlers>): (name: string) => Handler {
  let loaded: AnyHandlers | undefined;
  return (name) => (params, scope) => {
    if (loaded !== undefined) return loaded[name](params, scope);
    return load().then((handlers) => (loaded = handlers)[name](params, scope));
  };
}
