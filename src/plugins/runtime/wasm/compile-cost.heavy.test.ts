import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { promisify } from "node:util";
import { pluginErrorOf, startPlugin } from "../plugin.test.support.js";
import { boundedModule } from "./bounded-module.js";
import type { HungryShape } from "./hungry-code.test.support.js";
import { HUNGRY_SHAPES, hungryModule } from "./hungry-code.test.support.js";

const run = promisify(execFile);
const MEMORY_BYTES = 67_108_864;
/** What one function may take in either compiler, and with it the whole process. */
const MOST_MEGABYTES = 256;
/** The longest table of branches that the engine takes. */
const MOST_COUNT = 65_000;
const WIDTHS = [2, 4_000];

const isAllowed = (module: Uint8Array) => {
  try {
    boundedModule(module, MEMORY_BYTES);
    return true;
  } catch {
    return false;
  }
};

/** The tallest of its shape that passes the look; a taller one does not. */
function tallestAllowed(shape: HungryShape, width: number): Uint8Array | undefined {
  let [low, high] = [0, MOST_COUNT];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isAllowed(hungryModule(shape(width, middle), width))) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? undefined : hungryModule(shape(width, low), width);
}

/** Compiles the module to its end in a process of its own, and tells how much that took. */
const COMPILE = `
const { readFileSync } = require("node:fs");
const peak = () => Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]) / 1024;
const bytes = readFileSync(process.argv[1]);
const before = peak();
new WebAssembly.Module(bytes);
console.log(peak() - before);`;

async function megabytesFor(file: string, compiler: string): Promise<number> {
  const flags = [compiler, "--no-wasm-lazy-compilation", "-e", COMPILE, file];
  const { stdout } = await run(process.execPath, flags, { timeout: 60_000 });
  return Number(stdout);
}

for (const [name, shape] of Object.entries(HUNGRY_SHAPES))
  test(
    `P9: The largest function of ${name} that is let through takes little to compile, in both compilers.`,
    { skip: process.platform !== "linux" && "needs /proc" },
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "ptywright-hungry-"));
      try {
        for (const width of WIDTHS) {
          const module = tallestAllowed(shape, width);
          if (module === undefined) continue;
          const file = join(folder, "plugin.wasm");
          await writeFile(file, boundedModule(module, MEMORY_BYTES));
          for (const compiler of ["--liftoff-only", "--no-liftoff"]) {
            const megabytes = await megabytesFor(file, compiler);
            assert.ok(megabytes < MOST_MEGABYTES, `${width} wide, ${compiler}: ${megabytes} MB`);
          }
        }
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );

const ATTACKS: readonly (readonly [string, Uint8Array, RegExp])[] = [
  [
    "of 20,000 branches over 50,000 locals",
    hungryModule(HUNGRY_SHAPES["branches one after the other"](1, 20_000), 50_000),
    /its function 0 has 50000 locals, 4096 are allowed$/,
  ],
  [
    "of 20,000 branches over 4,000 locals",
    hungryModule(HUNGRY_SHAPES["branches one after the other"](1, 20_000), 4_000),
    /its function 0 costs too much to compile: too many branches and calls for its locals and operands$/,
  ],
  [
    "of 20,000 branches below 10,000 operands",
    hungryModule(HUNGRY_SHAPES["branches below many operands"](10_000, 20_000), 1),
    /its function 0 costs too much to compile/,
  ],
  [
    "of 30,000 blocks within each other",
    hungryModule(HUNGRY_SHAPES["branches within branches"](1, 20_000), 1),
    /its function 0 has blocks more than 1024 deep$/,
  ],
  [
    "of 500 loops within each other over 1,000 locals",
    hungryModule(HUNGRY_SHAPES["loops within loops"](1_000, 500), 1_000),
    /its function 0 costs too much to compile/,
  ],
  [
    "whose function is long",
    hungryModule(HUNGRY_SHAPES["loads"](2, 30_000), 2),
    /its function 0 has \d+ bytes, 131072 are allowed$/,
  ],
  [
    "of many dear functions",
    hungryModule(HUNGRY_SHAPES["branches one after the other"](1, 900), 1_000, 30),
    /its functions together cost too much to compile; make them fewer or simpler$/,
  ],
];

for (const [what, module, message] of ATTACKS)
  test(`P9: A module ${what} is refused before it is compiled.`, async (t) => {
    const start = startPlugin(t, module, {}, { runtime: "wasm", entrypoint: "plugin.wasm" });
    assert.match((await pluginErrorOf(start)).message, message);
  });
