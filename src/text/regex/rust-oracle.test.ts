import assert from "node:assert/strict";
import { test } from "node:test";
import { InvalidArgumentError } from "../../base/index.js";
import { compileRegex } from "./index.js";
import { RustOracle } from "./rust-oracle.test.support.js";

const raw = String.raw;

/** Every pattern runs against every text. */
const TEXTS = [
  "",
  "a",
  "abc",
  "aaa bbb\nccc",
  "line one\nline two\n",
  "\n\n",
  "\r\nx\r\n",
  "ready> ",
  "Login: root\nPassword: ",
  "foo_bar-baz 42 3.14",
  "KELVIN k K ſs S",
  "Grüße, Ärger, straße ẞ",
  "αβγ ΑΒΓ ς σ Σ",
  "日本語 テスト",
  "١٢٣ 123 ４５",
  "e\u0301 \u200d \u00a0x\u3000y\u0085",
  "emoji 😀 👩‍💻 done",
  "[x] {y} (z) ^w$ .* \\ | # & ~ -",
  "tab\there\vand\fff\x07\x1b[0m",
  "a&&b a--b a~~b",
  "IJKijk \u0130\u0131 iI",
  "xyz".repeat(20),
  "1.2.3-rc.4+build/5",
];

// prettier-ignore
const PATTERNS = [
  // literals, escapes
  "", "a", "abc", "😀", "日本", raw`\.`, raw`\*`, raw`\[x\]`, raw`\{y\}`, raw`\-`, raw`\&\&`, raw`\~`, raw`\#`, raw`\ `, raw`\/`, raw`\"`, raw`\%`,
  raw`\@`, raw`\!`, raw`\=`, raw`\:`, raw`\_`, raw`\,`, raw`\'`, "]", "}", "x]", "y}", raw`\x41`, raw`\x{41}`, raw`\u0061`, raw`\u{61}`,
  raw`\U00000061`, raw`\U{1F600}`, raw`\x{1F600}`, raw`\x1b\[0m`, raw`\a`, raw`\f`, raw`\t`, raw`\n`, raw`\r`, raw`\v`, raw`\r\n`,
  // dot, anchors, boundaries
  ".", ".*", ".+", "(?s).*", "(?s).+$", "^", "$", "^a", "c$", "(?m)^line", "(?m)two$", "(?m)^$", "(?m)^", "(?m)$", "two$", raw`\Aline`, raw`x\r\n\z`,
  raw`\z`, raw`\A`, "(?-m)^l", "^*", "$+a", "(?m:^)l", "(?R).+", "(?sR).+",
  // quantifiers
  "a*", "a+", "a?", "a*?", "a+?", "a??", "a{2}", "a{2,}", "a{1,2}", "a{1,2}?", "a{0}", "a{ 1 , 2 }", "(?:xyz){3}", "(?:xyz){2,4}?", "a**", "a+*",
  "(?U)a+", "(?U)a+?", "(?U)x.*z", "(a*)*", "(a*)+", "(a|b)*", "(?:|a)*", "(?:a|)+", "(?:a*?)*b", "(?:a?){3}", "(?:)*", "()", "()*a", "x*y*z*",
  "(a){0}b", "(?:(a)|b)*", "a{2}{2}", ".{3}", ".{5,9}", "[a-z]{2,4}",
  // alternation and groups
  "a|b", "b|a", "|a", "a|", "||", "(?:foo|foobar)", "foo|foo_bar", "foo_bar|foo", "(a)|b", "(?P<x>a)|(b)", "(?<x>b)|(a)",
  "(?P<first>[a-z]+) (?P<second>[a-z]+)", "(?<a_b.c>x)", "Login: (.+)", "(?P<k>Login|Password): ?(?P<v>.*)", "((?:a|b)+)", "(?P<o>(?P<i>a)b)c",
  "(a)?b", "(x)?yz", "(?P<u>a)|(?P<w>b)|c",
  // flags
  "(?i)LOGIN", "(?i:LOGIN): R", "(?i:l)ogin", "(?i)k", "(?i)ſ", "(?i)s", "(?i)ß", "(?i)ẞ", "(?i)Σ", "(?i)ς", "(?i)é", "(?i)GRÜSSE|grüße", "(?i)[k]",
  "(?i)[^k]", "(?i)[a-z]+", "(?i)[A-Z&&[^K]]+", "(?i)i", "(?i)İ", "(?i)ı", "(?i)[α-ω]+", raw`(?i)\p{Lu}+`, raw`(?i)\P{Lu}+`, raw`(?i)[\p{Ll}]+`,
  "(?i-u)k", "(?i-u)s+", "(?i)a(?-i)B", "a(?i)B|C", "(?i)(?:A|(?-i)B)", "(?is)A.*C", "(?im)^LINE", "(?im-s)^LINE.*$", "(?x) a b c # comment",
  "(?x)a\n+ # one\n b", "(?x)[ a b # c\n ]+", raw`(?x)a\ b`, raw`(?x)\#`, "(?x: f o o )_", "(?x)( ?i) A", "(?x)a {2}", "(?x)[a - c]+",
  raw`(?x)\x { 4 1 }`, raw`(?x)\p{ L u }`,
  // Perl, Unicode and POSIX classes
  raw`\d+`, raw`\D+`, raw`\w+`, raw`\W+`, raw`\s+`, raw`\S+`, raw`[\d]+`, raw`[\D]+`, raw`[\w-]+`, raw`[^\W_]+`, raw`[\s\S]+`, raw`[\S\n]+`,
  raw`[^\s\S]`, raw`[^\D1]+`, raw`[\d.]+`, raw`(?-u)\d+`, raw`(?-u)\w+`, raw`(?-u:\s)+`, raw`(?-u:[a-z]+)`, raw`\pL+`, raw`\PL+`,
  raw`\p{L}+`, raw`\p{Greek}+`, raw`\p{greek}+`, raw`\p{sc=Greek}+`, raw`\p{Script:Greek}+`, raw`\p{scx=Hira}`, raw`\p{Script_Extensions=Katakana}+`,
  raw`\p{sc!=Greek}+`, raw`\P{Greek}+`, raw`\p{Lu}`, raw`\p{Uppercase_Letter}`, raw`\p{uppercaseletter}`, raw`\p{gc=Nd}+`,
  raw`\p{General_Category=Decimal_Number}+`, raw`\p{Alphabetic}+`, raw`\p{White_Space}+`, raw`\p{Emoji}`, raw`\p{Han}+`, raw`\p{isGreek}`,
  raw`\p{sc}`, raw`\p{cf}`, raw`\p{Cc}`, raw`\p{any}`, raw`\p{ASCII}+`, raw`\p{assigned}+`, raw`\p{Letter}`, raw`\p{punct}+`, raw`[\p{Greek}\d]+`,
  raw`[^\p{L}]+`, raw`[\P{L}&&\S]+`, raw`\p{XID_Start}\p{XID_Continue}*`, raw`\p{Lowercase}+`, "[[:alpha:]]+", "[[:^alpha:]]+", "[[:alnum:]_]+",
  "[^[:space:]]+", "[[:punct:]]+", "[[:cntrl:]]", "[[:word:]]+", "[[:xdigit:]]+", "[[:print:]]+", "[[:graph:]]+", "[[:upper:][:digit:]]+",
  "[[:blank:]]", "[[:ascii:]]+", "[[:lower:]]+", "(?i)[[:upper:]]+", "[:alpha:]+",
  // brackets
  "[abc]+", "[^abc]+", "[]a]", "[^]a]+", "[-a]", "[a-]", "[--a]", "[a-c]+", "[a-cx-z]+", raw`[\]]`, raw`[\[x]`, raw`[\-a]`, raw`[\\]`, "[.*]",
  "[$^]", "[|#]", raw`[\n]`, raw`[\x41-\x5A]+`, raw`[\u{3b1}-\u{3c9}]+`, "[😀-😎]", "[a&b]+", "[a~b]", "[+-[a]", raw`[a\-z]+`, "[&]", raw`[\t-\r]`,
  "[α-ω]+", "[a-z&&[^aeiou]]+", "[a-z--[aeiou]]+", "[a-m~~g-z]+", "[a-z&&[b-y]&&[c-x]]+", "[a-z--b--c]+", "[[a-c][x-z]]+", "[^[a-c]]+",
  "[^a-z&&[x-z]]+", raw`[\w&&[^\d]]+`, raw`[\w--\d]+`, raw`[\p{L}&&\p{ASCII}]+`, raw`[\p{Greek}&&\p{Lu}]+`, "[[^a]&&[^b]]", "[a&&b]", "[&&a]",
  "[a&&]", "[[a]--[a]]", "[^a&&b]", "[a-c[e-g&&[f]]]+", "(?i)[a-c--B]+", "(?i)[a--A]+", "(?i)[^a&&[^b]]",
  // what people write
  raw`\$\s*$`, raw`(?m)^\s*\d+\.`, raw`[\w.+-]+@[\w-]+`, raw`(\d+)\.(?:\d+)`, raw`(?P<major>\d+)\.(?P<minor>\d+)`, raw`(?i)password:\s*$`,
  raw`>\s*\z`, raw`(?m)^(\w+): `, raw`error|warning|(?i:fatal)`, raw`\d{1,3}(?:\.\d{1,3})*`, raw`"[^"]*"`, raw`(?s)one.*two`, raw`\S+\s+\S+`,
  raw`^[^\n]*\n`,
];

