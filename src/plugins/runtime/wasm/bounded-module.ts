import {
  MAX_PLUGIN_ELEMENT_BYTES,
  MAX_PLUGIN_MODULE_EXPORTS,
  MAX_PLUGIN_MODULE_FUNCTIONS,
  MAX_PLUGIN_MODULE_GLOBALS,
  MAX_PLUGIN_MODULE_TYPES,
  MAX_PLUGIN_TABLE_ENTRIES,
  MAX_PLUGIN_TABLES,
  MAX_PLUGIN_TYPE_VALUES,
} from "../../../base/index.js";
import type { Signature } from "./function-price.js";
import { checkCode } from "./function-price.js";
import { encoded, ModuleReader, refused } from "./module-reader.js";

const HEADER_BYTES = 8;
const PAGE_BYTES = 65_536;
const HAS_MAXIMUM = 1;
const FUNCTION_TYPE = 0x60;
/** funcref, externref. */
const REFERENCES = [0x70, 0x6f];
/** i32, i64, f32, f64, v128 and the references. */
const VALUES = [0x7f, 0x7e, 0x7d, 0x7c, 0x7b, ...REFERENCES];

const CUSTOM = 0;
const TYPE = 1;
const IMPORT = 2;
const FUNCTION = 3;
const TABLE = 4;
const MEMORY = 5;
const EXPORT = 7;
const ELEMENT = 9;
const CODE = 10;
const GLOBAL = 6;
/** The start, data and their count: they take no more than some times their bytes in the file. */
const HARMLESS = [8, 11, 12];

/**
 * The same module with a maximum for all that it may take. The engine would give it 4 GiB of memory, tables and arrays of garbage
 * collected kinds without asking anybody, and when a heap is full in the middle of that, the whole process ends.
 */
export function boundedModule(bytes: Uint8Array, memoryBytes: number): Uint8Array {
  const reader = new ModuleReader(bytes, HEADER_BYTES);
  const parts: Uint8Array[] = [bytes.subarray(0, HEADER_BYTES)];
  const found: Found = { types: [], functions: [] };
  while (reader.at < bytes.length) {
    const start = reader.at;
    const id = reader.byte();
    const size = reader.number();
    const end = reader.at + size;
    if (end > bytes.length) throw refused("it ends in the middle");
    const body = boundedSection(id, reader, size, memoryBytes, found);
    if (body !== undefined) parts.push(Uint8Array.from([id, ...encoded(body.length), ...body]));
    else if (id !== CUSTOM) parts.push(bytes.subarray(start, end));
    reader.at = end;
  }
  return Buffer.concat(parts);
}

/** What the code refers to, of the sections in front of it. */
interface Found {
  types: readonly Signature[];
  functions: readonly number[];
}

const isValue = (byte: number) => VALUES.includes(byte);

/** What to put in the place of a section; undefined if it may stay as it is. */
function boundedSection(
  id: number,
  reader: ModuleReader,
  size: number,
  memoryBytes: number,
  found: Found,
): number[] | undefined {
  switch (id) {
    case TYPE:
      found.types = checkedTypes(reader);
      return undefined;
    case IMPORT:
      return checkImports(reader);
    case FUNCTION:
      found.functions = functionTypes(reader);
      return undefined;
    case CODE:
      checkCode(reader, found, isValue);
      return undefined;
    case GLOBAL:
      return void counted(reader, MAX_PLUGIN_MODULE_GLOBALS, "globals");
    case EXPORT:
      return void counted(reader, MAX_PLUGIN_MODULE_EXPORTS, "exports");
    case ELEMENT:
      return void checkCount(size, MAX_PLUGIN_ELEMENT_BYTES, "bytes of elements");
    case TABLE:
      return tables(reader);
    case MEMORY:
      return memories(reader, Math.floor(memoryBytes / PAGE_BYTES));
    default:
      if (id !== CUSTOM && !HARMLESS.includes(id))
        throw refused(`it has a section of kind ${id}, which is not known here`);
      return undefined;
  }
}

function checkedTypes(reader: ModuleReader): Signature[] {
  const count = counted(reader, MAX_PLUGIN_MODULE_TYPES, "types");
  return Array.from({ length: count }, () => {
    if (reader.byte() !== FUNCTION_TYPE) throw refused("its types must be those of functions");
    return { takes: checkedValues(reader), gives: checkedValues(reader) };
  });
}

/** Of parameters, or of results. */
function checkedValues(reader: ModuleReader): number {
  const count = counted(reader, MAX_PLUGIN_TYPE_VALUES, "values for one function to take or give");
  for (let left = count; left > 0; left--)
    if (!isValue(reader.byte())) throw refused("its functions must take and give plain values");
  return count;
}

function checkImports(reader: ModuleReader): undefined {
  if (reader.number() === 0) return;
  throw refused(`a plugin has no imports, and it wants ${reader.name()}.${reader.name()}`);
}

function functionTypes(reader: ModuleReader): number[] {
  const count = counted(reader, MAX_PLUGIN_MODULE_FUNCTIONS, "functions");
  return Array.from({ length: count }, () => reader.number());
}

function tables(reader: ModuleReader): number[] {
  const count = counted(reader, MAX_PLUGIN_TABLES, "tables");
  const body = encoded(count);
  for (let i = 0; i < count; i++) {
    const kind = reader.byte();
    if (!REFERENCES.includes(kind)) throw refused("its tables must be plain: of funcref or externref");
    body.push(kind, ...limits(reader, MAX_PLUGIN_TABLE_ENTRIES, "table", "entries"));
  }
  return body;
}

function memories(reader: ModuleReader, maxPages: number): number[] {
  const count = counted(reader, 1, "memories");
  const body = encoded(count);
  for (let i = 0; i < count; i++) body.push(...limits(reader, maxPages, "memory", "pages"));
  return body;
}

function limits(reader: ModuleReader, most: number, what: string, unit: string): number[] {
  const flags = reader.byte();
  if (flags > HAS_MAXIMUM) throw refused(`its ${what} must be plain: 32 bits, not shared`);
  const least = reader.number();
  if (least > most) throw refused(`its ${what} begins with ${least} ${unit}, ${most} are allowed`);
  const wanted = flags === HAS_MAXIMUM ? reader.number() : most;
  return [HAS_MAXIMUM, ...encoded(least), ...encoded(Math.min(wanted, most))];
}

function counted(reader: ModuleReader, most: number, what: string): number {
  const count = reader.number();
  checkCount(count, most, what);
  return count;
}

function checkCount(count: number, most: number, what: string): void {
  if (count > most) throw refused(`it has ${count} ${what}, ${most} are allowed`);
}
