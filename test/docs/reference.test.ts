import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as library from "ptywright";
import * as client from "ptywright/client";
import * as home from "ptywright/home";
import * as plugins from "ptywright/plugins";
import * as rpc from "ptywright/rpc";
import * as testing from "ptywright/testing";
import { ROOT } from "./markdown.js";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const page = read("docs/library.md");

/** Where each of the public doors is explained. */
const PAGES = ["json-rpc", "client", "plugins", "testing-plugins"];
const pages = page + PAGES.map((name) => read(`docs/${name}.md`)).join("");

/** What stands in code marks and code blocks; a word in a sentence is not a description. */
const codeOf = (text: string): string =>
  [...text.matchAll(/^```ts\n[\s\S]*?^```$|`[^`\n]+`/gm)].map(([found]) => found).join("\n");
const code = codeOf(page);

function isNamed(name: string, where = code): boolean {
  return new RegExp(`\\b${name}\\b`).test(where);
}

test("the page on the library names everything that the library exports", () => {
  const names = Object.keys(library);
  assert.ok(names.length > 20, `only ${names.length} exports`);
  assert.deepEqual(
    [...names, ...Object.keys(plugins), ...Object.keys(home)].filter((name) => !isNamed(name)),
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

test("the pages on the server, the client and testing name everything that those export", () => {
  const missing = (names: string[], path: string): string[] =>
    names.filter((name) => !isNamed(name, codeOf(read(path))));
  assert.deepEqual(missing(Object.keys(rpc), "docs/json-rpc.md"), []);
  assert.deepEqual(missing(Object.keys(client), "docs/client.md"), []);
  assert.deepEqual(missing(Object.keys(testing), "docs/testing-plugins.md"), []);
  const classes = [client.Client, client.RemoteSession, client.RemoteAdapter];
  const members = classes.flatMap((one) => Object.getOwnPropertyNames(one.prototype));
  assert.deepEqual(
    missing(
      members.filter((name) => name !== "constructor"),
      "docs/client.md",
    ),
    [],
  );
});

test("each spelling in the table of keys stands for the key beside it", () => {
  const [table = ""] = /^\| written +\| is +\|\n[\s\S]*?\n\n/m.exec(page) ?? [];
  const rows = [...table.matchAll(/^\| (`.*) \| `(\w+)` +\|$/gm)];
  assert.ok(rows.length > 10, `found ${rows.length} rows only; does the search still work?`);
  for (const [, cell, key] of rows)
    // What stands behind a semicolon tells of other keys.
    for (const [, spelling] of cell.split(";")[0].matchAll(/`([^`]+)`/g))
      assert.equal(library.parseKey(spelling), key, spelling);
});

test("the pages name every error code", () => {
  const codes = [...read("src/base/errors.ts").matchAll(/^ {2}\| "(\w+)"/gm)].map(([, name]) => name);
  assert.ok(codes.length > 15, `found ${codes.length} codes only; does the search still work?`);
  assert.deepEqual(
    codes.filter((name) => !isNamed(name, codeOf(pages))),
    [],
  );
});

test("the limits in the pages are those of the source", () => {
  const limits = [...read("src/base/limits.ts").matchAll(/^export const (\w+) = ([\d_]+);/gm)];
  assert.ok(limits.length > 8, `found ${limits.length} limits only; does the search still work?`);
  const section = [...pages.matchAll(/^## Limits$[\s\S]*?(?=^## )/gm)].map(([text]) => text).join("\n");
  const missing = limits.filter(([, , value]) => {
    const shown = Number(value.replaceAll("_", "")).toLocaleString("en");
    return !new RegExp(`(?<![\\d,])${shown}(?![\\d,])`).test(section);
  });
  assert.deepEqual(
    missing.map(([, name, value]) => `${name} = ${value}`),
    [],
  );
});
