import assert from "node:assert/strict";
import { test } from "node:test";
import { foldedCodePoints, foldedSet } from "./case-fold.js";
import { has, MAX_CODE_POINT } from "./code-point-set.js";
import { perlClass } from "./named-classes.js";
import { nativeClass, unicodeProperty } from "./unicode-property.js";

test("a scanned property holds exactly the characters that have it, in all planes", () => {
  for (const property of ["gc=L", "gc=Cn", "gc=Co", "Script=Han", "Noncharacter_Code_Point", "White_Space"]) {
    const set = nativeClass(`\\p{${property}}`)!;
    const native = new RegExp(`^\\p{${property}}$`, "u");
    for (let codePoint = 0; codePoint <= MAX_CODE_POINT; codePoint += codePoint < 0x3000 ? 1 : 61) {
      if (codePoint >= 0xd800 && codePoint <= 0xdfff) continue;
      assert.equal(
        has(set, codePoint),
        native.test(String.fromCodePoint(codePoint)),
        `${property} U+${codePoint.toString(16)}`,
      );
    }
    for (let plane = 0; plane <= 16; plane++) {
      for (const end of [0xfffd, 0xfffe, 0xffff]) {
        const codePoint = plane * 0x10000 + end;
        assert.equal(
          has(set, codePoint),
          native.test(String.fromCodePoint(codePoint)),
          `${property} U+${codePoint.toString(16)}`,
        );
      }
    }
  }
});

test("a property is scanned once and kept", () => {
  assert.equal(nativeClass("\\p{gc=Nd}"), nativeClass("\\p{gc=Nd}"));
  assert.equal(nativeClass("\\p{Nope}"), undefined);
});

test("the listed white space is what Unicode says", () => {
  assert.deepEqual(perlClass("s", true), nativeClass("\\p{White_Space}"));
});

test("property names are matched loosely, and a category wins over a binary property of the same abbreviation", () => {
  const greek = unicodeProperty("Greek");
  for (const name of ["greek", "GREEK", "sc=Grek", "script = greek", "isGreek", "Script:Greek"]) {
    assert.deepEqual(unicodeProperty(name), greek, name);
  }
  assert.deepEqual(unicodeProperty("sc"), unicodeProperty("Currency_Symbol"));
  assert.deepEqual(unicodeProperty("old persian"), unicodeProperty("Script=Old_Persian"));
  assert.equal(unicodeProperty("Age=6.0"), undefined);
  assert.equal(unicodeProperty("]a["), undefined);
});

test("characters that are one under (?i) are those of simple case folding", () => {
  const folded = (character: string): string =>
    String.fromCodePoint(...[...foldedCodePoints(character.codePointAt(0)!, true)].sort((a, b) => a - b));
  assert.equal(folded("k"), "Kk\u212a");
  assert.equal(folded("\u212a"), "Kk\u212a");
  assert.equal(folded("s"), "Ssſ");
  assert.equal(folded("σ"), "Σςσ");
  assert.equal(folded("ß"), "ßẞ");
  assert.equal(folded("İ"), "İ");
  assert.equal(folded("ı"), "ı");
  assert.equal(folded("1"), "1");
  assert.equal(folded("["), "[");
  assert.deepEqual(foldedCodePoints(0x6b, false), [0x4b, 0x6b]);
  assert.deepEqual(foldedSet([[0x6a, 0x6b]], false), [
    [0x4a, 0x4b],
    [0x6a, 0x6b],
  ]);
});

test("the short tables for ASCII letters agree with the full ones", () => {
  for (let letter = 0x41; letter <= 0x7a; letter++) {
    // A set that reaches beyond ASCII goes through the full tables.
    const full = foldedSet(
      [
        [letter, letter],
        [0x4e00, 0x4e00],
      ],
      true,
    ).filter(([first]) => first !== 0x4e00);
    const short = foldedSet([[letter, letter]], true);
    assert.deepEqual(full, short, String.fromCharCode(letter));
  }
});
