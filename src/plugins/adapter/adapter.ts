import { PermissionDeniedError } from "../../base/index.js";
import type { AnyAdapter, IntentOptions, IntentWaitOptions, TurnOptions } from "../../api/index.js";
import type { ExtensionEvent, ExtensionState, ExtensionTurnResult, ExtensionWaitResult } from "../extension/index.js";
import { ExtensionHandle, PluginExtension } from "../extension/index.js";
import type { PluginRegistry } from "../../core/matcher/index.js";
import type { LoadedPlugin, PluginManifest } from "../manifest/index.js";
import { Session } from "../../core/session/index.js";
import type { PluginPermission } from "../../protocol/index.js";
import type { AdapterTarget } from "./adapter-target.js";
import { targetFor } from "./adapter-target.js";

export interface AdapterOptions extends AdapterTarget {
  /** Answers `lua` matchers, those of the plugin too. */
  readonly registry?: PluginRegistry | undefined;
}

/** A program together with the plugin that knows it. */
export class Adapter implements AnyAdapter {
  readonly manifest: PluginManifest;
  readonly handle: ExtensionHandle;

  private constructor(manifest: PluginManifest, handle: ExtensionHandle) {
    this.manifest = manifest;
    this.handle = handle;
  }

  /** Throws what can be found wrong before anything is started. */
  static check({ manifest }: LoadedPlugin, options: AdapterOptions): void {
    requireSpawn(manifest);
    Session.check(targetFor(manifest, options));
  }

  /** Loads an instance of the plugin and starts its program. If either fails, the other is ended. */
  static async start(plugin: LoadedPlugin, options: AdapterOptions = {}): Promise<Adapter> {
    requireSpawn(plugin.manifest);
    return Adapter.startWith(await PluginExtension.start(plugin), options);
  }

  /** The same with a running instance, which the adapter owns from now on: it is closed also if the start fails. */
  static async startWith(extension: PluginExtension, options: AdapterOptions = {}): Promise<Adapter> {
    const { manifest } = extension;
    try {
      requireSpawn(manifest);
      const session = await Session.spawn(targetFor(manifest, options));
      session.setPluginRegistry(options.registry);
      return new Adapter(manifest, ExtensionHandle.start(extension, session));
    } catch (error) {
      await extension.close();
      throw error;
    }
  }

  get session(): Session {
    return this.handle.session;
  }

  get lastState(): ExtensionState | undefined {
    return this.handle.lastState;
  }

  async state(): Promise<ExtensionState> {
    this.#require("screen.read", "state");
    return this.handle.state();
  }

  async send(intent: string, params?: unknown, options?: IntentOptions): Promise<ExtensionState> {
    this.#require("input.write", "send");
    return this.handle.send(intent, params, options);
  }

  async wait(intent?: string, params?: unknown, options?: IntentWaitOptions): Promise<ExtensionWaitResult> {
    this.#require("matcher.wait", "wait");
    return this.handle.wait(intent, params, options);
  }

  async turn(intent: string, params?: unknown, options?: TurnOptions): Promise<ExtensionTurnResult> {
    this.#require("input.write", "turn");
    this.#require("matcher.wait", "turn");
    return this.handle.turn(intent, params, options);
  }

  subscribe(): AsyncIterableIterator<ExtensionEvent> {
    return this.handle.subscribe();
  }

  async close(): Promise<void> {
    await this.handle.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** As a server does: before the plugin is asked at all. */
  #require(permission: PluginPermission, what: string): void {
    if (!this.manifest.grants(permission)) throw new PermissionDeniedError(this.manifest.name, permission, what);
  }
}

function requireSpawn(manifest: PluginManifest): void {
  if (!manifest.grants("session.spawn"))
    throw new PermissionDeniedError(manifest.name, "session.spawn", "a program of its own");
}
