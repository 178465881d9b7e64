import { InvalidArgumentError, nearestWord, shown } from "../../base/index.js";
import type { Key, Modifier } from "./keys.js";
import {
  CHARACTERS,
  CHARACTER_NAMES,
  CONTROL_KEYS,
  KEYPAD_KEYS,
  NAVIGATION_KEYS,
  allKeys,
  isKey,
  joinModifiers,
  splitModifiers,
} from "./keys.js";

/** No name is longer; what is comes from elsewhere and is not worth a search for what was meant. */
const MAX_NAME_CHARS = 60;

const MODIFIER_WORDS: ReadonlyMap<string, Modifier> = new Map([
  ...(["ctrl", "control", "ctl", "c"] as const).map((word) => [word, "ctrl"] as const),
  ...(["alt", "option", "opt", "a", "m"] as const).map((word) => [word, "alt"] as const),
  ...(["shift", "s"] as const).map((word) => [word, "shift"] as const),
  ["super", "super"],
]);

interface UnclearModifier {
  readonly probably: Modifier;
  readonly why: string;
}

const NOT_PASSED_ON: UnclearModifier = {
  probably: "ctrl",
  why: "a terminal keeps this modifier to itself, its program never hears of it",
};

/** Words that do not say which key is meant, and the one it probably is. */
const UNCLEAR_MODIFIERS: ReadonlyMap<string, UnclearModifier> = new Map([
  ["meta", { probably: "alt", why: "Meta is Alt in a terminal and Cmd in a browser" }],
  ["s", { probably: "shift", why: "s- is Shift to some programs and Super to others" }],
  ...["cmd", "command", "win", "windows", "hyper", "fn", "globe"].map((word): [string, UnclearModifier] => [
    word,
    NOT_PASSED_ON,
  ]),
]);

/** What people, browsers and other programs call keys, beside the names here. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  enter: ["return", "ret", "cr"],
  escape: ["esc"],
  backspace: ["bs", "bspace"],
  space: ["spc", "spacebar"],
  shift_tab: ["backtab", "back_tab", "btab"],
  delete: ["del"],
  insert: ["ins"],
  page_up: ["pgup", "pg_up"],
  page_down: ["pgdn", "pgdown", "pg_dn", "pg_down"],
  up: ["arrowup", "arrow_up", "up_arrow"],
  down: ["arrowdown", "arrow_down", "down_arrow"],
  left: ["arrowleft", "arrow_left", "left_arrow"],
  right: ["arrowright", "arrow_right", "right_arrow"],
  kp_plus: ["numpadadd", "kp_add"],
  kp_minus: ["numpadsubtract", "kp_subtract"],
  grave: ["backquote", "backtick"],
  minus: ["hyphen", "dash"],
  equal: ["equals"],
  period: ["dot"],
  hash: ["number_sign"],
  asterisk: ["star"],
};

/** Names without modifiers, in lower case with "_" between words, or with nothing there. */
const BASES: ReadonlyMap<string, string> = new Map(
  [...CONTROL_KEYS, ...NAVIGATION_KEYS, ...KEYPAD_KEYS, ...CHARACTERS.keys()]
    .flatMap((name) => [[name, name] as const, [name.replaceAll("_", ""), name] as const])
    .concat(KEYPAD_KEYS.map((name) => [name.replace("kp_", "numpad"), name] as const))
    .concat(Object.entries(OTHER_NAMES).flatMap(([name, others]) => others.map((other) => [other, name] as const))),
);

/** A word and what joins it to the next: "Ctrl+", "ctrl_", "C-", "Ctrl + ". The last may be a joining character itself. */
const LEADING_WORD = /^([a-z]+)(?:\s*[-+_]\s*|\s+)(?=\S)/i;

interface Spelling {
  readonly modifiers: ReadonlySet<Modifier>;
  /** What is left behind the modifiers, as it was written. */
  readonly rest: string;
  /** "M-x" and "A-x" come from programs to which "M-X" is another key; and a capital alone is one. */
  readonly isCaseTold: boolean;
}

