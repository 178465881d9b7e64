import assert from "node:assert/strict";
import { test } from "node:test";
import { InvalidArgumentError } from "../../base/index.js";
import { parseKey, validateAction } from "./index.js";
import { CHARACTERS, allKeys, splitModifiers } from "./keys.js";

/** Other names of a key without its modifiers. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  enter: ["Return", "RET", "CR"],
  escape: ["Esc"],
  backspace: ["BS", "BSpace"],
  space: ["SPC", "Spacebar"],
  delete: ["Del"],
  insert: ["Ins"],
  page_up: ["PageUp", "PgUp", "Page Up", "page-up"],
  page_down: ["PageDown", "PgDn", "PgDown", "Page Down"],
  up: ["ArrowUp", "Up Arrow"],
  down: ["ArrowDown", "Down Arrow"],
  left: ["ArrowLeft", "Left Arrow"],
  right: ["ArrowRight", "Right Arrow"],
  kp_0: ["Numpad0", "kp0"],
  kp_plus: ["NumpadAdd"],
  kp_minus: ["NumpadSubtract"],
  kp_enter: ["NumpadEnter"],
  grave: ["Backquote", "Backtick"],
  minus: ["Hyphen"],
  equal: ["Equals"],
  period: ["Dot"],
};

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** How the modifiers are written, what joins them, and whether a letter behind Alt may be a capital. */
const STYLES = [
  { ctrl: "ctrl", alt: "alt", shift: "shift", super: "super", joint: "_", hasCapitals: true },
  { ctrl: "Ctrl", alt: "Alt", shift: "Shift", super: "Super", joint: "+", hasCapitals: true },
  { ctrl: "CTRL", alt: "ALT", shift: "SHIFT", super: "SUPER", joint: "-", hasCapitals: true },
  { ctrl: "Control", alt: "Option", shift: "Shift", super: "Super", joint: " + ", hasCapitals: true },
  { ctrl: "control", alt: "opt", shift: "shift", super: "super", joint: " ", hasCapitals: true },
  { ctrl: "C", alt: "M", shift: "S", super: "Super", joint: "-", hasCapitals: false },
  { ctrl: "C", alt: "A", shift: "S", super: "Super", joint: "-", hasCapitals: false },
] as const;

/** The order of the names, the other way round, and what begins with another. */
const orders = <T>(items: readonly T[]): T[][] => [
  [...items],
  items.toReversed(),
  ...(items.length > 2 ? [[...items.slice(1), items[0]]] : []),
];

function* spellings(key: string): Generator<string> {
  const { base, ...has } = splitModifiers(key);
  const modifiers = (["ctrl", "alt", "shift", "super"] as const).filter((modifier) => has[modifier]);
  const character = CHARACTERS.get(base) ?? base;
  // Ctrl-@ is a NUL.
  const isNul = character === "@" && has.ctrl;
  const plain = [base, ...(isNul ? [] : [character]), ...(OTHERS[base] ?? [])];
  for (const style of STYLES) {
    const hasCapitals = base.length > 1 || (style.hasCapitals && modifiers.length > 0);
    const bases = hasCapitals ? plain.flatMap((name) => [name, name.toUpperCase(), capital(name)]) : plain;
    for (const order of orders(modifiers))
      for (const name of bases) yield [...order.map((modifier) => style[modifier]), name].join(style.joint);
  }
  if (has.ctrl && modifiers.length === 1 && base.length === 1) yield* [`^${base}`, `^${base.toUpperCase()}`];
}

test("every spelling of a key is the same key", () => {
  const seen = new Map<string, string>();
  const keys = [...allKeys()];
  for (const key of keys)
    for (const spelling of new Set(spellings(key))) {
      assert.equal(parseKey(spelling), key, spelling);
      assert.equal(seen.get(spelling) ?? key, key, `${spelling} stands for two keys`);
      seen.set(spelling, key);
    }
  assert.ok(seen.size > 20 * keys.length, `only ${seen.size} spellings`);
});

for (const [spelling, key] of [
  ["Ctrl+C", "ctrl_c"],
  ["^C", "ctrl_c"],
  ["^@", "ctrl_space"],
  ["^\\", "ctrl_backslash"],
  ["^_", "ctrl_underscore"],
  ["C-M-x", "ctrl_alt_x"],
  ["S-Tab", "shift_tab"],
  ["BackTab", "shift_tab"],
  ["M-BTab", "alt_shift_tab"],
  ["Shift-Ctrl_Page-Up", "ctrl_shift_page_up"],
  ["Ctrl+Enter", "ctrl_enter"],
  ["Ctrl+Shift+C", "ctrl_shift_c"],
  ["C-m", "ctrl_m"],
  ["^[", "ctrl_left_bracket"],
  ["Ctrl+/", "ctrl_slash"],
  ["Ctrl++", "ctrl_plus"],
  ["C--", "ctrl_minus"],
  ["M-X", "alt_shift_x"],
  ["Alt+X", "alt_x"],
  ["A", "shift_a"],
  ["/", "slash"],
  ["M-@", "alt_at"],
  ["Super+Up", "super_up"],
] as const)
  test(`${spelling} is ${key}`, () => {
    assert.equal(parseKey(spelling), key);
    assert.deepEqual(validateAction({ type: "key", key: spelling }), { type: "key", key });
  });

const refused: [name: unknown, hint: string][] = [
  ["entr", "did you mean enter?"],
  ["pgdwn", "did you mean page_down?"],
  ["Ctrl+Pgdwn", "did you mean ctrl_page_down?"],
  ["ctlr+c", "did you mean ctrl_c?"],
  ["f13", "did you mean f1?"],
  ["up ", "did you mean up?"],
  ["ctrl_ctrl_up", "did you mean ctrl_up?"],
  ["Cmd+C", "its program never hears of it; did you mean ctrl_c?"],
  ["Win", "its program never hears of it"],
  ["Meta+x", "Meta is Alt in a terminal and Cmd in a browser; did you mean alt_x?"],
  ["s-Tab", "Super to others; did you mean shift_tab?"],
  ...["", " ", "é", "aa", "f0", "alt_", "constructor", "alt_constructor", "__proto__"].map((name): [string, string] => [
    name,
    "",
  ]),
  ["a".repeat(1_000_000), ""],
  [7, ""],
];
for (const [name, hint] of refused)
  test(`${String(name).slice(0, 40)} is no key, and the error says what to write`, () => {
    assert.throws(
      () => parseKey(name as string),
      (error: unknown) => {
        assert.ok(error instanceof InvalidArgumentError);
        assert.deepEqual([error.field, error.code], ["key", "invalid_key"]);
        assert.match(error.message, /expected a name such as .*ctrl_c/);
        assert.ok(error.message.includes(hint), error.message);
        return true;
      },
    );
  });
