import { createRequire } from "node:module";

const facts = createRequire(import.meta.url)("ptywright/package.json") as { name: string; version: string };

/** What the package says about itself. */
export const { name: NAME, version: VERSION } = facts;
