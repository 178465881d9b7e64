import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The compiled tests lie in build/test/docs. */
export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** The documents that users read, as paths from the root. */
export function documents(): string[] {
  const docs = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
  const top = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md"].filter((name) => existsSync(join(ROOT, name)));
  return [...top, ...docs.map((name) => `docs/${name}`)];
}

export interface CodeBlock {
  /** What stands behind the opening fence. */
  readonly info: string;
  readonly code: string;
  /** The line of the opening fence, from 1. */
  readonly line: number;
  /** What its output must contain: `<!-- prints: text -->` behind the block, once for each text. */
  readonly prints: readonly string[];
}

export function codeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  for (const found of markdown.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)) {
    const [whole, info, code] = found;
    const behind = /^(?:\s*<!-- prints: .*? -->)*/.exec(markdown.slice(found.index + whole.length))?.[0] ?? "";
    blocks.push({
      info: info.trim(),
      code,
      line: markdown.slice(0, found.index).split("\n").length,
      prints: [...behind.matchAll(/<!-- prints: (.*?) -->/g)].map(([, text]) => text.trim()),
    });
  }
  return blocks;
}

/** Without code, in which brackets are no links. Line numbers stay. */
function prose(markdown: string): string {
  return markdown
    .replaceAll(/^```[\s\S]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, ""))
    .replaceAll(/`[^`\n]*`/g, "code");
}

/** The names by which a document's headings can be linked to, as GitHub makes them. */
export function anchors(markdown: string): Set<string> {
  const found = new Set<string>();
  const withoutBlocks = markdown.replaceAll(/^```[\s\S]*?^```$/gm, "");
  for (const [, heading] of withoutBlocks.matchAll(/^#{1,6} +(.+)$/gm)) {
    const slug = heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-");
    let name = slug;
    for (let count = 1; found.has(name); count++) name = `${slug}-${count}`;
    found.add(name);
  }
  return found;
}

/** The relative links of a document. */
export function links(markdown: string): string[] {
  return [...prose(markdown).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)]
    .map(([, target]) => target)
    .filter((target) => !/^[a-z][a-z+.-]*:/i.test(target));
}

/** What is wrong with a link of `document`, or undefined. */
export function linkProblem(document: string, link: string): string | undefined {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? join(ROOT, document) : resolve(ROOT, dirname(document), path);
  const name = relative(ROOT, target);
  if (name.startsWith("..")) return `${document}: ${link} leads out of the repository`;
  if (!existsSync(target)) return `${document}: ${link} leads to ${name}, which does not exist`;
  if (anchor === undefined || anchors(readFileSync(target, "utf8")).has(anchor)) return undefined;
  return `${document}: ${link}: ${name} has no heading "${anchor}"`;
}