/** RE2's word boundaries know ASCII only, so these run on texts of ASCII words. */
// prettier-ignore
const BOUNDARY_PATTERNS = [
  raw`\bfoo`, raw`\b42\b`, raw`\Boo`, raw`\b`, raw`\B`, raw`\b*b`, raw`(?-u)\bfoo`, raw`\bline\b`, raw`\b{2}a`, raw`(?i)\bLINE`, raw`o\b.`, raw`\B.\B`,
  raw`\b\w+\b`, raw`(?m)\b$`, raw`\b-\b`, raw`(\b|a)+`, raw`foo\b|foo_bar`, raw`\B\b`,
];

/** Refused by both. */
// prettier-ignore
const WRONG = [
  "(", ")", "a)", "(a", "[", "[a", "[]", "[^]", "[a-", "[z-a]", raw`[\d-z]`, raw`[a-\d]`, "*", "+a", "?", "a|*", "(*a)", "(?i)*", "{2}", "a{",
  "a{,2}", "a{2,1}", "a{x}", "a{1", "\\", raw`\1`, raw`(a)\1`, raw`\0`, raw`\8`, raw`\y`, raw`\Q`, raw`\E`, raw`\Z`, raw`\G`, raw`\K`, raw`\h`,
  raw`\R`, raw`\X`, raw`\C`, raw`\é`, raw`[\b]`, raw`[\A]`, "a(?=b)", "a(?!b)", "(?<=a)b", "(?<!a)b", "(?>a)", "(?#x)", "(?P=n)", "(?P>n)",
  "(?<n>a)(?<n>b)", "(?<>a)", "(?<1a>b)", "(?<a", "(?P<a-b>c)", "(?", "(?)", "(?i", "(?i-)", "(?-)", "(?ii)", "(?i-i)", "(?i--s)", "(?z)", "(?y:a)",
  raw`\p`, raw`\p{`, raw`\p{Nope}`, raw`\p{sc=Nope}`, raw`\x`, raw`\x4`, raw`\xg1`, raw`\x{}`, raw`\x{110000}`, raw`\x{d800}`, raw`\u00`,
  raw`\u{zz}`, "(?-u).", raw`(?-u)\W`, raw`(?-u)\D`, "(?-u)[^a]", raw`(?-u)\xff`, raw`(?-u)\pL`, "(?-u)[é]", "((a{100}){100}){100}",
  "(".repeat(300) + ")".repeat(300), "[a&&",
];

