import { splitModifiers, type CharacterKey, type Key, type KeypadKey, type NavigationKey } from "./keys.js";

/** The modes of the screen that change what keys send. */
export interface KeyModes {
  /** DECCKM: arrows, home and end send SS3 instead of CSI. */
  readonly applicationCursor: boolean;
  /** DECNKM: the numeric keypad sends SS3 instead of characters. */
  readonly applicationKeypad: boolean;
  /** What the program turned on of the kitty keyboard protocol; its first flag is "disambiguate escape codes". */
  readonly keyboardFlags?: number | undefined;
}

const DISAMBIGUATE = 1;

const ESC = "\x1b";
const CSI = "\x1b[";
const SS3 = "\x1bO";

const CHARACTERS: Record<CharacterKey, string> = {
  enter: "\r",
  escape: ESC,
  tab: "\t",
  shift_tab: `${CSI}Z`,
  backspace: "\x7f",
  space: " ",
};

// xterm's "PC-style function keys": a final letter, or a number before "~".
const FINAL: Partial<Record<NavigationKey, string>> = {
  up: "A",
  down: "B",
  right: "C",
  left: "D",
  home: "H",
  end: "F",
  f1: "P",
  f2: "Q",
  f3: "R",
  f4: "S",
};
const NUMBER: Partial<Record<NavigationKey, number>> = {
  insert: 2,
  delete: 3,
  page_up: 5,
  page_down: 6,
  f5: 15,
  f6: 17,
  f7: 18,
  f8: 19,
  f9: 20,
  f10: 21,
  f11: 23,
  f12: 24,
};

const KEYPAD: Record<KeypadKey, readonly [character: string, application: string]> = {
  kp_0: ["0", "p"],
  kp_1: ["1", "q"],
  kp_2: ["2", "r"],
  kp_3: ["3", "s"],
  kp_4: ["4", "t"],
  kp_5: ["5", "u"],
  kp_6: ["6", "v"],
  kp_7: ["7", "w"],
  kp_8: ["8", "x"],
  kp_9: ["9", "y"],
  kp_decimal: [".", "n"],
  kp_divide: ["/", "o"],
  kp_multiply: ["*", "j"],
  kp_minus: ["-", "m"],
  kp_plus: ["+", "k"],
  kp_equal: ["=", "X"],
  kp_enter: ["\r", "M"],
};

const CTRL_SYMBOLS: Record<string, string> = {
  space: "\0",
  backslash: "\x1c",
  right_bracket: "\x1d",
  caret: "\x1e",
  underscore: "\x1f",
};

/** Code points that the kitty protocol gives to keys that have a character of their own. */
const CODE_POINTS: Record<string, number> = {
  enter: 13,
  escape: 27,
  tab: 9,
  backspace: 127,
  space: 32,
  backslash: 92,
  right_bracket: 93,
  caret: 94,
  underscore: 95,
};

/**
 * `CSI code ; modifiers u`, for what is ambiguous without it: Escape, and characters with Ctrl or Alt. Plain Enter, Tab
 * and Backspace stay as they are, so that a shell left in this mode can still be typed into.
 */
function disambiguated(name: Key): string | undefined {
  const { ctrl, alt, shift, base } = splitModifiers(name);
  const code = CODE_POINTS[base] ?? (base.length === 1 ? base.codePointAt(0) : undefined);
  const modifier = 1 + (shift ? 1 : 0) + (alt ? 2 : 0) + (ctrl ? 4 : 0);
  if (code === undefined || (modifier === 1 && base !== "escape")) return undefined;
  return modifier === 1 ? `${CSI}${code}u` : `${CSI}${code};${modifier}u`;
}

/** What a terminal sends for a key while the screen is in these modes. */
export function encodeKey(name: Key, modes: KeyModes): string {
  if (((modes.keyboardFlags ?? 0) & DISAMBIGUATE) !== 0) {
    const sequence = disambiguated(name);
    if (sequence !== undefined) return sequence;
  }
  if (isOneOf(CHARACTERS, name)) return CHARACTERS[name];
  if (isOneOf(KEYPAD, name)) return modes.applicationKeypad ? SS3 + KEYPAD[name][1] : KEYPAD[name][0];

  const { ctrl, alt, shift, base } = splitModifiers(name);
  const modifier = 1 + (shift ? 1 : 0) + (alt ? 2 : 0) + (ctrl ? 4 : 0);
  if (isOneOf(FINAL, base)) {
    if (modifier > 1) return `${CSI}1;${modifier}${FINAL[base]}`;
    const isFunctionKey = base.startsWith("f");
    return (isFunctionKey || modes.applicationCursor ? SS3 : CSI) + FINAL[base];
  }
  if (isOneOf(NUMBER, base)) return `${CSI}${NUMBER[base]}${modifier > 1 ? `;${modifier}` : ""}~`;

  const meta = alt ? ESC : "";
  if (ctrl) return meta + (CTRL_SYMBOLS[base] ?? String.fromCharCode(base.charCodeAt(0) & 0x1f));
  const character = shift ? `shift_${base}` : base;
  return meta + (isOneOf(CHARACTERS, character) ? CHARACTERS[character] : character);
}

function isOneOf<T extends object>(table: T, name: string): name is Extract<keyof T, string> {
  return Object.hasOwn(table, name);
}
