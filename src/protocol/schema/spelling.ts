import type { FieldNode, ObjectNode } from "./schema.js";

/** The two forms of a value: as it is on the wire, and as the library has it. */
export type Form = "wire" | "library";

/** The library's spelling of a name on the wire. */
export const libraryName = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The other way round. */
export const wireName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A field with its name in both forms. */
export interface SpeltField {
  readonly wire: string;
  readonly library: string;
  readonly field: FieldNode;
}

const spelt = new WeakMap<ObjectNode, readonly SpeltField[]>();

/** The fields of an object, in the order of its schema; spelt once, because an answer may have the same few a million times. */
export function fieldsOf(node: ObjectNode): readonly SpeltField[] {
  let fields = spelt.get(node);
  if (fields === undefined) {
    fields = Object.entries(node.fields).map(([wire, field]) => ({ wire, library: libraryName(wire), field }));
    spelt.set(node, fields);
  }
  return fields;
}