/** The crate takes these; we say no, and why: nothing is misread in silence. */
const REFUSED_BY_US: readonly (readonly [pattern: string, because: RegExp])[] = [
  [raw`\b{start}foo`, /one-sided word boundary/],
  [raw`foo\b{end}`, /one-sided word boundary/],
  [raw`\b{start-half}x`, /one-sided word boundary/],
  [raw`\<foo`, /one-sided word boundary/],
  [raw`foo\>`, /one-sided word boundary/],
  ["(?Rm)^a$", /\(\?Rm\)/],
  ["a{1001}", /1000 at most/],
  ["(?:a{40}){40}", /multiply to 1600/],
  ["[[:nope:]]", /no known class/],
  [raw`\p{Age=6.0}`, /no known Unicode property/],
];

test("the pattern table is as large as promised and holds no duplicates", () => {
  assert.ok(PATTERNS.length >= 250, `${PATTERNS.length} patterns`);
  assert.equal(new Set(PATTERNS).size, PATTERNS.length);
});

function compare(patterns: readonly string[], texts: readonly string[]): void {
  for (const pattern of patterns) {
    const oracle = new RustOracle(pattern);
    const ours = compileRegex(pattern);
    for (const text of texts) {
      const expected = oracle.search(text);
      assert.deepEqual(ours.exec(text), expected, `${JSON.stringify(pattern)} on ${JSON.stringify(text)}`);
      assert.equal(ours.test(text), expected !== undefined);
    }
    oracle.free();
  }
}

