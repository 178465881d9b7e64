import { TEST_HOME } from "../support/home.js";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import ts from "typescript";
import { tempDir } from "../support/temp-dir.js";
import type { CodeBlock } from "./markdown.js";
import { ROOT, codeBlocks, documents } from "./markdown.js";

/** Below the package, so that its own name resolves to it. */
const FOLDER = join(ROOT, "build", "snippets");
const LIMIT_MS = 20_000;

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

for (const { document, line, name, prints } of snippets) {
  test(`the program at ${document}:${line} runs${prints.length > 0 ? " and prints what it should" : ""}`, async (t) => {
    const { PATH = "/usr/bin:/bin" } = process.env;
    const { stdout } = await promisify(execFile)(process.execPath, [join(FOLDER, `${name}.js`)], {
      cwd: tempDir(t),
      env: { PATH, PTYWRIGHT_HOME: TEST_HOME },
      timeout: LIMIT_MS,
    });
    for (const text of prints) assert.ok(stdout.includes(text), `expected ${JSON.stringify(text)} in:\n${stdout}`);
  });
}
