import { TEST_HOME } from "../support/home.js";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { promisify } from "node:util";
import ts from "typescript";
import { tempDir } from "../support/temp-dir.js";
import type { CodeBlock } from "./markdown.js";
import { ROOT, codeBlocks, documents } from "./markdown.js";

/** Below the package, so that its own name resolves to it. */
const FOLDER = join(ROOT, "build", "snippets");
const RUNNER = join(ROOT, "test", "fixtures", "programs", "runs-programs.mjs");
const LIMIT_MS = 60_000;

interface Snippet extends CodeBlock {
  readonly document: string;
  readonly name: string;
}

const allBlocks: Snippet[] = documents().flatMap((document) =>
  codeBlocks(readFileSync(join(ROOT, document), "utf8")).map((block) => ({
    ...block,
    document,
    name: `${document.replaceAll(/\W+/g, "-")}-${block.line}`,
  })),
);
const snippets = allBlocks.filter(({ info }) => info === "ts");

/** As many empty lines before the code as in the document, so that a complaint names the document's line. */
function writeSources(): string[] {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  return snippets.map(({ name, code, line }) => {
    const file = join(FOLDER, `${name}.ts`);
    // An export makes it a module, also when the block has no import and awaits.
    writeFileSync(file, `${"\n".repeat(line)}${code}\nexport {};\n`);
    return file;
  });
}

function compile(files: readonly string[]): string[] {
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts"],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ["node"],
    typeRoots: [join(ROOT, "node_modules", "@types")],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    skipLibCheck: true,
    rootDir: FOLDER,
    outDir: FOLDER,
  });
  const { diagnostics } = program.emit();
  return [...ts.getPreEmitDiagnostics(program), ...diagnostics].map((diagnostic) => {
    const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n");
    if (diagnostic.file === undefined || diagnostic.start === undefined) return text;
    const { line } = diagnostic.file.getLineAndCharacterOfPosition(diagnostic.start);
    const snippet = snippets.find(({ name }) => diagnostic.file?.fileName.endsWith(`${name}.ts`));
    return `${snippet?.document ?? diagnostic.file.fileName}:${line + 1}: ${text}`;
  });
}

test("code in the documents is either a program that is run here, or says that it is a fragment", () => {
  const isScript = (info: string): boolean => /^(ts|tsx|js|jsx|mjs|mts|typescript|javascript)\b/.test(info);
  const others = allBlocks.filter(({ info }) => isScript(info) && info !== "ts" && info !== "ts fragment");
  assert.deepEqual(
    others.map(({ document, line, info }) => `${document}:${line}: ${info}`),
    [],
  );
  assert.ok(snippets.length > 10, `found ${snippets.length} programs only; does the search still work?`);
});

test("the documents' programs type-check against the built package", () => {
  assert.deepEqual(compile(writeSources()), []);
});

interface Run {
  readonly name: string;
  readonly stdout: string;
  readonly error?: string;
}

/** One with tests tells its results when its process ends. */
const needsOwnProcess = ({ code }: Snippet): boolean => code.includes('"node:test"');

/** What programs printed. They run one after the other in one process, which ends by itself only if all of them let go of all. */
async function runAll(folder: string, names: readonly string[]): Promise<Map<string, Run>> {
  const stdout = await node(folder, RUNNER, ...names.map(fileOf));
  const told = stdout.trimEnd().split("\n");
  return new Map(told.map((text) => JSON.parse(text) as Run).map((run) => [run.name, run]));
}

async function node(cwd: string, ...args: readonly string[]): Promise<string> {
  const { PATH = "/usr/bin:/bin" } = process.env;
  const env = { PATH, PTYWRIGHT_HOME: TEST_HOME };
  return (await promisify(execFile)(process.execPath, args, { cwd, env, timeout: LIMIT_MS })).stdout;
}

const fileOf = (name: string): string => join(FOLDER, `${name}.js`);
let runs: Promise<Map<string, Run>> | undefined;

async function runBesideOthers(t: TestContext, name: string): Promise<string> {
  const others = snippets.filter((one) => !needsOwnProcess(one));
  runs ??= runAll(
    tempDir(t),
    others.map((one) => one.name),
  );
  const run = (await runs).get(fileOf(name));
  assert.ok(run !== undefined, "it was not run");
  assert.equal(run.error, undefined);
  return run.stdout;
}

for (const snippet of snippets) {
  const { document, line, name, prints } = snippet;
  test(`the program at ${document}:${line} runs${prints.length > 0 ? " and prints what it should" : ""}`, async (t) => {
    const stdout = needsOwnProcess(snippet) ? await node(tempDir(t), fileOf(name)) : await runBesideOthers(t, name);
    for (const text of prints) assert.ok(stdout.includes(text), `expected ${JSON.stringify(text)} in:\n${stdout}`);
  });
}
