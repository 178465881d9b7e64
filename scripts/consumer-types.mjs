// Compiles the examples and the programs in the documents as somebody who has installed the package: as `tsc --init` sets it up,
// and once more with the declarations of all packages checked and no types of a browser around.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MIN_PROGRAMS = 10;

/** As the comments in the file that `tsc --init` writes tell those who write for Node. */
const FOR_NODE = { types: ["node"], noEmit: true };
const WITHOUT_DOM = { ...FOR_NODE, skipLibCheck: false, lib: ["esnext"] };

/**
 * Throws with the compiler's complaints. `folder` has the package installed, `root` the compiler and Node's types.
 * @param {string} folder @param {string} root
 */
export function checkConsumerTypes(folder, root) {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const project = join(folder, "consumer");
  mkdirSync(project);
  const installed = join(folder, "node_modules", "ptywright");
  cpSync(join(installed, "examples"), join(project, "examples"), { recursive: true });
  const count = writePrograms(installed, project);
  if (count < MIN_PROGRAMS)
    throw new Error(`found ${count} programs in the documents only; does the search still work?`);

  execFileSync(process.execPath, [tsc, "--init"], { cwd: project, stdio: "ignore" });
  const typeRoots = [join(root, "node_modules", "@types")];
  for (const [name, compilerOptions] of Object.entries({ "as-init": FOR_NODE, "without-dom": WITHOUT_DOM })) {
    const config = join(project, `${name}.json`);
    const options = { ...compilerOptions, typeRoots, allowJs: true, checkJs: true };
    writeFileSync(config, JSON.stringify({ extends: "./tsconfig.json", compilerOptions: options }));
    const files = compile(tsc, config, name);
    const strangers = files.filter((file) => /node_modules\/(wasmoon|@types\/emscripten)\//.test(file));
    if (strangers.length > 0) throw new Error(`the published types reach ${strangers.join(", ")}`);
  }
  return count;
}

/** Each program of a document becomes a file; how many there are. @param {string} installed @param {string} project */
function writePrograms(installed, project) {
  const documents = ["README.md", ...readdirSync(join(installed, "docs")).map((name) => join("docs", name))];
  let count = 0;
  for (const document of documents.filter((name) => name.endsWith(".md"))) {
    const text = readFileSync(join(installed, document), "utf8");
    for (const { 1: code = "", index } of text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)) {
      const line = text.slice(0, index).split("\n").length;
      // As many empty lines as in the document, so that a complaint names its line.
      const file = `${document.replaceAll(/\W+/g, "-")}-${line}.ts`;
      writeFileSync(join(project, file), `${"\n".repeat(line)}${code}`);
      count++;
    }
  }
  return count;
}

/** The files that took part. @param {string} tsc @param {string} config @param {string} name */
function compile(tsc, config, name) {
  try {
    const listed = execFileSync(process.execPath, [tsc, "-p", config, "--listFiles"], { encoding: "utf8" });
    return listed.split("\n");
  } catch (error) {
    const { stdout = "" } = /** @type {{ stdout?: string }} */ (error);
    const complaints = stdout.split("\n").filter((line) => /error TS|^ /.test(line));
    throw new Error(`the examples and documents do not compile ${name}:\n${complaints.join("\n")}`, { cause: error });
  }
}
