import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { after } from "node:test";
import type { PluginLimits, PluginProgram, PluginWorkerOptions } from "./index.js";
import { PluginError, PluginWorker } from "./index.js";

const ALL_PERMISSIONS = [
  "session.spawn",
  "session.kill",
  "session.resize",
  "screen.read",
  "transcript.read",
  "input.write",
  "matcher.wait",
];

/** A directory for the time of a test, with these files in it. */
export function directoryWith(t: TestContext, files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "ptywright-plugin-")));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
  }
  return root;
}

/** A plugin for the time of a test; its directory is empty unless `program` says otherwise. */
export async function startPlugin(
  t: TestContext,
  source: string | Uint8Array,
  options: PluginWorkerOptions = {},
  program: Partial<PluginProgram> = {},
): Promise<PluginWorker> {
  const worker = await PluginWorker.start(
    {
      name: "trial",
      runtime: "lua",
      root: program.root ?? directoryWith(t, {}),
      entrypoint: "main.lua",
      source,
      permissions: ALL_PERMISSIONS,
      ...program,
    },
    options,
  );
  t.after(() => worker.close());
  return worker;
}

/** A Lua plugin with one function, on the second line, whose body this is. */
export const withFunction = (body: string) =>
  `local M = {}\nfunction M.run(input) ${body} end\nfunction M.fine() return "fine" end\nreturn M`;

/** One plugin for all tests of a file: `f0`, `f1` and so on have these bodies, each on a line of its own from line 2. */
export async function pluginWithFunctions(bodies: readonly string[], limits: Partial<PluginLimits>) {
  const functions = bodies.map((body, i) => `function M.f${i}() ${body} end\n`).join("");
  const plugin = await PluginWorker.start(
    {
      name: "trial",
      runtime: "lua",
      root: tmpdir(),
      entrypoint: "main.lua",
      source: `local M = {}\n${functions}function M.fine() return "fine" end\nreturn M`,
      permissions: ALL_PERMISSIONS,
    },
    { limits },
  );
  after(() => plugin.close());
  return plugin;
}

/** The PluginError that a promise is rejected with. */
export async function pluginErrorOf(work: Promise<unknown>): Promise<PluginError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof PluginError) return error;
    throw error;
  }
  throw new Error("it was not rejected");
}
