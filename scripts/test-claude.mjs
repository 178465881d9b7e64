// Drives the real Claude Code, every version and size of e2e/claude-code, offline. Installs it there first if it is not installed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
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
// Most of the time each waits for a still screen; one more than there are processors keeps them busy. Each takes some 200 MB.
const options = ["--test", `--test-concurrency=${availableParallelism() + 1}`, "--test-reporter=spec"];
const scratch = mkdtempSync(join(tmpdir(), "ptywright-claude-seen-"));
const env = { ...process.env, PTYWRIGHT_CLAUDE_SEEN: join(scratch, "seen.txt") };
let { status } = spawnSync(process.execPath, [...options, ...files], { stdio: "inherit", env });
// Only a whole run can have seen everything.
if (status === 0 && wanted.length === 0) {
  const file = join(folder, "coverage.test.mjs");
  status = spawnSync(process.execPath, ["--test", "--test-reporter=spec", file], { stdio: "inherit", env }).status;
}
rmSync(scratch, { recursive: true, force: true });
process.exit(status ?? 1);
