import { readFileSync } from "node:fs";
import { ConfigError, MAX_IDLE_TIMEOUT_S } from "../../base/index.js";
import { lineOfKey } from "./key-line.js";
import { DEFAULT_LOG_LEVEL, parseLogDirective } from "./log-directive.js";
import { oneLine, parseToml } from "./toml.js";

export type LogFormat = "text" | "json";

/** The `[logging]` table. */
export interface LoggingConfig {
  /** A level or a directive such as `info,rpc=debug`. */
  readonly level: string;
  /** Whether commands that log to a file do so. */
  readonly file: boolean;
  /** Days a log file is kept; 0 keeps all. */
  readonly maxDays: number;
  readonly format: LogFormat;
}

const DEFAULT_LOGGING: LoggingConfig = { level: DEFAULT_LOG_LEVEL, file: true, maxDays: 14, format: "text" };

/** The `[plugins]` table. */
export interface PluginsConfig {
  /** Whether programs may tell their plugins more than they show, where a manifest asks for it. */
  readonly sideChannel: boolean;
}

const DEFAULT_PLUGINS: PluginsConfig = { sideChannel: true };

/** The `[server]` table. */
export interface ServerConfig {
  /** Seconds without sessions and clients after which a server that a command started ends; 0 for never. */
  readonly idleTimeoutS: number;
}

const DEFAULT_SERVER: ServerConfig = { idleTimeoutS: 600 };

/** A config file is a page of text; a larger one is some other file. */
const MAX_CONFIG_CHARS = 65_536;

/** What config.toml says, with defaults for all it does not say. */
export class Config {
  readonly logging: LoggingConfig;
  readonly plugins: PluginsConfig;
  readonly server: ServerConfig;

  constructor(
    logging: Partial<LoggingConfig> = {},
    plugins: Partial<PluginsConfig> = {},
    server: Partial<ServerConfig> = {},
  ) {
    this.logging = Object.freeze({ ...DEFAULT_LOGGING, ...logging });
    this.plugins = Object.freeze({ ...DEFAULT_PLUGINS, ...plugins });
    this.server = Object.freeze({ ...DEFAULT_SERVER, ...server });
  }

  /** Reads a config file; a missing one means the defaults. */
  static load(path: string): Config {
    let source: string;
    try {
      source = readFileSync(path, "utf8");
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return new Config();
      const reason = code === "EACCES" ? "permission denied" : code === "EISDIR" ? "it is a directory" : message;
      throw new ConfigError(path, `${path}: cannot be read: ${reason}`, { cause: error });
    }
    return Config.parse(source, path);
  }

  /** Reads config text; `path` is named in errors. */
  static parse(source: string, path: string): Config {
    if (source.length > MAX_CONFIG_CHARS)
      throw new ConfigError(path, `${path}: is larger than ${MAX_CONFIG_CHARS} characters; is it the right file?`);
    const text = source.replace(/^\ufeff/, "");
    const refused = (message: string, options: ErrorOptions): Error => new ConfigError(path, message, options);
    const file = new Section(path, text, [], parseToml(text, path, refused));
    const table = file.table("logging");
    const logging = {
      level: table.value("level", DEFAULT_LOGGING.level, (value) => {
        if (typeof value !== "string") return 'be a string such as "info" or "info,rpc=debug"';
        const directive = parseLogDirective(value);
        return "problem" in directive ? directive.problem : undefined;
      }),
      file: table.value("file", DEFAULT_LOGGING.file, (value) =>
        typeof value === "boolean" ? undefined : "be true or false",
      ),
      maxDays: table.value("max_days", DEFAULT_LOGGING.maxDays, (value) =>
        Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : "be a whole number of 0 or more",
      ),
      format: table.value("format", DEFAULT_LOGGING.format, (value) =>
        value === "text" || value === "json" ? undefined : 'be "text" or "json"',
      ),
    };
    const sideChannel = file
      .table("plugins")
      .value("side_channel", DEFAULT_PLUGINS.sideChannel, (value) =>
        typeof value === "boolean" ? undefined : "be true or false",
      );
    const idleTimeoutS = file
      .table("server")
      .value("idle_timeout_s", DEFAULT_SERVER.idleTimeoutS, (value) =>
        Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_IDLE_TIMEOUT_S
          ? undefined
          : `be a whole number of seconds from 0, which is never, to ${MAX_IDLE_TIMEOUT_S}`,
      );
    return new Config(logging, { sideChannel }, { idleTimeoutS });
  }
}

/** One table of the file, which knows where it stands so that complaints can say so. */
class Section {
  constructor(
    readonly path: string,
    readonly source: string,
    readonly keys: readonly string[],
    readonly values: Readonly<Record<string, unknown>>,
  ) {}

  table(key: string): Section {
    const value = this.value<unknown>(key, {}, (found) => (isTable(found) ? undefined : "be a table"));
    return new Section(this.path, this.source, [...this.keys, key], value as Record<string, unknown>);
  }

  /** A value, or its default when absent. `complaint` gives what it must be when it is not that. */
  value<T>(key: string, fallback: T, complaint: (value: unknown) => string | undefined): T {
    if (!Object.hasOwn(this.values, key)) return fallback;
    const value = this.values[key];
    const must = complaint(value);
    if (must === undefined) return value as T;
    const keys = [...this.keys, key];
    const got = must.includes(", got ") ? "" : `, got ${shown(value)}`;
    throw new ConfigError(
      this.path,
      `${this.path}:${lineOfKey(this.source, keys)}: ${keys.join(".")} must ${must}${got}`,
    );
  }
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  if (value instanceof Date) return "a date";
  if (isTable(value)) return "a table";
  return oneLine(typeof value === "string" ? JSON.stringify(value.slice(0, 60)) : String(value));
}
