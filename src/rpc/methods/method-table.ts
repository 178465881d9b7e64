import type { MethodSpec } from "../../protocol/index.js";
import { methods } from "../../protocol/index.js";
import type { Handler } from "./handler.js";
import { serverHandlers } from "./server.js";

export interface MethodEntry {
  readonly spec: MethodSpec;
  readonly handler: Handler;
  /** Undefined once it can be called. */
  readonly whenLoaded: () => Promise<unknown> | undefined;
}

type AnyHandlers = Readonly<Record<string, Handler>>;

/** Every method of a server. Most are imported when one of their group is first called, or by `load`. */
export class MethodTable {
  readonly #entries = new Map<string, MethodEntry>();
  readonly #groups = [
    new LazyHandlers("session", async () => (await import("./session.js")).sessionHandlers),
    new LazyHandlers("adapter", async () => (await import("./adapter.js")).adapterHandlers),
    new LazyHandlers("plugin", async () => (await import("./plugin.js")).pluginHandlers),
  ];

  constructor() {
    const groups = new Map(this.#groups.map((group) => [group.name, group]));
    for (const [name, spec] of Object.entries<MethodSpec>(methods)) {
      const lazy = groups.get(name.split(".")[0]);
      if (lazy === undefined) this.add(name, spec, (serverHandlers as AnyHandlers)[name]);
      else this.#entries.set(name, { spec, handler: lazy.handler(name), whenLoaded: () => lazy.whenLoaded() });
    }
  }

  async load(): Promise<void> {
    await Promise.all(this.#groups.map((group) => group.load()));
  }

  /** For layers above: their methods are dispatched, checked and answered like all others. */
  add(name: string, spec: MethodSpec, handler: Handler): void {
    this.#entries.set(name, { spec, handler, whenLoaded: () => undefined });
  }

  get(name: string): MethodEntry | undefined {
    return this.#entries.get(name);
  }

  names(): string[] {
    return [...this.#entries.keys()];
  }
}

class LazyHandlers {
  readonly name: string;
  readonly #import: () => Promise<AnyHandlers>;
  #loaded: AnyHandlers | undefined;

  constructor(name: string, load: () => Promise<AnyHandlers>) {
    this.name = name;
    this.#import = load;
  }

  async load(): Promise<AnyHandlers> {
    return (this.#loaded = await this.#import());
  }

  whenLoaded(): Promise<unknown> | undefined {
    return this.#loaded === undefined ? this.load() : undefined;
  }

  /** If loading failed, it is tried once more, and the call fails with the reason. */
  handler(name: string): Handler {
    return (params, scope) => {
      if (this.#loaded !== undefined) return this.#loaded[name](params, scope);
      return this.load().then((handlers) => handlers[name](params, scope));
    };
  }
}
