import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import { TOKEN_SHAPES } from "./token-shapes.js";
import { RedactionPolicy, StreamRedactor } from "./index.js";

const policy = RedactionPolicy.default();

test("S10: at most one character in a thousand of our own source changes", () => {
  const source = fileURLToPath(new URL("../../../src", import.meta.url));
  let total = 0;
  let hidden = 0;
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    // Tests of redaction hold secrets on purpose.
    if (!entry.isFile() || !entry.name.endsWith(".ts") || entry.name.includes(".test.")) continue;
    const text = readFileSync(`${entry.parentPath}/${entry.name}`, "utf8");
    total += text.length;
    for (const { start, end } of policy.spans(text)) hidden += end - start;
  }
  assert.ok(total > 1_000_000, `${total} characters were read`);
  assert.ok(hidden <= total / 1000, `${hidden} of ${total} characters would be hidden`);
});

const random = SeededRandom.ofRun();
const ALNUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const HEX = "0123456789abcdef";
const root = new URL("../../../", import.meta.url);
const repeat = (times: number, line: () => string): string => Array.from({ length: times }, line).join("\n");
const base64 = (length: number): string => random.word(`${ALNUM}+/`, length);
const hex = (length: number): string => random.word(HEX, length);
const uuid = (): string => [8, 4, 4, 4, 12].map(hex).join("-");
const name = (): string => random.word("abcdefghijklmnopqrstuvwxyz", 4 + random.below(12));

/** What programs print all day that looks as random as secrets do. */
const ORDINARY: Readonly<Record<string, () => string>> = {
  "package-lock.json": () => readFileSync(new URL("package-lock.json", root), "utf8"),
  "a lock file": () =>
    repeat(
      2_000,
      () => `    "node_modules/${name()}": {\n      "integrity": "sha512-${base64(86)}==",\n      "dev": true\n    },`,
    ),
  "yarn.lock": () =>
    repeat(2_000, () => `${name()}@^1.2.3:\n  resolved "https://registry.example.com/${name()}#${hex(40)}"`),
  "go.sum": () => repeat(3_000, () => `github.com/${name()}/${name()} v1.2.3/go.mod h1:${base64(43)}=`),
  "Cargo.lock": () => repeat(3_000, () => `name = "${name()}"\nchecksum = "${hex(64)}"`),
  "git log": () =>
    repeat(
      3_000,
      () => `commit ${hex(40)}\nAuthor: A ${name()} <${name()}@example.com>\n\n    ${name()} the ${name()}\n`,
    ),
  sha256sum: () => repeat(3_000, () => `${hex(64)}  ./${name()}/${name()}.txt`),
  "docker images": () =>
    repeat(3_000, () => `${name()}   latest   ${hex(12)}   2 weeks ago   1.2GB   sha256:${hex(64)}`),
  UUIDs: () => repeat(3_000, () => `${uuid()} id=${uuid()} "request_id": "${uuid()}"`),
  "a picture in base64": () => `<img src="data:image/png;base64,${base64(200_000)}">`,
  "base64 -w 76": () => repeat(3_000, () => base64(76)),
  minified: () =>
    readFileSync(createRequire(import.meta.url).resolve("typescript"), "latin1")
      .slice(0, 3_000_000)
      .replace(/\s+/g, " "),
  "our documents": () =>
    ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/matchers.md", "docs/rpc.md"]
      .filter((file) => existsSync(new URL(file, root)))
      .map((file) => readFileSync(new URL(file, root), "utf8"))
      .join("\n"),
};

for (const [what, make] of Object.entries(ORDINARY))
  test(`S10: at most one character in a thousand is taken for a secret: ${what}`, () => {
    const text = make();
    const spans = policy.spans(text);
    const hidden = spans.reduce((sum, { start, end }) => sum + end - start, 0);
    const first = spans.slice(0, 3).map(({ start, end }) => text.slice(start - 20, end));
    assert.ok(text.length > 30_000, `${text.length} characters`);
    assert.ok(
      hidden <= text.length / 1000,
      `seed ${random.seed}: ${hidden} of ${text.length}: ${JSON.stringify(first)}`,
    );
  });

test("S8: the cost grows with the length of the text, however hostile", () => {
  const size = 128 * 1024;
  const pieces = [
    ...[
      "token=",
      "a=",
      "token=(",
      "token=f(",
      'token="',
      "token='${",
      'token="\\"',
      "token: x ",
      "token :",
      "--token ",
    ],
    ...[
      "token=a,b",
      "token=a&b",
      "token=\\",
      "token=[REDACTED]",
      "password: a,",
      "Authorization: Digest a",
      "Bearer a",
    ],
    ...["sk-", "eyJ", "eyJaaaaaaaa.b.", "AKIA", "://", "https://a:b", "\\", '"', "-", "-----BEGIN", "token   "],
    ...["-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----x!", "-----BEGIN PRIVATE KEY-----\n"],
    ...[
      "Ab1Ab1Ab1Ab1Ab1Ab1\n",
      "Ab1Ab1Ab1Ab1Ab1Ab1\n-----END PRIVATE KEY-----\n",
      "-----BEGIN X-----\nAb1Ab1Ab1Ab1Ab1Ab1\n",
    ],
    ...[
      "-----BEGIN X-----",
      `${"Ab1+".repeat(16)}\n`,
      `${`${"Ab1+".repeat(16)}\n`.repeat(4)}!\n`,
      "\n1 ",
      "\n1 Ab1Ab1Ab1Ab1Ab1Ab1",
    ],
    ...[
      "glpat-",
      "glpat-glpat-a",
      "s.",
      ".",
      ".aaaaaa.",
      "Cookie: a=",
      "cookie: a=b;",
      "login a password b ",
      "sig=",
      "&sig=Q7",
      "a_key=",
      "-a-token ",
    ],
    ...TOKEN_SHAPES.flatMap(({ heads }) => [heads[0], `${heads[0]}aB7${"x".repeat(13)}`]),
    ...["\x1b", "\x1b]", "\x1b[", "\x9d", "\x1b]0;token=abc\x07", "\x1b[31ms\x1b[0mk", "x\x1b[msk-abcdefghijklmnopq "],
    ...[
      "x\x1b[msk-abcdefghijklmnopq \x1b[m-----BEGIN PRIVATE KEY-----\n",
      "x\x1b[msk-a\x1b[mbcdefghijklmnopq token=a\n",
    ],
  ];
  const texts = pieces.map((piece) => piece.repeat(Math.ceil(size / piece.length)));
  texts.push(`https://${"a:b:c:".repeat(size / 6)}`, `token="${"x".repeat(size)}`, `token=${"\\".repeat(size)}"`);
  for (const text of texts) {
    const start = performance.now();
    policy.redact(text);
    new StreamRedactor(policy).push(text);
    const elapsed = performance.now() - start;
    // Quadratic work took minutes on twice as much text; linear work took at most 0.25 s on a busy machine.
    assert.ok(elapsed < 3_000, `${JSON.stringify(text.slice(0, 40))}… took ${elapsed} ms`);
  }
});

test("S8: a regex whose matches take quadratic time is cut off, and hides the rest", () => {
  const strict = new RedactionPolicy({ extraRegexes: ["a[^z]*z|a"] });
  const output = strict.redact("a".repeat(60_000));
  assert.ok(!output.includes("a"));
});
