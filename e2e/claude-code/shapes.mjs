// Answers of many shapes: what Markdown can look like, and what a screen can make of it. And answers put together of them: one number makes
// one answer, always the same.
import { randomOf } from "./dialog-grammar.mjs";

const times = (/** @type {number} */ count, /** @type {(at: number) => string} */ make, between = "\n") =>
  Array.from({ length: count }, (_, at) => make(at + 1)).join(between);
const fenced = (/** @type {string} */ language, /** @type {string[]} */ ...lines) =>
  [`\`\`\`${language}`, ...lines, "```"].join("\n");
const RULE = "─".repeat(60);

/** @type {Record<string, string>} */
export const SHAPES = {
  word: "Yes.",
  sentence: "The parser lives in the folder of the sources, beside its tests.",
  paragraphs: times(4, (at) => `Paragraph number ${at} has a few words of its own.`, "\n\n"),
  "a paragraph wider than the screen": times(60, (at) => `word${at}`, " "),
  "single line breaks": "first line\nsecond line\nthird line",
  "headings of six sizes": times(6, (at) => `${"#".repeat(at)} Heading ${at}\n\nText below heading ${at}.`, "\n\n"),
  "bold, italic and code": "Some **bold**, some *italic*, some `code`, some ***both*** and some ~~struck~~ words.",
  "a table": "| name | value |\n| --- | ---: |\n| one | 1 |\n| two | 2 |",
  "a table wider than the screen": [
    `| ${times(9, (at) => `column ${at}`, " | ")} |`,
    `|${" --- |".repeat(9)}`,
    ...[1, 2, 3].map((row) => `| ${times(9, (at) => `cell ${row} of column ${at}, with words`, " | ")} |`),
  ].join("\n"),
  "a table with wide characters": "| 名前 | 値 |\n| --- | --- |\n| 漢字 | 🎉 |\n| かな | 한국어 |",
  "a table of one column": "| only |\n| --- |\n| this |\n| that |",
  "a table with code in it": "| call | gives |\n| --- | --- |\n| `a \\| b` | **either** |\n| `f(x)` | *nothing* |",
  "a list": "- first\n- second\n- third",
  "a list with stars": "* first\n* second\n* third",
  "a nested list": "- outer\n  - inner\n    - innermost\n      - below that\n- outer again",
  "a numbered list": times(12, (at) => `${at}. item number ${at}`),
  "a mixed list": "1. first\n   - with a part\n   - and another\n2. second\n   1. inner one\n   2. inner two\n3. third",
  "a list with paragraphs": "- first\n\n  more of the first\n\n- second\n\n  more of the second",
  "a list that begins at seven": "7. seven\n8. eight\n9. nine",
  "boxes to tick": "- [x] done\n- [ ] not done\n- [ ] later",
  "a block of code": fenced("js", "const answer = 42;", "", "export default answer;"),
  "code with tabs and blanks": fenced("make", "all:", "\tcc -o a a.c", "\t\t# deeper", "    four blanks"),
  "code with a prompt in it": fenced("", "$ ls", "❯ ls -la", "❯\u00a0", "> and a quote"),
  "code with rules in it": fenced("", RULE, "❯\u00a0", RULE, "  ? for shortcuts"),
  "code with marks of the program": fenced("", "● Done.", "✻ Worked for 5s", "  ⎿  Read 1 file", "✶ Thinking… (3s)"),
  "code with a dialog in it": fenced(
    "",
    RULE,
    " Bash command",
    "",
    " Do you want to proceed?",
    " ❯ 1. Yes",
    "   2. No",
  ),
  "code that is indented": "Text above.\n\n    indented code\n    of two lines\n\nText below.",
  "code with a fence in it": "````md\n```js\ninner();\n```\n````",
  "a long block of code": fenced("py", ...Array.from({ length: 70 }, (_, at) => `line_${at} = ${at}`)),
  "code wider than the screen": fenced(
    "",
    times(50, (at) => `argument_${at}`, ","),
  ),
  "a difference": fenced("diff", "@@ -1,2 +1,2 @@", "-before", "+after", " same"),
  "a quotation": "> quoted words\n> on two lines\n>\n> > and a quotation within\n\nback again",
  "a rule across": "above\n\n---\n\nbelow",
  links: "See [the page](https://example.com/page), <https://example.com/bare> and https://example.com/plain.",
  "a picture": "![a diagram](https://example.com/diagram.png)",
  "a footnote": "A claim[^1].\n\n[^1]: And its proof.",
  "markup of the web": "<details><summary>More</summary>hidden words</details>\n\n<b>bold</b> and a<br>break",
  "a hidden remark": "shown <!-- not shown --> shown again",
  "signs that are escaped": "\\*not italic\\*, 2 \\< 3, a\\_b, &lt;tag&gt; and &amp;",
  "signs that mean something elsewhere": "a_b_c, 2 * 3 * 4, $HOME, C:\\new\\table, a|b, 100 %, #5, @user, x^2^, ~5",
  "wide characters":
    "漢字とかなの文章です。\n\n한국어 문장입니다.\n\n表示幅が二桁の文字が続くと折り返しの場所が変わります。".repeat(2),
  emoji: "Done 🎉, with a family 👨‍👩‍👧‍👦, a flag 🇩🇪, a thumb 👍🏽 and a warning ⚠️.",
  "letters with marks": "e\u0301tude, नमस्ते, สวัสดี, שָׁלוֹם and مرحبا.",
  mathematics: "$$\\int_0^1 x^2 \\, dx = \\frac{1}{3}$$\n\nand $a^2 + b^2 = c^2$ within a line",
  "a line of 10,000 characters": "x".repeat(10_000),
  "a paragraph of 10,000 characters": times(1_250, (at) => `w${at}`.padEnd(7, "o"), " "),
  "many lines": times(200, (at) => `Line ${at} of many.`, "\n\n"),
  "many short lines": times(150, (at) => `${at}`),
  "blank lines": "first\n\n\n\nsecond\n\n\n\n\nthird",
  "blanks at the ends": "first  \nsecond  \n\nthird",
  "words of an error": "API returned an error: 500. The log says `API Error: 500 Internal server error`.",
  "words of a tool": "Then I ran Bash(touch a) and Read(b.txt), and it said:\n\n⎿ nothing",
  "words of a prompt": "> FAKE:text\n\n❯ is the sign of the prompt, and ● that of an answer.",
  "the line that ends a turn": "It ends with a line such as\n\n✻ Worked for 5s\n\nand then it is over.",
};

