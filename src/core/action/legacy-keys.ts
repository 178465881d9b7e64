import { InvalidArgumentError } from "../../base/index.js";
import type { Stroke } from "./key-stroke.js";
import { modifierParameter, nameOf, typedBy } from "./key-stroke.js";
import { joinModifiers, splitModifiers, type Key, type KeypadKey, type NavigationKey } from "./keys.js";

/** The modes that change what a key sends without any protocol for modified keys. */
export interface LegacyModes {
  /** DECCKM: arrows, home and end send SS3 instead of CSI. */
  readonly applicationCursor: boolean;
  /** DECNKM: the numeric keypad sends SS3 instead of characters. */
  readonly applicationKeypad: boolean;
}

/** What goes to the program, and which key that is to it. */
export interface SentKey {
  readonly sent: string;
  readonly as: Key;
}

const ESC = "\x1b";
const CSI = "\x1b[";
const SS3 = "\x1bO";

// xterm's "PC-style function keys": a final letter, or a number before "~".
export const FINAL: Partial<Record<NavigationKey, string>> = {
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
export const NUMBER: Partial<Record<NavigationKey, number>> = {
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

export const KEYPAD: Record<KeypadKey, readonly [character: string, application: string]> = {
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

/** Keys with Ctrl that make a control character, besides the letters: those of a VT, and the digits that stand in for them. */
const CONTROLS: Readonly<Record<string, number>> = {
  " ": 0,
  "@": 0,
  "2": 0,
  "[": 27,
  "3": 27,
  "\\": 28,
  "4": 28,
  "]": 29,
  "5": 29,
  "^": 30,
  "6": 30,
  "~": 30,
  _: 31,
  "/": 31,
  "7": 31,
  "?": 127,
  "8": 127,
};

/** Which key a control character is to a program. */
const CONTROL_NAMES: ReadonlyMap<number, string> = new Map([
  [0, "ctrl_space"],
  [8, "ctrl_backspace"],
  [9, "tab"],
  [13, "enter"],
  [27, "escape"],
  [28, "ctrl_backslash"],
  [29, "ctrl_right_bracket"],
  [30, "ctrl_caret"],
  [31, "ctrl_underscore"],
  [127, "backspace"],
]);

/** The control character that Ctrl makes of a character; undefined if it makes none. */
export function controlOf(character: string): number | undefined {
  return /^[a-z]$/i.test(character) ? character.charCodeAt(0) & 0x1f : CONTROLS[character];
}

/** What a terminal without a protocol for modified keys sends. What it has no way to say of the modifiers is left out. */
export function legacyKey(stroke: Stroke, modes: LegacyModes): SentKey {
  const { base, ctrl, shift, alt, character } = stroke;
  if (isOneOf(FINAL, base) || isOneOf(NUMBER, base)) return navigationKey(stroke, modes);
  if (isOneOf(KEYPAD, base)) {
    const sent = modes.applicationKeypad ? SS3 + KEYPAD[base][1] : KEYPAD[base][0];
    return withAlt(alt, { sent, as: base });
  }
  if (character !== undefined) return withAlt(alt, characterKey(stroke));
  if (base === "tab") return withAlt(alt, shift ? { sent: `${CSI}Z`, as: "shift_tab" } : { sent: "\t", as: "tab" });
  if (base === "backspace")
    return withAlt(alt, ctrl ? { sent: "\b", as: "ctrl_backspace" } : { sent: "\x7f", as: "backspace" });
  return withAlt(alt, base === "enter" ? { sent: "\r", as: "enter" } : { sent: ESC, as: "escape" });
}

/** Modified or not, xterm has always told them apart; it knows no Super. */
function navigationKey(stroke: Stroke, modes: LegacyModes): SentKey {
  const { base } = stroke;
  const parts = { ...stroke, super: false };
  const as = joinModifiers({ ...splitModifiers(base), ctrl: parts.ctrl, alt: parts.alt, shift: parts.shift }) as Key;
  const modifier = modifierParameter(parts);
  if (isOneOf(NUMBER, base)) return { sent: `${CSI}${NUMBER[base]}${modifier > 1 ? `;${modifier}` : ""}~`, as };
  const final = FINAL[base as NavigationKey] ?? "";
  if (modifier > 1) return { sent: `${CSI}1;${modifier}${final}`, as };
  return { sent: (base.startsWith("f") || modes.applicationCursor ? SS3 : CSI) + final, as };
}

/** Ctrl with these letters alone is another key's byte, and whoever writes it means to tell them apart. */
const BYTES_OF_OTHERS: Readonly<Record<string, string>> = { h: "backspace", i: "tab", j: "enter", m: "enter" };

function characterKey(stroke: Stroke): SentKey {
  const typed = typedBy(stroke) ?? "";
  if (!stroke.ctrl) return { sent: typed, as: nameOf(typed) as Key };
  const control = controlOf(typed);
  if (control === undefined) return { sent: typed, as: nameOf(typed) as Key };
  const { base, alt, shift, super: isSuper } = stroke;
  if (Object.hasOwn(BYTES_OF_OTHERS, base) && !alt && !shift && !isSuper) refuseByte(base, BYTES_OF_OTHERS[base]);
  const name = CONTROL_NAMES.get(control) ?? `ctrl_${String.fromCharCode(control + 0x60)}`;
  return { sent: String.fromCharCode(control), as: name as Key };
}

function refuseByte(letter: string, other: string): never {
  throw new InvalidArgumentError(
    "key",
    `unknown key "ctrl_${letter}" to a program that did not ask for modified keys; did you mean ${other}?`,
    "invalid_key",
  );
}

function withAlt(alt: boolean, { sent, as }: SentKey): SentKey {
  return alt ? { sent: ESC + sent, as: joinModifiers({ ...splitModifiers(as), alt }) as Key } : { sent, as };
}

export function isOneOf<T extends object>(table: T, name: string): name is Extract<keyof T, string> {
  return Object.hasOwn(table, name);
}
