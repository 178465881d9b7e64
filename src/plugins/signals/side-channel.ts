import { homedir } from "node:os";
import { basename, isAbsolute, join } from "node:path";
import { Config, Paths } from "../../home/config/index.js";
import { logger } from "../../home/logging/index.js";
import type { PluginManifest, SideChannelSpec } from "../manifest/index.js";
import { makeChannelFolder, removeChannelFolder } from "./channel-folder.js";
import { DropFolder } from "./drop-folder.js";
import { RecordFile } from "./record-file.js";
import type { SideFacts, Signal } from "./side-facts.js";
import { SignalStore } from "./signal-store.js";

const log = logger("signals");

type Variables = Readonly<Record<string, string | undefined>>;

/** How long after the newest signal the plugin is asked again. */
const AGES_MS = [1_000, 3_000, 10_000, 30_000];

/** Lines of one text; more come in more of them. */
const MAX_LINES = 64;
const PLACEHOLDER = "{channel}";
const LEAVE = "{leave}";

/**
 * A command for any shell that leaves what it reads in the channel: it prints nothing, ends with 0 whatever happens, and waits for nobody. It
 * has neither double quotes nor backslashes, so that it can stand in JSON.
 */
const leaveCommand = (variable: string): string => {
  const folder = `$${variable}`;
  const leave = `cat >${folder}/.$$ && mv ${folder}/.$$ ${folder}/s$$ || cat >/dev/null`;
  return `/bin/sh -c 'set -f; IFS=; case ${folder} in /*) ${leave} ;; *) cat >/dev/null ;; esac >/dev/null 2>&1; exit 0'`;
};

export interface Launched {
  readonly program: string;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** What a program is to be started with. */
export interface ChannelLaunch {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Beside its screen, where a program leaves what it has to tell; made before it is started, and removed after it has ended. */
export class SideChannel {
  readonly #spec: SideChannelSpec;
  readonly #folder: DropFolder;
  readonly #store: SignalStore;
  readonly #record: RecordFile | undefined;
  #sequence: () => number = () => 0;
  #told: () => void = () => undefined;
  #later: NodeJS.Timeout | undefined;
  #isLost = false;

  private constructor({ name }: PluginManifest, spec: SideChannelSpec, path: string, variables: Variables) {
    this.#spec = spec;
    this.#store = new SignalStore([
      ...new Set([...spec.fields, ...(spec.record === undefined ? [] : [spec.record.field])]),
    ]);
    this.#folder = new DropFolder(path, {
      onText: (text) => this.#take(text),
      onRefused: () => this.#store.drop(),
      onLost: (reason) => {
        log.warn("a program cannot tell anything beside its screen any more", { plugin: name, reason });
        this.#isLost = true;
        this.#told();
      },
    });
    const { record } = spec;
    this.#record = record && new RecordFile(foldersOf(record.below, variables), record.keep);
  }

  /**
   * Whether this program is to have one: the manifest must ask for it. Unless the caller decides, it is for the programs that the manifest
   * names alone, and not where an argument of the caller's takes its place.
   */
  static isFor({ sideChannel: spec }: PluginManifest, { program, args = [] }: Launched, wanted?: boolean): boolean {
    if (spec === undefined || wanted === false || process.platform === "win32") return false;
    const isTaken = args.some((given) => spec.unless.some((name) => given === name || given.startsWith(`${name}=`)));
    return !isTaken && (wanted === true || (spec.programs.includes(basename(program)) && isOn()));
  }

  /** Undefined where none can be made: the screen is still there. */
  static async open(manifest: PluginManifest, variables: Variables): Promise<SideChannel | undefined> {
    const { name, sideChannel: spec } = manifest;
    if (spec === undefined) return undefined;
    let path;
    try {
      path = await makeChannelFolder();
      return new SideChannel(manifest, spec, path, variables);
    } catch (error) {
      if (path !== undefined) await removeChannelFolder(path);
      log.warn("a program cannot tell anything beside its screen", { plugin: name, reason: String(error) });
      return undefined;
    }
  }

  /** How the program learns of it. */
  launch({ args = [], env }: Launched): ChannelLaunch {
    const { path } = this.#folder;
    const { env: variable, args: wanted } = this.#spec;
    const leave = leaveCommand(variable ?? "");
    // By a function: what is put in may have signs that mean something in a replacement.
    const own = wanted.map((arg) => arg.replaceAll(PLACEHOLDER, () => path).replaceAll(LEAVE, () => leave));
    return { args: [...own, ...args], env: variable === undefined ? (env ?? {}) : { ...env, [variable]: path } };
  }

  /** From now on it is known how far the session is, and somebody wants to know when something was told. */
  attach(sequence: () => number, told: () => void): void {
    this.#sequence = sequence;
    this.#told = told;
  }

  /** Undefined once nothing can be told any more: then what was told before is of no use either. */
  get facts(): SideFacts | undefined {
    return this.#isLost ? undefined : { signals: this.#store.signals, dropped: this.#store.dropped };
  }

  /** The same with the program's own record as it is now, where the newest signal that counts for it is one after which it is read. */
  async factsWithRecord(): Promise<SideFacts | undefined> {
    const path = this.#recordPath();
    const record = path === undefined ? undefined : await this.#record?.read(path);
    const { facts } = this;
    return facts && { ...facts, record };
  }

  async close(): Promise<void> {
    this.#told = () => undefined;
    clearTimeout(this.#later);
    await this.#folder.close();
    await removeChannelFolder(this.#folder.path);
  }

  #recordPath(): string | undefined {
    const { record } = this.#spec;
    if (record === undefined) return undefined;
    const isOf = (kinds: readonly string[], { data }: Signal): boolean => kinds.includes(String(data[record.kind]));
    const { after, until } = record;
    const newest = this.#store.signals.findLast(
      (signal) => until === undefined || isOf(after, signal) || isOf(until, signal),
    );
    const path = newest?.data[record.field];
    return newest !== undefined && isOf(after, newest) && typeof path === "string" ? path : undefined;
  }

  #take(text: string): void {
    const lines = text.split("\n", MAX_LINES + 1).filter((line) => line.trim() !== "");
    for (const [at, line] of lines.entries())
      if (at < MAX_LINES) this.#store.take(line, this.#sequence());
      else this.#store.drop();
    this.#told();
    this.#tellLater(0);
  }

  /** What a signal means may change with time alone, as with a screen that is still. */
  #tellLater(step: number): void {
    clearTimeout(this.#later);
    const wait = AGES_MS[step] - (AGES_MS[step - 1] ?? 0);
    this.#later = Number.isNaN(wait)
      ? undefined
      : setTimeout(() => {
          this.#told();
          this.#tellLater(step + 1);
        }, wait).unref();
  }
}

/** What config.toml says; what is wrong with it is told where the rest of it is read. */
function isOn(): boolean {
  try {
    return Config.load(Paths.fromEnv().configPath).plugins.sideChannel;
  } catch {
    return false;
  }
}

/** `~/x` and `$NAME/x` with what the program has for them; those it has nothing for are left out. */
function foldersOf(wanted: readonly string[], variables: Variables): string[] {
  const folders = wanted.map((folder) => {
    const [head, ...rest] = folder.split("/");
    const from = head === "~" ? variables["HOME"] || homedir() : head.startsWith("$") ? variables[head.slice(1)] : head;
    return from === undefined || (from === "" && head !== "") ? "" : join(from === "" ? "/" : from, ...rest);
  });
  return folders.filter((folder) => isAbsolute(folder));
}
