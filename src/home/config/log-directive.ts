/** Levels from none to all. */
export const LOG_LEVELS = ["off", "error", "warn", "info", "debug", "trace"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The level where nothing says otherwise. */
export const DEFAULT_LOG_LEVEL: LogLevel = "warn";

/** What is logged: a level, and other levels for some modules. */
export interface LogDirective {
  readonly level: LogLevel;
  readonly modules: ReadonlyMap<string, LogLevel>;
}

/**
 * Reads `info` or `info,rpc=debug`; the reason, as a phrase to follow "must", when it is neither. Modules alone leave the
 * rest at the default level, so that asking for one module's details does not hide the others' errors.
 */
export function parseLogDirective(text: string): LogDirective | { readonly problem: string } {
  let level: LogLevel = DEFAULT_LOG_LEVEL;
  const modules = new Map<string, LogLevel>();
  for (const part of text.split(",")) {
    const [, module, name] = /^\s*(?:([\w.:/-]+)\s*=\s*)?(\w+)\s*$/.exec(part) ?? [];
    const found = LOG_LEVELS.find((known) => known === name?.toLowerCase());
    if (found === undefined) return { problem: problemWith(part) };
    if (module === undefined) level = found;
    else modules.set(module, found);
  }
  return { level, modules };
}

function problemWith(part: string): string {
  return (
    `be a level (${LOG_LEVELS.join(", ")}) or a list of them such as "info,rpc=debug", ` +
    `got ${JSON.stringify(part.trim().slice(0, 60))}`
  );
}

/** The level in force for a module: its own, else that of the part before the last dot, and so on, else the general one. */
export function levelFor(directive: LogDirective, module: string): LogLevel {
  for (let name = module; name !== ""; name = name.slice(0, Math.max(0, name.lastIndexOf(".")))) {
    const level = directive.modules.get(name);
    if (level !== undefined) return level;
  }
  return directive.level;
}
