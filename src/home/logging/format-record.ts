import { escapeControls, escapeJson } from "../../base/index.js";
import type { LogFormat, LogLevel } from "../config/index.js";
import { RecordCleaner, type CleanValue } from "./clean-record.js";
import type { TextRedactor } from "./redacting-writer.js";

export interface LogRecord {
  readonly time: Date;
  readonly level: LogLevel;
  readonly module: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

/** One record as one line with its line end: redacted first, then escaped, so that escapes cannot hide a secret's shape. */
export function formatRecord(record: LogRecord, format: LogFormat, redactor: TextRedactor): string {
  const cleaner = new RecordCleaner(redactor);
  const timestamp = record.time.toISOString();
  const { level } = record;
  const module = cleaner.text(record.module);
  const message = cleaner.text(record.message);
  const fields = record.fields === undefined ? {} : cleaner.fields(record.fields);
  if (format === "json") {
    const some = Object.keys(fields).length > 0;
    return `${escapeJson(JSON.stringify({ timestamp, level, module, message, ...(some && { fields }) }))}\n`;
  }
  const pairs = Object.entries(fields).map(([key, value]) => ` ${bare(key)}=${bare(value)}`);
  return `${timestamp} ${level.toUpperCase().padEnd(5)} ${escapeControls(module)}: ${escapeControls(message)}${pairs.join("")}\n`;
}

/** As it is when nothing in it could be mistaken for the line's own punctuation, else as JSON. */
function bare(value: CleanValue): string {
  if (typeof value === "string" && /^[\w./:@+~%[\]-]+$/.test(value)) return value;
  return escapeJson(JSON.stringify(value));
}
