import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT, anchors, documents, linkProblem, links } from "./markdown.js";

test("every relative link of the documents leads to a file, and to a heading that is in it", () => {
  const all = documents().flatMap((name) =>
    links(readFileSync(join(ROOT, name), "utf8")).map((link) => ({ name, link })),
  );
  assert.ok(all.length > 10, `found ${all.length} links only; does the search still work?`);
  const problems = all.map(({ name, link }) => linkProblem(name, link)).filter((problem) => problem !== undefined);
  assert.deepEqual(problems, []);
});

test("every source file that the documents name is there", () => {
  const named = documents().flatMap((name) =>
    [...readFileSync(join(ROOT, name), "utf8").matchAll(/`((?:src|test|scripts)\/[\w./-]+\.\w+)`/g)].map(
      ([, path]) => ({ name, path }),
    ),
  );
  assert.ok(named.length > 10, `found ${named.length} only`);
  assert.deepEqual(
    named.filter(({ path }) => !existsSync(join(ROOT, path)) && !path.includes("<")),
    [],
  );
});

test("links to nowhere are noticed", () => {
  assert.match(linkProblem("docs/library.md", "no-such.md") ?? "", /does not exist/);
  assert.match(linkProblem("docs/library.md", "redaction.md#no-such-heading") ?? "", /has no heading/);
  assert.match(linkProblem("docs/library.md", "../../elsewhere.md") ?? "", /out of the repository/);
  assert.equal(linkProblem("docs/library.md", "redaction.md#what-is-found"), undefined);
});

test("links are found in prose and not in code, and headings get GitHub's names", () => {
  const text = "[a](x.md) `[b](y.md)` [c](https://example.org) [d](#here)\n```ts\n[e](z.md)\n```\n![f](p.png)";
  assert.deepEqual(links(text), ["x.md", "#here", "p.png"]);
  assert.deepEqual(
    [...anchors("# One two\n## `code`, and: more\n```sh\n# no heading\n```\n## One two\n")],
    ["one-two", "code-and-more", "one-two-1"],
  );
});