function read(spelling: string): Spelling {
  const modifiers = new Set<Modifier>();
  if (/^\^.$/u.test(spelling)) return { modifiers: modifiers.add("ctrl"), rest: spelling.slice(1), isCaseTold: false };
  let rest = spelling;
  let isCaseTold = spelling.length === 1;
  for (;;) {
    const [joined = "", word = ""] = LEADING_WORD.exec(rest) ?? [];
    const modifier = UNCLEAR_MODIFIERS.has(word) ? undefined : MODIFIER_WORDS.get(word.toLowerCase());
    if (modifier === undefined || modifiers.has(modifier)) return { modifiers, rest, isCaseTold };
    modifiers.add(modifier);
    isCaseTold ||= modifier === "alt" && word.length === 1;
    rest = rest.slice(joined.length);
  }
}

const underscored = (name: string): string => name.toLowerCase().replaceAll(/[-_ ]/g, "_");

function compose(modifiers: ReadonlySet<Modifier>, base: string): string {
  const own = splitModifiers(base);
  const has = (modifier: Modifier): boolean => modifiers.has(modifier) || own[modifier];
  return joinModifiers({
    ctrl: has("ctrl"),
    alt: has("alt"),
    shift: has("shift"),
    super: has("super"),
    base: own.base,
  });
}

/** The name of what stands behind the modifiers; undefined if it is none. */
function baseOf({ modifiers, rest, isCaseTold }: Spelling): string | undefined {
  if (rest.length !== 1) return BASES.get(underscored(rest));
  // Ctrl-@ is how a NUL is written, which is typed with the space bar.
  if (rest === "@" && modifiers.has("ctrl")) return "space";
  const name = CHARACTER_NAMES.get(rest.toLowerCase());
  return isCaseTold && !modifiers.has("ctrl") && /^[A-Z]$/.test(rest) ? `shift_${name}` : name;
}

/**
 * The canonical name of a key, however it is written: as here (`ctrl_c`, `page_down`), as on a keyboard (`Ctrl+C`, `PgDn`,
 * `Esc`), as in a browser (`ArrowUp`), as in Emacs, vim and tmux (`C-c`, `M-x`, `S-Tab`), with a caret (`^C`), or by its character
 * (`Ctrl+/`). Throws an InvalidArgumentError with the code `invalid_key` that names the nearest key.
 *
 * @example
 * ```ts
 * parseKey("Ctrl+Shift+Up"); // "ctrl_shift_up"
 * parseKey("^C"); // "ctrl_c"
 * ```
 */
export function parseKey(name: Key | (string & {})): Key {
  if (typeof name !== "string" || name.length > MAX_NAME_CHARS) throw unknownKey(name, "");
  if (isKey(name)) return name;
  const spelling = read(name);
  const base = baseOf(spelling);
  const key = base === undefined ? "" : compose(spelling.modifiers, base);
  if (!isKey(key)) throw unknownKey(name, hint(spelling, base));
  return key;
}

function unknownKey(name: unknown, why: string): InvalidArgumentError {
  return new InvalidArgumentError(
    "key",
    `unknown key ${shown(name)}${why === "" ? "" : ` (${why})`}; expected a name such as enter, escape, tab, shift_tab, up, ` +
      "page_down, f5, ctrl_c, alt_b or ctrl_shift_left, also written Ctrl+C, C-c or ^C (KEYS lists them); send text as text",
    "invalid_key",
  );
}

function hint({ modifiers, rest }: Spelling, base: string | undefined): string {
  const [first = "", ...others] = rest.split(/[-+_\s]+/);
  const unclear = UNCLEAR_MODIFIERS.get(first === "s" ? first : first.toLowerCase());
  if (unclear !== undefined && rest.length > 1) {
    const key = compose(new Set([...modifiers, unclear.probably]), BASES.get(others.join("_").toLowerCase()) ?? "");
    return `${unclear.why}${isKey(key) ? `; did you mean ${key}?` : ""}`;
  }
  const meant = rest.length > 1 ? nearestKey(modifiers, rest, base) : undefined;
  return meant === undefined ? "" : `did you mean ${meant}?`;
}

function nearestKey(modifiers: ReadonlySet<Modifier>, rest: string, base: string | undefined): string | undefined {
  const name = underscored(rest);
  const near = base ?? BASES.get(nearestWord(name, [...BASES.keys()]) ?? "");
  const found = near === undefined ? "" : compose(modifiers, near);
  return isKey(found) ? found : nearestWord(compose(modifiers, name), [...allKeys()]);
}
