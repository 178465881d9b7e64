import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as library from "ptywright";
import { ROOT } from "./markdown.js";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const page = read("docs/library.md");

/** What stands in code marks and code blocks; a word in a sentence is not a description. */
const code = [...page.matchAll(/^```ts\n[\s\S]*?^```$|`[^`\n]+`/gm)].map(([text]) => text).join("\n");

function isNamed(name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(code);
}

test("the page on the library names everything that the library exports", () => {
  const names = Object.keys(library);
  assert.ok(names.length > 30, `only ${names.length} exports`);
  assert.deepEqual(
    names.filter((name) => !isNamed(name)),
    [],
  );
});

test("it names every call and property of a session", () => {
  const members = Object.getOwnPropertyNames(library.Session.prototype).filter((name) => name !== "constructor");
  assert.deepEqual(
    members.filter((name) => !isNamed(name)),
    [],
  );
});

test("it names every kind of action and matcher", () => {
  const names = [
    ...Object.keys(library.Action).map((name) => `Action.${name}`),
    ...Object.keys(library.Matcher).map((name) => `Matcher.${name}`),
  ];
  assert.deepEqual(
    names.filter((name) => !code.includes(`${name}(`)),
    [],
  );
});

test("it names every error code", () => {
  const codes = [...read("src/base/errors.ts").matchAll(/^ {2}\| "(\w+)"/gm)].map(([, name]) => name);
  assert.ok(codes.length > 15, `found ${codes.length} codes only; does the search still work?`);
  assert.deepEqual(
    codes.filter((name) => !isNamed(name)),
    [],
  );
});

test("its limits are those of the source", () => {
  const limits = [...read("src/base/limits.ts").matchAll(/^export const (\w+) = ([\d_]+);/gm)];
  assert.ok(limits.length > 8, `found ${limits.length} limits only; does the search still work?`);
  const section = page.slice(page.indexOf("## Limits"), page.indexOf("## Small things"));
  const missing = limits.filter(([, , value]) => {
    const shown = Number(value.replaceAll("_", "")).toLocaleString("en");
    return !new RegExp(`(?<![\\d,])${shown}(?![\\d,])`).test(section);
  });
  assert.deepEqual(
    missing.map(([, name, value]) => `${name} = ${value}`),
    [],
  );
});
