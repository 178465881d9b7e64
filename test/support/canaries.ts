import type { Random } from "./random.js";

/** Something that a program might print, and the part of it that nobody must see. */
export interface Canary {
  readonly shape: string;
  readonly text: string;
  readonly secret: string;
}

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const ALNUM = `${UPPER}abcdefghijklmnopqrstuvwxyz0189`;

/** One of each documented shape, with random values. */
export function canaries(random: Random): Canary[] {
  // Always with letters and digits, so that no value can be taken for a word.
  const value = (length: number): string => `q7${random.text(length - 4, ALNUM)}X2`;
  const whole = (shape: string, text: string): Canary => ({ shape, text, secret: text });
  const inside = (shape: string, before: string, after = "", length = 30): Canary => {
    const secret = value(length);
    return { shape, text: before + secret + after, secret };
  };
  return [
    whole("sk-…", `sk-${value(45)}`),
    whole("AKIA…", `AKIA${random.text(16, UPPER)}`),
    whole("ghp_…", `ghp_${value(36)}`),
    whole("github_pat_…", `github_pat_${value(60)}`),
    whole("xoxb-…", `xoxb-${value(12)}-${value(24)}`),
    whole("JWT", `eyJ${value(20)}.eyJ${value(25)}.${value(30)}`),
    inside("Bearer", "Bearer ", "", 40),
    inside("URL", "https://user:", "@host.example/"),
    inside("MY_TOKEN=", "MY_TOKEN="),
    inside('"token": "…"', '{"token": "', '"}'),
    inside("password:", "password: "),
    inside("api_key='…'", "api_key='", "'"),
  ];
}

/** A piece of the secret, long enough to be no accident, that can be seen in a text. */
export function leakIn(text: string, { secret }: Canary): string | undefined {
  // Any eight characters in a row hold four that begin at a multiple of five: without any of these there is no piece.
  let isClean = true;
  for (let at = 0; at + 4 <= secret.length && isClean; at += 5) isClean = !text.includes(secret.slice(at, at + 4));
  if (isClean) return undefined;
  for (let at = 0; at + 8 <= secret.length; at++) {
    const piece = secret.slice(at, at + 8);
    if (text.includes(piece)) return piece;
  }
  return undefined;
}
