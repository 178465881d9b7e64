const LETTERS = [
  ...(["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"] as const),
  ...(["n", "o", "p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z"] as const),
] as const;
const DIGITS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

/** Keys whose sequences have room for xterm's modifier parameter. */
export const NAVIGATION_KEYS = [
  ...(["up", "down", "left", "right", "home", "end", "page_up", "page_down", "insert", "delete"] as const),
  ...(["f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12"] as const),
] as const;

/** Keys that stand for one control character, or for a blank. */
export const CONTROL_KEYS = ["enter", "escape", "tab", "backspace", "space"] as const;

/** Punctuation by name, as it is printed on a US keyboard: the key alone, and with Shift. */
const PUNCTUATION = {
  grave: "`",
  minus: "-",
  equal: "=",
  left_bracket: "[",
  right_bracket: "]",
  backslash: "\\",
  semicolon: ";",
  apostrophe: "'",
  comma: ",",
  period: ".",
  slash: "/",
  tilde: "~",
  underscore: "_",
  plus: "+",
  left_brace: "{",
  right_brace: "}",
  pipe: "|",
  colon: ":",
  double_quote: '"',
  less: "<",
  greater: ">",
  question: "?",
  exclamation: "!",
  at: "@",
  hash: "#",
  dollar: "$",
  percent: "%",
  caret: "^",
  ampersand: "&",
  asterisk: "*",
  left_paren: "(",
  right_paren: ")",
} as const;

/** The numeric keypad, which application keypad mode turns from characters into sequences. */
export const KEYPAD_KEYS = [
  ...(["kp_0", "kp_1", "kp_2", "kp_3", "kp_4", "kp_5", "kp_6", "kp_7", "kp_8", "kp_9"] as const),
  ...(["kp_decimal", "kp_divide", "kp_multiply", "kp_minus", "kp_plus", "kp_equal", "kp_enter"] as const),
] as const;

export type NavigationKey = (typeof NAVIGATION_KEYS)[number];
export type ControlKey = (typeof CONTROL_KEYS)[number];
export type KeypadKey = (typeof KEYPAD_KEYS)[number];
type Letter = (typeof LETTERS)[number];
type CharacterKey = Letter | (typeof DIGITS)[number] | keyof typeof PUNCTUATION;
/** What modifiers may stand before. */
export type BaseKey = ControlKey | NavigationKey | KeypadKey | CharacterKey;

/** Modifiers in the order of a canonical name. */
export const MODIFIERS = ["ctrl", "alt", "shift", "super"] as const;
export type Modifier = (typeof MODIFIERS)[number];

/** The canonical name of a key, modifiers in the order ctrl, alt, shift, super. */
export type Key = `${"ctrl_" | ""}${"alt_" | ""}${"shift_" | ""}${"super_" | ""}${BaseKey}`;

/** Characters by the names of their keys. */
export const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ...[...LETTERS, ...DIGITS].map((character) => [character, character] as const),
  ...Object.entries(PUNCTUATION),
]);

/** The names of keys by their characters. */
export const CHARACTER_NAMES: ReadonlyMap<string, string> = new Map(
  [...CHARACTERS].map(([name, character]) => [character, name]),
);

const UNSHIFTED = "`1234567890-=[]\\;',./abcdefghijklmnopqrstuvwxyz";
const SHIFTED = '~!@#$%^&*()_+{}|:"<>?ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** What Shift makes of a character on a US keyboard; the character itself where it makes nothing of it. */
export const shifted = (character: string): string => SHIFTED[UNSHIFTED.indexOf(character)] ?? character;

/** The key that a character is on, if Shift is needed for it. */
export const unshifted = (character: string): string | undefined =>
  SHIFTED.includes(character) ? UNSHIFTED[SHIFTED.indexOf(character)] : undefined;

const BASE_KEYS: readonly BaseKey[] = [
  ...CONTROL_KEYS,
  ...NAVIGATION_KEYS,
  ...KEYPAD_KEYS,
  ...LETTERS,
  ...DIGITS,
  ...(Object.keys(PUNCTUATION) as (keyof typeof PUNCTUATION)[]),
];
const IS_BASE_KEY: ReadonlySet<string> = new Set(BASE_KEYS);

// Without further ado a terminal has no Ctrl-H, I, J and M: they are the very bytes of backspace, tab, newline and enter.
const AMBIGUOUS = ["h", "i", "j", "m"] as const;
type PlainCtrlKey = `ctrl_${Exclude<Letter, (typeof AMBIGUOUS)[number]>}`;

/** The control characters that belong to no letter; Ctrl-[ is escape and so not among them. */
const CTRL_SYMBOLS = ["ctrl_space", "ctrl_backslash", "ctrl_right_bracket", "ctrl_caret", "ctrl_underscore"] as const;

/**
 * The keys that every program can tell apart. Any of `ctrl_`, `alt_`, `shift_` and `super_` may stand before those without one,
 * in this order: `ctrl_shift_left`, `alt_comma`.
 *
 * @example
 * ```ts
 * KEYS.includes("page_down"); // true
 * ```
 */
export const KEYS: readonly Key[] = Object.freeze([
  ...BASE_KEYS,
  "shift_tab",
  ...LETTERS.filter((letter) => !AMBIGUOUS.some((other) => other === letter)).map(
    (letter) => `ctrl_${letter}` as PlainCtrlKey,
  ),
  ...CTRL_SYMBOLS,
] satisfies Key[]);

/** A key's modifiers, and the name that they stand before. */
export type KeyParts = Readonly<Record<Modifier, boolean>> & { readonly base: string };

export function splitModifiers(name: string): KeyParts {
  const found = new Set<Modifier>();
  let base = name;
  for (;;) {
    const modifier = MODIFIERS.find((candidate) => base.startsWith(`${candidate}_`) && !found.has(candidate));
    if (modifier === undefined) break;
    found.add(modifier);
    base = base.slice(modifier.length + 1);
  }
  const has = (modifier: Modifier): boolean => found.has(modifier);
  return { ctrl: has("ctrl"), alt: has("alt"), shift: has("shift"), super: has("super"), base };
}

/** The name of a key with these modifiers. */
export const joinModifiers = ({ base, ...has }: KeyParts): string =>
  MODIFIERS.map((modifier) => (has[modifier] ? `${modifier}_` : "")).join("") + base;

/** Whether it is the canonical name of a key. */
export function isKey(name: string): name is Key {
  const parts = splitModifiers(name);
  return IS_BASE_KEY.has(parts.base) && joinModifiers(parts) === name;
}

/** Every canonical name. */
export function* allKeys(): Generator<Key> {
  for (let held = 0; held < 1 << MODIFIERS.length; held++)
    for (const base of BASE_KEYS) {
      const [ctrl, alt, shift, withSuper] = MODIFIERS.map((_, bit) => (held & (1 << bit)) !== 0);
      yield joinModifiers({ ctrl, alt, shift, super: withSuper, base }) as Key;
    }
}
