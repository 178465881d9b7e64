import { InvalidArgumentError, shown } from "../../base/index.js";
import type { PluginPermission, WireManifest } from "../../protocol/index.js";
import { parse, pluginManifest } from "../../protocol/index.js";
import { readManifestFile } from "./manifest-file.js";

export type PluginKind = "adapter" | "macro" | "matcher";
export type PluginRuntime = "lua" | "wasm";

/** What a plugin drives where the caller does not say. */
export interface DefaultTarget {
  readonly program: string;
  readonly args?: readonly string[] | undefined;
  readonly rows?: number | undefined;
  readonly cols?: number | undefined;
  /** A caller may override these. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Nobody may override these. */
  readonly requiredEnv?: Readonly<Record<string, string>> | undefined;
}

export interface PluginManifestOptions {
  readonly name: string;
  readonly kind: PluginKind;
  readonly version: string;
  readonly runtime?: PluginRuntime | undefined;
  readonly entrypoint?: string | undefined;
  readonly permissions?: readonly PluginPermission[] | undefined;
  readonly defaultTarget?: DefaultTarget | undefined;
}

/** What a plugin is, and what it may do. */
export class PluginManifest {
  readonly name: string;
  readonly kind: PluginKind;
  readonly version: string;
  readonly runtime: PluginRuntime | undefined;
  readonly entrypoint: string | undefined;
  readonly permissions: readonly PluginPermission[];
  readonly defaultTarget: DefaultTarget | undefined;

  constructor(options: PluginManifestOptions) {
    this.name = options.name;
    this.kind = options.kind;
    this.version = options.version;
    this.runtime = options.runtime;
    this.entrypoint = options.entrypoint;
    this.permissions = Object.freeze([...(options.permissions ?? [])]);
    this.defaultTarget = options.defaultTarget && Object.freeze({ ...options.defaultTarget });
    Object.freeze(this);
  }

  /** Takes a manifest as it is written in JSON, or as TOML is parsed. Throws an InvalidArgumentError that names the field. */
  static from(value: unknown): PluginManifest {
    const { default_target: target, ...rest } = parse(pluginManifest, value, "");
    if (target === undefined) return new PluginManifest(rest);
    const { required_env: requiredEnv, ...others } = target;
    return new PluginManifest({ ...rest, defaultTarget: { ...others, requiredEnv } });
  }

  /** Reads and validates a manifest; errors name the file and the line. */
  static loadFromTomlPath(path: string): PluginManifest {
    return PluginManifest.#load(path, "toml");
  }

  /** The same for TOML and JSON, told apart by the file's name. */
  static load(path: string): PluginManifest {
    return PluginManifest.#load(path, path.toLowerCase().endsWith(".json") ? "json" : "toml");
  }

  static #load(path: string, format: "json" | "toml"): PluginManifest {
    return readManifestFile(path, format, (value) => {
      const manifest = PluginManifest.from(value);
      manifest.validate();
      return manifest;
    });
  }

  /** Throws an InvalidArgumentError if what it says does not fit together. */
  validate(): void {
    if (this.name.trim() === "") refuse("name", "must not be empty");
    if (this.version.trim() === "") refuse("version", "must not be empty");
    const entrypoint = this.entrypoint ?? "";
    if (this.runtime !== undefined && entrypoint.trim() === "")
      refuse("entrypoint", `must name the file that runtime ${shown(this.runtime)} begins with, such as "main.lua"`);
    if (this.runtime === undefined && this.entrypoint !== undefined)
      refuse("entrypoint", 'needs a runtime; add runtime = "lua"');
    if (/^[/\\]|^[a-z]:|\\|\0|(?:^|\/)\.\.(?:\/|$)/i.test(entrypoint))
      refuse("entrypoint", `must stay inside the manifest's directory, got ${shown(entrypoint)}`);
    this.permissions.forEach((permission, index) => {
      if (this.permissions.indexOf(permission) < index)
        refuse(`permissions[${index}]`, `repeats ${shown(permission)}; grant each permission once`);
    });
  }

  grants(permission: PluginPermission): boolean {
    return this.permissions.includes(permission);
  }

  /** As it is written in JSON and on the wire. */
  toWire(): WireManifest {
    const { name, kind, version, runtime, entrypoint, permissions, defaultTarget } = this;
    return {
      name,
      kind,
      version,
      ...(runtime === undefined ? {} : { runtime }),
      ...(entrypoint === undefined ? {} : { entrypoint }),
      permissions,
      ...(defaultTarget === undefined ? {} : { default_target: targetToWire(defaultTarget) }),
    };
  }

  toJSON(): WireManifest {
    return this.toWire();
  }
}

function targetToWire({ requiredEnv, ...rest }: DefaultTarget): NonNullable<WireManifest["default_target"]> {
  return requiredEnv === undefined ? rest : { ...rest, required_env: requiredEnv };
}

function refuse(field: string, problem: string): never {
  throw new InvalidArgumentError(field, `${field} ${problem}`);
}
