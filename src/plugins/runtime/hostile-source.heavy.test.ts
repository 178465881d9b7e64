import assert from "node:assert/strict";
import test from "node:test";
import { PluginError } from "./index.js";
import { startPlugin } from "./plugin.test.support.js";

const SOURCE_BYTES = 1_000_000;
const nested = (open: string, close: string) => {
  const count = Math.floor(SOURCE_BYTES / (open.length + close.length + 1));
  return `return ${open.repeat(count)}1${close.repeat(count)}`;
};
const repeated = (part: (index: number) => string, last = "return {}") => {
  let text = "";
  for (let index = 0; text.length < SOURCE_BYTES; index++) text += part(index);
  return text + last;
};

/** What is dear for a compiler: depth, chains, names and constants, as many as a file has room for. */
const SOURCES: Readonly<Record<string, string>> = {
  "parentheses within each other": nested("(", ")"),
  "tables within each other": nested("{", "}"),
  "functions within each other": nested("function() return ", " end"),
  "blocks within each other": nested("do ", " end "),
  "calls of calls": `return f${"()".repeat(SOURCE_BYTES / 2)}`,
  "a chain of joined texts": `return ${"a..".repeat(SOURCE_BYTES / 3)}a`,
  "a chain of powers": `return ${"1^".repeat(SOURCE_BYTES / 2)}1`,
  "a chain of negations": `return ${"-".repeat(SOURCE_BYTES - 10).replaceAll("--", "- ")}1`,
  "a chain of conditions": repeated((i) => `if a${i} then `),
  "names without number": repeated((i) => `a${i}=0 `),
  locals: repeated((i) => `local a${i} `),
  labels: repeated((i) => `::l${i}:: `),
  jumps: repeated((i) => `goto l${i} `),
  "one long text": `return [[${"x".repeat(SOURCE_BYTES)}]]`,
  "one long bracket": `return [${"=".repeat(SOURCE_BYTES)}[`,
  "one long number": `return ${"9".repeat(SOURCE_BYTES)}`,
  "a list of constants": `return {${"1,".repeat(SOURCE_BYTES / 2)}}`,
  "a list of other constants": repeated((i) => `${i}.5,`, "}").replace(/^/, "return {"),
};

for (const [what, source] of Object.entries(SOURCES))
  test(`P9: A megabyte of Lua made of ${what} is compiled or refused within its limits.`, async (t) => {
    try {
      await startPlugin(t, source);
    } catch (error) {
      assert.ok(error instanceof PluginError, String(error));
      assert.ok(["failed", "memory", "time", "instructions", "bad_value"].includes(error.reason), error.message);
      assert.ok(error.message.length < 2_000, "a message is no place for a megabyte");
    }
  });
