import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { PluginManifest, PluginManifestError } from "ptywright/plugins";
import { tempDir } from "../support/temp-dir.js";

test("a manifest that is a FIFO is refused without waiting for its writer", (t) => {
  const path = join(tempDir(t), "manifest.toml");
  execFileSync("mkfifo", [path]);
  assert.throws(() => PluginManifest.load(path), PluginManifestError);
});
