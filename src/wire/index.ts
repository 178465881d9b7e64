/**
 * wire: the one place where the protocol's shapes and the library's become each other: snake_case and `{type, value}` there,
 * camelCase and named fields here. Should avoid: checking (the schemas do), redaction, anything that acts.
 */
export { actionFromWire, actionToWire } from "./action-on-the-wire.js";
export type { CamelCased, SnakeCased } from "./field-names.js";
export { camelCased, camelName, snakeCased } from "./field-names.js";
export { matcherFromWire, matcherToWire } from "./matcher-on-the-wire.js";
export { matcherFieldOnTheWire, redactionFieldOnTheWire, withWireField } from "./wire-field.js";
