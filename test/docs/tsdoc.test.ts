import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import ts from "typescript";
import { ROOT } from "./markdown.js";

/** What a reader meets first: targets, sessions, actions, matchers, redaction, errors. */
const COVERED = /^src\//;

/** Their members are what people look up. */
const WITH_MEMBERS = ["Action", "Matcher"];
const SESSION_EXAMPLES = [
  "spawn",
  "snapshot",
  "send",
  "writeText",
  "sendKey",
  "waitFor",
  "on",
  "events",
  "wait",
  "close",
];

/** Below the package, so that its own name resolves to it. */
const FOLDER = join(ROOT, "build", "tsdoc-examples");
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ["node"],
  typeRoots: [join(ROOT, "node_modules", "@types")],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
};

interface Documented {
  readonly name: string;
  readonly text: string;
  readonly examples: readonly string[];
}

const program = ts.createProgram([join(ROOT, "src", "index.ts")], OPTIONS);
const checker = program.getTypeChecker();

function documented(symbol: ts.Symbol, name = symbol.name): Documented {
  const tags = symbol.getJsDocTags(checker).filter((tag) => tag.name === "example");
  return {
    name,
    text: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
    examples: tags.map((tag) => ts.displayPartsToString(tag.text)),
  };
}

/** The symbols behind the exports, those that are there at run time apart. */
function exported(): { readonly values: ts.Symbol[]; readonly types: ts.Symbol[] } {
  const index = program.getSourceFile(join(ROOT, "src", "index.ts"));
  const root = index && checker.getSymbolAtLocation(index);
  assert.ok(root !== undefined);
  const values: ts.Symbol[] = [];
  const types: ts.Symbol[] = [];
  for (const alias of checker.getExportsOfModule(root)) {
    const [specifier] = alias.declarations ?? [];
    assert.ok(specifier !== undefined && ts.isExportSpecifier(specifier), `${alias.name} is not re-exported by name`);
    const symbol = checker.getAliasedSymbol(alias);
    const files = symbol.declarations?.map((one) => relative(ROOT, one.getSourceFile().fileName)) ?? [];
    if (files.some((file) => COVERED.test(file)))
      (ts.isTypeOnlyImportOrExportDeclaration(specifier) ? types : values).push(symbol);
  }
  return { values, types };
}

/** The instance's members of a class, or those of a constant. */
function membersOf(symbol: ts.Symbol): Documented[] {
  const { valueDeclaration } = symbol;
  assert.ok(valueDeclaration !== undefined);
  const isClass = ts.isClassDeclaration(valueDeclaration);
  const ofValue = checker.getTypeOfSymbol(symbol).getProperties();
  const members = isClass ? checker.getDeclaredTypeOfSymbol(symbol).getProperties().concat(ofValue) : ofValue;
  return members
    .filter((member) => /^[a-z]/i.test(member.name) && member.name !== "prototype" && !member.name.includes("@"))
    .map((member) => documented(member, `${symbol.name}.${member.name}`));
}

const { values, types } = exported();
const named = (name: string): ts.Symbol => {
  const found = values.find((symbol) => symbol.name === name);
  assert.ok(found !== undefined, `${name} is not exported`);
  return found;
};
const members = WITH_MEMBERS.flatMap((name) => membersOf(named(name)));
const session = membersOf(named("Session"));
const all = [...values, ...types].map((symbol) => documented(symbol)).concat(members, session);

test("everything that the root exports of the core says in its TSDoc what it is", () => {
  assert.ok(all.length > 80, `found ${all.length} names only; does the search still work?`);
  assert.deepEqual(
    all.filter(({ text }) => text.trim() === "").map(({ name }) => name),
    [],
  );
});

test("every value among them shows how it is used", () => {
  const calls = SESSION_EXAMPLES.map((name) => session.find((one) => one.name === `Session.${name}`));
  assert.ok(values.length > 20, `found ${values.length} values only; does the search still work?`);
  assert.deepEqual(
    [...values.map((symbol) => documented(symbol)), ...members, ...calls]
      .filter((one) => one?.examples.length !== 1)
      .map((one) => one?.name),
    [],
  );
});

test("what they show compiles", () => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const files = all.flatMap(({ name, examples }) =>
    examples.map((example) => {
      const [, code] = /^```ts\n([\s\S]*)\n```$/.exec(example.trim()) ?? [];
      assert.ok(code !== undefined, `${name}: the example is no block of TypeScript`);
      const file = join(FOLDER, `${name}.ts`);
      const before = `import { ${values.map((value) => value.name).join(", ")} } from "ptywright";\ndeclare const session: Session;\n`;
      writeFileSync(file, `${before}{\n${code}\n}\nexport {};\n`);
      return file;
    }),
  );
  const complaints = ts.getPreEmitDiagnostics(ts.createProgram(files, OPTIONS));
  assert.deepEqual(
    complaints.map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    ),
    [],
  );
});
