import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { InvalidArgumentError, PluginManifestError } from "../../base/index.js";
import { PluginManifest } from "./index.js";

const folder = mkdtempSync(join(tmpdir(), "ptywright-manifest-"));
after(() => rmSync(folder, { recursive: true }));

const demo = { name: "demo", kind: "adapter", version: "0.1.0", runtime: "lua", entrypoint: "main.lua" };

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test("a manifest in JSON becomes one with camelCase fields, and goes back as it was", () => {
  const wire = {
    ...demo,
    permissions: ["session.spawn", "screen.read"],
    default_target: {
      program: "sh",
      args: ["-c", "cat"],
      rows: 10,
      cols: 20,
      env: { A_B: "1" },
      required_env: { C_D: "2" },
    },
  };
  const manifest = PluginManifest.from(wire);
  manifest.validate();
  assert.deepEqual(manifest.defaultTarget?.requiredEnv, { C_D: "2" });
  assert.deepEqual(manifest.defaultTarget?.env, { A_B: "1" });
  assert.deepEqual(JSON.parse(JSON.stringify(manifest)), wire);
  assert.equal(manifest.grants("screen.read"), true);
  assert.equal(manifest.grants("input.write"), false);
});

for (const [problem, fields, field] of [
  ["an empty name", { name: " " }, "name"],
  ["an empty version", { version: "" }, "version"],
  ["a runtime without an entrypoint", { entrypoint: undefined }, "entrypoint"],
  ["a runtime with an empty entrypoint", { entrypoint: "  " }, "entrypoint"],
  ["an entrypoint without a runtime", { runtime: undefined }, "entrypoint"],
  ["a permission twice", { permissions: ["screen.read", "screen.read"] }, "permissions[1]"],
  ["a permission that does not exist", { permissions: ["screen.read", "files.read"] }, "permissions[1]"],
  ["a kind that does not exist", { kind: "theme" }, "kind"],
  ["a runtime that does not exist", { runtime: "python" }, "runtime"],
  ["an absolute entrypoint", { entrypoint: "/etc/passwd" }, "entrypoint"],
  ["an entrypoint that climbs", { entrypoint: "lib/../../main.lua" }, "entrypoint"],
  ["a terminal of no rows", { default_target: { program: "sh", rows: 0 } }, "default_target.rows"],
  ["a target without a program", { default_target: {} }, "default_target.program"],
] as const)
  test(`${problem} is refused by name`, () => {
    assert.throws(
      () => PluginManifest.from({ ...demo, ...fields }).validate(),
      (error: unknown) => error instanceof InvalidArgumentError && error.field === field,
    );
  });

for (const [what, name, text, place, words] of [
  ["TOML that does not parse", "a.toml", 'name = "x"\nkind = ', "a.toml:2: ", /not valid TOML/],
  [
    "a wrong permission in TOML",
    "b.toml",
    'name = "x"\nkind = "adapter"\nversion = "1"\npermissions = [\n  "a",\n]\n',
    "b.toml:4: ",
    /permissions\[0\] must be one of/,
  ],
  ["a missing field in TOML", "c.toml", 'kind = "adapter"\nversion = "1"\n', "c.toml:1: ", /name/],
  [
    "a wrong size in TOML",
    "d.toml",
    'name = "x"\nkind = "adapter"\nversion = "1"\n\n[default_target]\nprogram = "sh"\nrows = 5000\n',
    "d.toml:7: ",
    /default_target\.rows/,
  ],
  [
    "a missing program in TOML",
    "e.toml",
    'name = "x"\nkind = "adapter"\nversion = "1"\n\n[default_target]\nrows = 5\n',
    "e.toml:5: ",
    /default_target\.program/,
  ],
  [
    "an entrypoint without a runtime in TOML",
    "f.toml",
    'name = "x"\nkind = "adapter"\nversion = "1"\nentrypoint = "main.lua"\n',
    "f.toml:4: ",
    /entrypoint needs a runtime/,
  ],
  ["JSON that does not parse", "g.json", '{\n  "name": "x",\n  oops\n}', "g.json:3: ", /not valid JSON/],
  ["JSON that ends too early", "h.json", '{\n  "name": "x",\n', "h.json:3: ", /not valid JSON/],
  [
    "a wrong kind in JSON",
    "i.json",
    '{\n  "name": "kind",\n  "version": "1",\n  "kind": "theme"\n}',
    "i.json:4: ",
    /kind must be one of/,
  ],
  [
    "a wrong size in JSON",
    "j.json",
    '{"name": "x", "kind": "adapter", "version": "1",\n "args": ["rows", {"a": [1, "]"]}],\n"default_target": {"program": "sh",\n"rows": -1}}',
    "j.json:4: ",
    /default_target\.rows/,
  ],
] as const)
  test(`${what} is told with the file and the line`, () => {
    const path = written(name, text);
    assert.throws(
      () => PluginManifest.load(path),
      (error: unknown) => {
        assert.ok(error instanceof PluginManifestError);
        assert.ok(error.message.startsWith(join(folder, place)), error.message);
        assert.match(error.message, words);
        assert.equal(error.path, path);
        return true;
      },
    );
  });

test("a file that is not there, a directory and a file that is no page of text are refused", () => {
  assert.throws(() => PluginManifest.loadFromTomlPath(join(folder, "none.toml")), /no such file/);
  assert.throws(() => PluginManifest.loadFromTomlPath(folder), /it is a directory/);
  assert.throws(() => PluginManifest.load(written("large.toml", "#".repeat(70_000))), /is it the right file/);
});

test("the manifest cannot be changed after it was made", () => {
  const permissions: ["screen.read"] = ["screen.read"];
  const manifest = new PluginManifest({ name: "x", kind: "adapter", version: "1", permissions });
  assert.throws(() => Object.assign(manifest, { name: "y" }), TypeError);
  assert.throws(() => (manifest.permissions as string[]).push("input.write"), TypeError);
});

test("what is no regular file is refused without being read", () => {
  assert.throws(() => PluginManifest.load("/dev/zero"), /is no regular file/);
});
