import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { InvalidArgumentError, PluginManifestError, tooManyOpenFiles } from "../../base/index.js";
import { holds, lineOfKey, parseToml } from "../../home/config/index.js";
import { logger } from "../../home/logging/index.js";
import { pluginManifest, unknownFields } from "../../protocol/index.js";
import { lineOfJsonKey } from "./json-key-line.js";

const log = logger("plugin");

/** A manifest is a page of text; a larger one is some other file. */
const MAX_MANIFEST_BYTES = 65_536;

/** Reads a manifest file and has its values taken; whatever is wrong is told with the file and the line. */
export function readManifestFile<T>(path: string, format: "json" | "toml", take: (value: unknown) => T): T {
  const source = contentOf(path);
  const refused = (message: string, options: ErrorOptions): Error => new PluginManifestError(path, message, options);
  const value = format === "toml" ? parseToml(source, path, refused) : parsedJson(source, path);
  const unknown = unknownFields(pluginManifest, value);
  if (unknown.length > 0)
    log.warn("a manifest has fields that nobody reads; check their spelling", { path, fields: unknown.join(", ") });
  try {
    return take(value);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    const line = lineOf(error.field, value, source, format);
    throw new PluginManifestError(path, `${path}:${line}: ${error.message}`, { cause: error });
  }
}

function contentOf(path: string): string {
  let source;
  try {
    source = readPage(path);
  } catch (error) {
    if (error instanceof PluginManifestError) throw error;
    const lack = tooManyOpenFiles(error);
    if (lack !== undefined) throw lack;
    const { code, message } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      ENOENT: "no such file",
      EACCES: "permission denied",
      EISDIR: "it is a directory",
    };
    throw new PluginManifestError(path, `${path}: cannot be read: ${reasons[code ?? ""] ?? message}`, { cause: error });
  }
  return source.replace(/^\ufeff/, "");
}

/** Without waiting for a FIFO's writer, and no more than a page of what has no end. */
function readPage(path: string): string {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(descriptor);
    if (stat.isDirectory()) throw new PluginManifestError(path, `${path}: cannot be read: it is a directory`);
    if (!stat.isFile()) throw new PluginManifestError(path, `${path}: is no regular file`);
    if (stat.size > MAX_MANIFEST_BYTES)
      throw new PluginManifestError(path, `${path}: is larger than ${MAX_MANIFEST_BYTES} bytes; is it the right file?`);
    return readFileSync(descriptor, "utf8");
  } finally {
    closeSync(descriptor);
  }
}

function parsedJson(source: string, path: string): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    const { message } = error as Error;
    // Node 20 gives the position, later ones the line too; an unfinished text gives neither.
    const position = /position (\d+)/.exec(message)?.[1];
    const line = source.slice(0, position === undefined ? source.length : Number(position)).split("\n").length;
    throw new PluginManifestError(path, `${path}:${line}: not valid JSON: ${message}`, { cause: error });
  }
}

/** Of a field that is missing, the line of the table it is missing in. */
function lineOf(field: string, value: unknown, source: string, format: "json" | "toml"): number {
  const keys = field.split(".").map((key) => key.replace(/\[\d+\].*$/, ""));
  if (format === "json") return lineOfJsonKey(source, keys);
  while (keys.length > 0 && !holds(value, keys)) keys.pop();
  return keys.length === 0 ? 1 : lineOfKey(source, keys);
}
