import { createRequire } from "node:module";
import type * as SmolToml from "smol-toml";

const require = createRequire(import.meta.url);

/** The parser, loaded only where there is a file to read: every command starts with the question whether there is one. */
export const toml = (): typeof SmolToml => require("smol-toml") as typeof SmolToml;
