import { InvalidArgumentError, shown } from "../../base/index.js";
import type { PluginManifestOptions, PluginPermission, SideChannelSpec, WireManifest } from "../../protocol/index.js";
import { decode, encode, pluginManifest } from "../../protocol/index.js";
import { readManifestFile } from "./manifest-file.js";

export type { PluginManifestOptions, SideChannelSpec };
export type PluginKind = PluginManifestOptions["kind"];
export type PluginRuntime = NonNullable<PluginManifestOptions["runtime"]>;
/** What a plugin drives where the caller does not say. */
export type DefaultTarget = NonNullable<PluginManifestOptions["defaultTarget"]>;

/** What a plugin is, and what it may do. */
export class PluginManifest {
  readonly name: string;
  readonly kind: PluginKind;
  readonly version: string;
  readonly runtime: PluginRuntime | undefined;
  readonly entrypoint: string | undefined;
  readonly permissions: readonly PluginPermission[];
  /** Whether its code is handed the rows of the screen with their styles. */
  readonly readsTerminal: boolean | undefined;
  readonly defaultTarget: DefaultTarget | undefined;
  /** How its program tells it something beside the screen, if it does. */
  readonly sideChannel: SideChannelSpec | undefined;

  constructor(options: PluginManifestOptions) {
    this.name = options.name;
    this.kind = options.kind;
    this.version = options.version;
    this.runtime = options.runtime;
    this.entrypoint = options.entrypoint;
    this.permissions = Object.freeze([...(options.permissions ?? [])]);
    this.readsTerminal = options.readsTerminal;
    this.defaultTarget = options.defaultTarget && Object.freeze({ ...options.defaultTarget });
    this.sideChannel = options.sideChannel && Object.freeze(sideChannelOf(options.sideChannel));
    Object.freeze(this);
  }

  /** Takes a manifest as it is written in JSON, or as TOML is parsed. Throws an InvalidArgumentError that names the field. */
  static from(value: unknown): PluginManifest {
    return new PluginManifest(decode(pluginManifest, value, ""));
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
    if (this.readsTerminal === true && !this.grants("screen.read"))
      refuse("readsTerminal", 'needs the permission "screen.read"; add it');
    if (this.sideChannel !== undefined) this.#validateSideChannel(this.sideChannel);
  }

  #validateSideChannel({ env, args, record }: SideChannelSpec): void {
    if (!this.grants("screen.read")) refuse("sideChannel", 'needs the permission "screen.read"; add it');
    if (env === undefined && !args.some((arg) => arg.includes("{channel}")))
      refuse(
        "sideChannel",
        "must tell the program its folder: by env, the name of a variable, or by {channel} in args",
      );
    if (env === undefined && args.some((arg) => arg.includes("{leave}")))
      refuse("sideChannel.env", "is needed for {leave}, which finds the folder by it");
    if (env !== undefined && !/^[A-Za-z_]\w*$/.test(env))
      refuse("sideChannel.env", `must be the name of a variable, got ${shown(env)}`);
    record?.below.forEach((folder, index) => {
      if (!/^(?:~|\$[A-Za-z_]\w*)?\//.test(folder) || folder.split("/").includes(".."))
        refuse(`sideChannel.record.below[${index}]`, `must begin with /, ~/ or $NAME/, got ${shown(folder)}`);
    });
  }

  grants(permission: PluginPermission): boolean {
    return this.permissions.includes(permission);
  }

  /** As it is written in TOML and JSON. */
  toJSON(): WireManifest {
    return encode(pluginManifest, this) as WireManifest;
  }
}

const sideChannelOf = (options: NonNullable<PluginManifestOptions["sideChannel"]>): SideChannelSpec => ({
  ...options,
  args: options.args ?? [],
  unless: options.unless ?? [],
});

function refuse(field: string, problem: string): never {
  throw new InvalidArgumentError(field, `${field} ${problem}`);
}
