import type { Key, KeyParts } from "./keys.js";
import { CHARACTERS, CHARACTER_NAMES, joinModifiers, shifted, splitModifiers, unshifted } from "./keys.js";

/** A key as it is pressed on a US keyboard: the caret is Shift and 6. */
export interface Stroke extends KeyParts {
  /** The character of the key alone; undefined for one that has none. */
  readonly character: string | undefined;
}

export function strokeOf(key: Key): Stroke {
  const parts = splitModifiers(key);
  const character = parts.base === "space" ? " " : CHARACTERS.get(parts.base);
  const own = character === undefined ? undefined : unshifted(character);
  if (own === undefined) return { ...parts, character };
  return { ...parts, base: nameOf(own), shift: true, character: own };
}

/** What the key types if Ctrl, Alt and Super are left out of account. */
export const typedBy = ({ character, shift }: Stroke): string | undefined =>
  character !== undefined && shift ? shifted(character) : character;

/** The name of the key that types a character. */
export function nameOf(character: string): string {
  if (character === " ") return "space";
  return CHARACTER_NAMES.get(character) ?? `shift_${CHARACTER_NAMES.get(character.toLowerCase())}`;
}

/** Whether two names stand for the same key, as `caret` and `shift_6` do. */
export const isSameKey = (one: Key, other: Key): boolean =>
  joinModifiers(partsOf(strokeOf(one))) === joinModifiers(partsOf(strokeOf(other)));

const partsOf = ({ ctrl, alt, shift, super: isSuper, base }: Stroke): KeyParts => ({
  ctrl,
  alt,
  shift,
  super: isSuper,
  base,
});

/** The modifier parameter of xterm and the kitty protocol. */
export const modifierParameter = (held: Omit<KeyParts, "base">): number =>
  1 + (held.shift ? 1 : 0) + (held.alt ? 2 : 0) + (held.ctrl ? 4 : 0) + (held.super ? 8 : 0);
