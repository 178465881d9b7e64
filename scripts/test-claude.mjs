// Drives the real Claude Code, every version and size of e2e/claude-code, offline. Installs it there first if it is not installed.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "..", "e2e", "claude-code");
const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const isInstalled = () =>
  Object.keys(dependencies).every((name) => existsSync(join(folder, "node_modules", name, "bin", "claude.exe")));

if (!isInstalled()) {
  const { status } = spawnSync("npm", ["ci"], { cwd: folder, stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0 && process.env.PTYWRIGHT_REQUIRE_PROGRAMS === undefined) {
    console.log(
      "Claude Code could not be installed; nothing was tested. PTYWRIGHT_REQUIRE_PROGRAMS=1 makes that a failure.",
    );
    process.exit(0);
  }
  if (!isInstalled()) process.exit(status || 1);
}

const wanted = process.argv.slice(2);
const files = readdirSync(join(folder, "tests"))
  .filter((name) => name.endsWith(".test.mjs") && (wanted.length === 0 || wanted.some((part) => name.includes(part))))
  .map((name) => join(folder, "tests", name));
// One at a time: each takes some 200 MB and most of a processor while it starts.
const options = ["--test", "--test-concurrency=1", "--test-reporter=spec"];
const { status } = spawnSync(process.execPath, [...options, ...files], { stdio: "inherit" });
process.exit(status ?? 1);
