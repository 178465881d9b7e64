// Packs the package, installs the tarball into an empty folder, and uses it there as a newcomer would: the command, the
// library, the types. Also says what is in the tarball and holds its size.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkConsumerTypes } from "./consumer-types.mjs";

const MAX_PACKED_BYTES = 1_300_000;
const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "ptywright-pack-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** @param {string} command @param {string[]} args @param {string} cwd */
const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

const [packed] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", folder], root));
const files = packed.files.map((/** @type {{ path: string }} */ { path }) => path);
const strangers = files.filter(
  (/** @type {string} */ path) =>
    !/^(bin\/ptywright|dist\/.*\.(js|d\.ts)|docs\/.*\.md|docs\/pictures\/.*\.svg|protocol\/CHANGES\.md|protocol\/.*\.json|examples\/.*\.(mjs|mts|py|sh)|examples\/Makefile|(examples\/)?plugins\/[\w/-]+\.(lua|toml|md|wat|wasm)|shell-integration\/(bash\.sh|fish\.fish|zsh\/\.zshenv)|package\.json|[A-Z]+(\.md)?)$/.test(
      path,
    ) || /\.test\./.test(path),
);
if (strangers.length > 0) throw new Error(`these files must not be published: ${strangers.join(", ")}`);
if (packed.size > MAX_PACKED_BYTES)
  throw new Error(`the tarball has ${packed.size} bytes, ${MAX_PACKED_BYTES} are allowed`);

writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "newcomer", private: true, type: "module" }));
run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", join(folder, packed.filename)], folder);

const version = run(join(folder, "node_modules", ".bin", "ptywright"), ["--version"], folder);
if (version !== `ptywright ${packed.version}\n`) throw new Error(`--version said ${JSON.stringify(version)}`);

writeFileSync(
  join(folder, "first.ts"),
  `import { Matcher, Session, Target } from "ptywright";
   import { Adapter, PluginCatalog } from "ptywright/plugins";
   import { Client } from "ptywright/client";
   import { Paths } from "ptywright/home";
   import { decodeResult, openRpcDocument } from "ptywright/protocol";
   import { RpcServerState, connectInMemory } from "ptywright/rpc";
   const session: Session = await Session.spawn(Target.program("/bin/sh").args(["-c", "printf ready; cat"]));
   const { outcome } = await session.waitFor(Matcher.screenRegex("rea(.)y"), { timeoutMs: 5000 });
   if (outcome.capture !== "d") throw new Error(JSON.stringify(outcome));
   const { stillRunning } = await session.close();
   console.log(\`drove a program, \${stillRunning.length} processes left\`);
   const state = new RpcServerState();
   for (const client of [await Client.start(), Client.over(connectInMemory(state))]) {
     const answer = await client.request("server.capabilities", {});
     const { protocolVersion } = decodeResult("server.capabilities", answer);
     const { version } = openRpcDocument()["info"] as { version: string };
     if (protocolVersion !== version || Paths.fromEnv().socketPath === "") throw new Error(JSON.stringify(answer));
     const remote = await client.spawn({ program: "/bin/sh", args: ["-c", "printf ready; cat"] });
     await remote.waitFor(Matcher.containsText("ready"));
     await remote.close();
     if ((await client.plugins()).length === 0) throw new Error("no plugin came with the package");
     await client.close();
   }
   await state.close();
   console.log("drove one through a server");
   const plugins = new PluginCatalog();
   const shell = await Adapter.start(plugins.get("shell"), { registry: plugins.predicates, program: "sh", args: ["-i"] });
   await shell.handle.wait("prompt_matcher");
   const { state: seen } = await shell.handle.turn("run", { command: "echo hello; (exit 3)" });
   const { command } = seen.metadata as { command: { exit_code: number; output: string } };
   if (command.exit_code !== 3 || command.output !== "hello") throw new Error(JSON.stringify(seen));
   await shell.close();
   await plugins.close();
   console.log("drove a shell through its adapter");`,
);
const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
const options = [
  "--module",
  "nodenext",
  "--target",
  "es2022",
  "--strict",
  "--lib",
  "es2023,esnext.disposable",
  "--types",
  "node",
];
const typeRoots = ["--typeRoots", join(root, "node_modules", "@types")];
run(process.execPath, [tsc, ...options, ...typeRoots, "first.ts"], folder);
process.stdout.write(run(process.execPath, ["first.js"], folder));
const programs = checkConsumerTypes(folder, root);
console.log(`compiled the examples and ${programs} programs of the documents as a newcomer`);
console.log(`${packed.filename}: ${files.length} files, ${(packed.size / 1000).toFixed(0)} kB packed`);
