import { InvalidArgumentError, PermissionDeniedError, shown } from "../../base/index.js";
import type { AnyAdapter, EndReport, IntentOptions, IntentWaitOptions, TurnOptions } from "../../api/index.js";
import type { ExtensionEvent, ExtensionState, ExtensionTurnResult, ExtensionWaitResult } from "../extension/index.js";
import { ExtensionHandle, LuaPluginRegistry, PluginExtension } from "../extension/index.js";
import type { PluginRegistry } from "../../core/matcher/index.js";
import type { LoadedPlugin, PluginManifest } from "../manifest/index.js";
import { SideChannel } from "../signals/index.js";
import { Session, canMarkCommands } from "../../core/session/index.js";
import type { PluginPermission } from "../../protocol/index.js";
import type { AdapterTarget } from "./adapter-target.js";
import { targetFor } from "./adapter-target.js";

export interface AdapterOptions extends AdapterTarget {
  /** Answers `lua` matchers, those of the plugin too. */
  readonly registry?: PluginRegistry | undefined;
  /** Where the program is a shell that can, it marks its commands: `session.canRun` then. */
  readonly shellIntegration?: boolean | undefined;
  /** How long a wait or a turn may take that is told nothing else; default PTYWRIGHT_TIMEOUT_MS, else 120,000, or less under a test runner that ends a test by itself. */
  readonly timeoutMs?: number | undefined;
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
    requireChannel(manifest, options.sideChannel);
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
    let channel: SideChannel | undefined;
    try {
      requireSpawn(manifest);
      const target = targetFor(manifest, options);
      channel = await channelFor(manifest, target, options.sideChannel);
      const shellIntegration = options.shellIntegration === true && canMarkCommands(target.program);
      const session = await Session.spawn(
        { ...target, ...channel?.launch(target) },
        { shellIntegration, timeoutMs: options.timeoutMs },
      );
      session.setPluginRegistry(registryWith(options.registry, manifest, channel));
      return new Adapter(manifest, ExtensionHandle.start(extension, session, undefined, channel));
    } catch (error) {
      await Promise.all([extension.close(), channel?.close()]);
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

  close(): Promise<EndReport> {
    return this.handle.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** As a server does: before the plugin is asked at all. */
  #require(permission: PluginPermission, what: string): void {
    if (!this.manifest.grants(permission)) throw new PermissionDeniedError(this.manifest.name, permission, what);
  }
}

async function channelFor(
  manifest: PluginManifest,
  target: ReturnType<typeof targetFor>,
  wanted: boolean | undefined,
): Promise<SideChannel | undefined> {
  requireChannel(manifest, wanted);
  if (!SideChannel.isFor(manifest, target, wanted)) return undefined;
  return SideChannel.open(manifest, { ...(target.clearEnv === true ? {} : process.env), ...target.env });
}

function requireChannel({ name, sideChannel }: PluginManifest, wanted: boolean | undefined): void {
  if (wanted === true && sideChannel === undefined)
    throw new InvalidArgumentError(
      "sideChannel",
      `sideChannel must not be true: the manifest of plugin ${shown(name)} has no side_channel`,
    );
}

/** Predicates are handed what the program tells, as `classify` is. */
function registryWith(
  registry: PluginRegistry | undefined,
  { name }: PluginManifest,
  channel: SideChannel | undefined,
): PluginRegistry | undefined {
  if (channel === undefined || !(registry instanceof LuaPluginRegistry)) return registry;
  return registry.withSide(name, () => channel.facts);
}

function requireSpawn(manifest: PluginManifest): void {
  if (!manifest.grants("session.spawn"))
    throw new PermissionDeniedError(manifest.name, "session.spawn", "a program of its own");
}