/** An answer of several shapes, one below the other. @param {number} seed */
export function composed(seed) {
  const random = randomOf(seed);
  const names = Object.keys(SHAPES);
  const picked = Array.from({ length: random.between(2, 5) }, () => random.one(names));
  return { names: picked, text: picked.map((name) => SHAPES[name]).join("\n\n") };
}

/** What the program does not draw as it was written. @type {Record<string, (text: string, isOld: boolean) => string>} */
const DRAWN = {
  // A list within a list has letters.
  "a mixed list": (text) => text.replace("1. inner", "a. inner").replace("2. inner", "b. inner"),
  "code with a fence in it": () => "```js\ninner();\n```",
  "boxes to tick": (text, isOld) => (isOld ? text.replace("[x]", "") : text),
  "a picture": (text, isOld) => (isOld ? text.replace("a diagram", "") : text),
  "markup of the web": (text, isOld) => (isOld ? "bold and abreak" : text),
  "a hidden remark": (text, isOld) => (isOld ? "shown shown again" : text),
};

/** What the program shows of a shape, but for marks, blanks and breaks. @param {string} name @param {string} version */
export const drawn = (name, version) =>
  DRAWN[name]?.(SHAPES[name], version === "2.1.143") ?? SHAPES[name].replaceAll(/^```\w*$/gm, "");

/** The letters and digits of a text in their order. @param {string} text */
export const letters = (text) => text.normalize("NFC").replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");

/** What is drawn in a frame, or as a list. */
export const TABLES = Object.keys(SHAPES).filter((name) => name.startsWith("a table"));
