export const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Keys whose sequences have room for xterm's modifier parameter. */
export const NAVIGATION_KEYS = [
  ...(["up", "down", "left", "right", "home", "end", "page_up", "page_down", "insert", "delete"] as const),
  ...(["f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12"] as const),
] as const;

/** Keys that stand for one character (shift_tab aside), which alt can only prefix with an escape. */
export const CHARACTER_KEYS = ["enter", "escape", "tab", "shift_tab", "backspace", "space"] as const;

// Ctrl-H, I, J and M are the very bytes of backspace, tab, newline and enter; a key that the program cannot tell from
// another would only mislead.
const CTRL_LETTERS = [
  "a",
  "b",
  "c",
  "d",
  "e",
  "f",
  "g",
  "k",
  "l",
  "n",
  "o",
  "p",
  "q",
  "r",
  "s",
  "t",
  "u",
  "v",
  "w",
  "x",
  "y",
  "z",
] as const;

/** The control characters that belong to no letter; Ctrl-[ is escape and so not among them. */
const CTRL_SYMBOLS = ["ctrl_space", "ctrl_backslash", "ctrl_right_bracket", "ctrl_caret", "ctrl_underscore"] as const;

/** The numeric keypad, which application keypad mode turns from characters into sequences. */
export const KEYPAD_KEYS = [
  ...(["kp_0", "kp_1", "kp_2", "kp_3", "kp_4", "kp_5", "kp_6", "kp_7", "kp_8", "kp_9"] as const),
  ...(["kp_decimal", "kp_divide", "kp_multiply", "kp_minus", "kp_plus", "kp_equal", "kp_enter"] as const),
] as const;

export type NavigationKey = (typeof NAVIGATION_KEYS)[number];
export type CharacterKey = (typeof CHARACTER_KEYS)[number];
export type KeypadKey = (typeof KEYPAD_KEYS)[number];
export type CtrlKey = `ctrl_${(typeof CTRL_LETTERS)[number]}` | (typeof CTRL_SYMBOLS)[number];
/** A key without xterm modifiers or alt. */
export type PlainKey = CharacterKey | NavigationKey | CtrlKey | KeypadKey;

type Letter = (typeof CTRL_LETTERS)[number] | "h" | "i" | "j" | "m";
type Digit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9";
type Modifiers = "ctrl_" | "alt_" | "shift_" | "ctrl_alt_" | "ctrl_shift_" | "alt_shift_" | "ctrl_alt_shift_";
/** The canonical name of a key, modifiers in the order ctrl, alt, shift. */
export type Key =
  | PlainKey
  | `alt_${CharacterKey | Letter | Digit}`
  | `ctrl_alt_${(typeof CTRL_LETTERS)[number]}`
  | `${Modifiers}${NavigationKey}`;

/**
 * Every plain name; `alt_`, `ctrl_` and `shift_` may be put before those for which a terminal has a sequence.
 *
 * @example
 * ```ts
 * KEYS.includes("page_down"); // true
 * ```
 */
export const KEYS: readonly PlainKey[] = Object.freeze([
  ...CHARACTER_KEYS,
  ...NAVIGATION_KEYS,
  ...CTRL_LETTERS.map((letter) => `ctrl_${letter}` as const),
  ...CTRL_SYMBOLS,
  ...KEYPAD_KEYS,
]);

/** Every canonical name. */
export const ALL_KEYS: ReadonlySet<string> = new Set<string>([
  ...KEYS,
  ...[...CHARACTER_KEYS, ...LETTERS, ..."0123456789"].map((name) => `alt_${name}`),
  ...CTRL_LETTERS.map((letter) => `ctrl_alt_${letter}`),
  ...["ctrl_", "alt_", "shift_", "ctrl_alt_", "ctrl_shift_", "alt_shift_", "ctrl_alt_shift_"].flatMap((modifiers) =>
    NAVIGATION_KEYS.map((name) => modifiers + name),
  ),
]);

const MODIFIERS = ["ctrl_", "alt_", "shift_"] as const;

/** A key's modifiers and the name they are put before; `ctrl_c` is one plain name, not a modified `c`. */
export function splitModifiers(name: string): { ctrl: boolean; alt: boolean; shift: boolean; base: string } {
  const found = new Set<string>();
  let base = name;
  for (;;) {
    const modifier = MODIFIERS.find((candidate) => base.startsWith(candidate) && !found.has(candidate));
    if (modifier === undefined) break;
    found.add(modifier);
    base = base.slice(modifier.length);
  }
  return { ctrl: found.has("ctrl_"), alt: found.has("alt_"), shift: found.has("shift_"), base };
}
