import { isSameKey, strokeOf } from "./key-stroke.js";
import { joinModifiers, splitModifiers, type Key } from "./keys.js";
import { kittyKey } from "./kitty-keys.js";
import { legacyKey, type LegacyModes, type SentKey } from "./legacy-keys.js";
import { modifiedOtherKey, type OtherKeysModes } from "./modify-other-keys.js";

/** The modes of the screen that change what keys send. */
export interface KeyModes extends LegacyModes, OtherKeysModes {
  /** What the program turned on of the kitty keyboard protocol, which then goes before modifyOtherKeys. */
  readonly keyboardFlags?: number | undefined;
}

/** What a terminal sends for a key while the screen is in these modes: its press, and its release if the program wants that too. */
export function encodeKey(key: Key, modes: KeyModes): string {
  return sentFor(key, modes).sent;
}

/** Says that the program gets another key, if what it asked for cannot tell the two apart. */
export function keyNote(key: Key, modes: KeyModes): string | undefined {
  const { as } = sentFor(key, modes);
  if (isSameKey(as, key)) return undefined;
  const hasAsked = (modes.keyboardFlags ?? 0) !== 0 || (modes.modifyOtherKeys ?? 0) !== 0;
  const why = hasAsked
    ? "what the program asked for does not tell them apart"
    : "the program did not ask for modified keys";
  return `${key} was sent as ${as}: ${why}`;
}

function sentFor(key: Key, modes: KeyModes): SentKey {
  const stroke = strokeOf(key);
  const inKitty = kittyKey(stroke, modes.keyboardFlags ?? 0);
  if (inKitty !== undefined) {
    const { press, release } = inKitty;
    if (press !== undefined) return { sent: press + release, as: key };
    const { sent, as } = legacyKey(stroke, modes);
    return { sent: sent + release, as: release === "" ? as : key };
  }
  const modified = modifiedOtherKey(stroke, modes);
  if (modified === undefined) return legacyKey(stroke, modes);
  return { sent: modified, as: joinModifiers({ ...splitModifiers(key), super: false }) as Key };
}
