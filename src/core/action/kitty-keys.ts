import type { Stroke } from "./key-stroke.js";
import { modifierParameter, typedBy } from "./key-stroke.js";
import { shifted, type KeypadKey } from "./keys.js";
import { FINAL, isOneOf, KEYPAD, NUMBER } from "./legacy-keys.js";

/** The progressive enhancements of the kitty keyboard protocol (https://sw.kovidgoyal.net/kitty/keyboard-protocol/). */
const DISAMBIGUATE = 1;
const EVENT_TYPES = 2;
const ALTERNATE_KEYS = 4;
const ALL_AS_ESCAPE_CODES = 8;
const ASSOCIATED_TEXT = 16;

const RELEASE = 3;

/** The protocol's numbers for keys that Unicode has no character for begin here. */
const FIRST_KEYPAD_CODE = 57_399;
const KEYPAD_ORDER: readonly KeypadKey[] = [
  ...(["kp_0", "kp_1", "kp_2", "kp_3", "kp_4", "kp_5", "kp_6", "kp_7", "kp_8", "kp_9"] as const),
  ...(["kp_decimal", "kp_divide", "kp_multiply", "kp_minus", "kp_plus", "kp_enter", "kp_equal"] as const),
];

const CONTROLS: Readonly<Record<string, readonly [code: number, plain: string]>> = {
  enter: [13, "\r"],
  tab: [9, "\t"],
  backspace: [127, "\x7f"],
};

/** What a key is in a sequence: a number, and what ends it. */
interface KeyCode {
  readonly code: number;
  readonly final: string;
  /** Its text, if it types any. */
  readonly text: string;
  /** What it types with Shift, if that is something else. */
  readonly shiftedCode: number | undefined;
}

/**
 * What is sent with these flags for a press, and for the release behind it; undefined for what stays as it is without the
 * protocol. Enter, Tab and Backspace alone stay so unless all keys are asked for: a shell left in this mode can still be typed into.
 */
export function kittyKey(
  stroke: Stroke,
  flags: number,
): { readonly press: string | undefined; readonly release: string } | undefined {
  if ((flags & (DISAMBIGUATE | EVENT_TYPES | ALL_AS_ESCAPE_CODES)) === 0) return undefined;
  const isAll = (flags & ALL_AS_ESCAPE_CODES) !== 0;
  const isUnambiguous = isAll || (flags & DISAMBIGUATE) !== 0;
  const key = keyCode(stroke, isUnambiguous);
  const modifiers = modifierParameter(stroke);
  const plain = modifiers === 1 ? CONTROLS[stroke.base]?.[1] : undefined;
  if (!isAll && plain !== undefined) return { press: plain, release: "" };
  if (!isAll && key.text !== "") return { press: key.text, release: "" };
  const release = (flags & EVENT_TYPES) === 0 ? "" : sequence(key, flags, modifiers, RELEASE);
  // Without the first flag, what has a character of its own, or with Ctrl and Alt a control character, is still sent as that.
  const isLegacy = !isUnambiguous && (stroke.character !== undefined || stroke.base === "escape" || isKeypad(stroke));
  return { press: isLegacy ? undefined : sequence(key, flags, modifiers), release };
}

const isKeypad = ({ base }: Stroke): boolean => isOneOf(KEYPAD, base);

function keyCode(stroke: Stroke, isUnambiguous: boolean): KeyCode {
  const { base, character, ctrl, alt, super: isSuper } = stroke;
  const typesText = !ctrl && !alt && !isSuper;
  const plain = { final: "u", text: "", shiftedCode: undefined };
  if (character !== undefined) {
    const other = stroke.shift ? shifted(character) : character;
    const shiftedCode = other === character ? undefined : codeOf(other);
    return { ...plain, code: codeOf(character), text: typesText ? (typedBy(stroke) ?? "") : "", shiftedCode };
  }
  if (isOneOf(KEYPAD, base)) {
    const [typed] = KEYPAD[base];
    const text = typesText && base !== "kp_enter" ? typed : "";
    return { ...plain, code: isUnambiguous ? FIRST_KEYPAD_CODE + KEYPAD_ORDER.indexOf(base) : codeOf(typed), text };
  }
  // CSI R is a report of the cursor's position.
  if (base === "f3") return { ...plain, code: 13, final: "~" };
  if (isOneOf(FINAL, base)) return { ...plain, code: 1, final: FINAL[base] ?? "" };
  if (isOneOf(NUMBER, base)) return { ...plain, code: NUMBER[base] ?? 0, final: "~" };
  return { ...plain, code: CONTROLS[base]?.[0] ?? 27 };
}

const codeOf = (character: string): number => character.codePointAt(0) as number;

/** `CSI code : shifted ; modifiers : event ; text u`, without what goes without saying. */
function sequence(key: KeyCode, flags: number, modifiers: number, event?: number): string {
  const alternate = (flags & ALTERNATE_KEYS) === 0 ? undefined : key.shiftedCode;
  const isTextTold = (flags & ASSOCIATED_TEXT) !== 0 && (flags & ALL_AS_ESCAPE_CODES) !== 0 && event === undefined;
  const text = isTextTold ? [...key.text].map(codeOf).join(":") : "";
  const second = event === undefined ? (modifiers === 1 ? "" : String(modifiers)) : `${modifiers}:${event}`;
  const first = key.code === 1 && second === "" ? "" : `${key.code}${alternate === undefined ? "" : `:${alternate}`}`;
  const fields = text !== "" ? [first, second, text] : second !== "" ? [first, second] : [first];
  return `\x1b[${fields.join(";")}${key.final}`;
}
