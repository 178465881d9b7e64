import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeKey, type Key } from "./index.js";
import { strokeOf } from "./key-stroke.js";
import { allKeys } from "./keys.js";

// A program's side of the kitty keyboard protocol, written from its specification alone: what arrives, taken to pieces again.

const [DISAMBIGUATE, EVENTS, ALTERNATES, ALL, TEXT] = [1, 2, 4, 8, 16];

const LETTER_KEYS: Readonly<Record<string, string>> = {
  ...{ A: "up", B: "down", C: "right", D: "left", H: "home", F: "end", P: "f1", Q: "f2", S: "f4" },
};
const TILDE_KEYS: Readonly<Record<number, string>> = {
  ...{ 2: "insert", 3: "delete", 5: "page_up", 6: "page_down", 13: "f3", 15: "f5", 17: "f6", 18: "f7" },
  ...{ 19: "f8", 20: "f9", 21: "f10", 23: "f11", 24: "f12" },
};
const CODE_KEYS: Readonly<Record<number, string>> = {
  ...{ 9: "tab", 13: "enter", 27: "escape", 32: "space", 127: "backspace" },
  ...{ 57409: "kp_decimal", 57410: "kp_divide", 57411: "kp_multiply", 57412: "kp_minus", 57413: "kp_plus" },
  ...{ 57414: "kp_enter", 57415: "kp_equal" },
  ...Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [57_399 + digit, `kp_${digit}`])),
};

interface Event {
  /** A name, or the character of the key alone. */
  readonly key: string;
  readonly modifiers: number;
  readonly type: number;
  readonly shifted: number | undefined;
  readonly text: string;
}

const FORM = /^\x1b\[(?:(\d+)(?::(\d+))?)?(?:;(\d+)?(?::([123]))?)?(?:;(\d+(?::\d+)*))?([u~ABCDFHPQS])/;

function events(sent: string): Event[] {
  const found: Event[] = [];
  let rest = sent;
  while (rest !== "") {
    const match = FORM.exec(rest);
    assert.ok(match !== null, `no sequence of the protocol: ${JSON.stringify(rest)}`);
    const [all, code, shifted, modifiers = "1", type = "1", text = "", final] = match;
    const number = Number(code ?? 1);
    const named = final === "u" ? CODE_KEYS[number] : final === "~" ? TILDE_KEYS[number] : LETTER_KEYS[final];
    if (final !== "u" && final !== "~") assert.equal(number, 1, "a letter has the number 1");
    assert.ok(final === "u" || named !== undefined, `no such key: ${JSON.stringify(all)}`);
    found.push({
      key: named ?? String.fromCodePoint(number),
      modifiers: Number(modifiers) - 1,
      type: Number(type),
      shifted: shifted === undefined ? undefined : Number(shifted),
      text: text === "" ? "" : String.fromCodePoint(...text.split(":").map(Number)),
    });
    rest = rest.slice(all.length);
  }
  return found;
}

const modes = { applicationCursor: true, applicationKeypad: true };
const KEYPAD_TEXT = /^kp_(?!enter)/;

interface Expected {
  readonly key: string;
  readonly modifiers: number;
  /** What a terminal types for it outside of all protocols; undefined if it types nothing. */
  readonly types: string | undefined;
}

function expected(name: Key): Expected {
  const { base, character, ctrl, alt, shift, super: isSuper } = strokeOf(name);
  const modifiers = (shift ? 1 : 0) + (alt ? 2 : 0) + (ctrl ? 4 : 0) + (isSuper ? 8 : 0);
  const hasText = (character !== undefined || KEYPAD_TEXT.test(base)) && (modifiers & ~1) === 0;
  const types = hasText ? encodeKey(name, { applicationCursor: false, applicationKeypad: false }) : undefined;
  return { key: character === undefined || character === " " ? base : character, modifiers, types };
}

const isTypedControl = ({ key, modifiers }: Expected): boolean =>
  modifiers === 0 && ["enter", "tab", "backspace"].includes(key);

test("every key with every modifier is told by the kitty protocol with every flag that tells keys apart", () => {
  let count = 0;
  for (let flags = 1; flags < 32; flags++) {
    if ((flags & (DISAMBIGUATE | ALL)) === 0) continue;
    for (const name of allKeys()) {
      const sent = encodeKey(name, { ...modes, keyboardFlags: flags });
      const wanted = expected(name);
      const place = `${name} with flags ${flags}: ${JSON.stringify(sent)}`;
      count++;
      if ((flags & ALL) === 0 && (wanted.types !== undefined || isTypedControl(wanted))) {
        const typed = wanted.types ?? { enter: "\r", tab: "\t", backspace: "\x7f" }[wanted.key];
        assert.equal(sent, typed, place);
        continue;
      }
      const [press, ...others] = events(sent);
      assert.deepEqual([press.key, press.modifiers, press.type], [wanted.key, wanted.modifiers, 1], place);
      const releases = (flags & EVENTS) === 0 ? [] : [{ ...press, type: 3, text: "" }];
      assert.deepEqual(others, releases, place);
      const isTextTold = (flags & TEXT) !== 0 && (flags & ALL) !== 0;
      assert.equal(press.text, isTextTold ? (wanted.types ?? "") : "", place);
      if (press.shifted !== undefined) {
        assert.ok((flags & ALTERNATES) !== 0 && (press.modifiers & 1) !== 0, place);
        assert.notEqual(String.fromCodePoint(press.shifted), press.key, place);
      }
      // A letter has a capital, which is told whenever it is asked for.
      if ((flags & ALTERNATES) !== 0 && (press.modifiers & 1) !== 0 && /^[a-z]$/.test(press.key))
        assert.equal(String.fromCodePoint(press.shifted ?? 0), press.key.toUpperCase(), place);
    }
  }
  assert.ok(count > 40_000, `only ${count}`);
});

test("with every flag no two keys are sent alike, but for two names of one key", () => {
  const sent = new Map<string, string>();
  for (const name of allKeys()) {
    const bytes = encodeKey(name, { ...modes, keyboardFlags: 31 });
    const { key, modifiers } = expected(name);
    const id = `${key} ${modifiers}`;
    assert.equal(sent.get(bytes) ?? id, id, name);
    sent.set(bytes, id);
  }
});

test("the flag for event types alone adds releases to what is sent without the protocol", () => {
  for (const name of allKeys()) {
    if (/^ctrl_[hijm]$/.test(name)) continue;
    const wanted = expected(name);
    const sent = encodeKey(name, { ...modes, keyboardFlags: EVENTS });
    const release = /\x1b\[\d+(?::\d+)?;\d+:3[u~A-S]$/.exec(sent)?.[0];
    const isTyped = wanted.types !== undefined || isTypedControl(wanted);
    assert.equal(release === undefined, isTyped, `${name}: ${JSON.stringify(sent)}`);
    if (release === undefined) continue;
    const [event] = events(release);
    assert.equal(event.modifiers, wanted.modifiers, name);
    assert.equal(event.type, 3);
  }
});