test("every pattern finds in every text exactly what the Rust crate finds", () => {
  compare(PATTERNS, TEXTS);
});

test("word boundaries agree with the Rust crate wherever the words are ASCII", () => {
  const ascii = TEXTS.filter((text) => /^[\x00-\x7f]*$/.test(text));
  assert.ok(ascii.length >= 10);
  compare(BOUNDARY_PATTERNS, ascii);
});

test("a word boundary is an ASCII one, as documented: what the crate does under (?-u)", () => {
  const oracle = new RustOracle(raw`(?-u:\b)`);
  const ours = compileRegex(raw`\b`);
  for (const text of TEXTS) assert.deepEqual(ours.exec(text), oracle.search(text), text);
  oracle.free();
});

test("what the Rust crate refuses is refused, as invalid_regex with a position and the dialect's limits", () => {
  for (const pattern of WRONG) {
    assert.throws(() => new RustOracle(pattern), `the crate accepts ${pattern}`);
    assert.throws(
      () => compileRegex(pattern),
      (error: unknown) => {
        assert.ok(error instanceof InvalidArgumentError, `${pattern}: ${String(error)}`);
        assert.equal(error.code, "invalid_regex");
        assert.equal(error.field, "pattern");
        assert.match(error.message, /at position \d+: .+look-around and backreferences do not exist/);
        return true;
      },
      `${JSON.stringify(pattern)} was accepted`,
    );
  }
});

test("the few things only the Rust crate can do are refused with their reason", () => {
  for (const [pattern, because] of REFUSED_BY_US) {
    new RustOracle(pattern).free();
    assert.throws(() => compileRegex(pattern), because, pattern);
  }
});

test("a caret in a property negates it, as RE2 writes it", () => {
  assert.equal(compileRegex(raw`\p{^L}+`).exec("ab 12 cd")?.match, " 12 ");
  assert.equal(compileRegex(raw`\P{^L}+`).exec("12 cd")?.match, "cd");
});
