// What is printed in the bulk rows. Made anew from the same recipe each time, so that runs compare.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const WORDS = "the quick brown fox jumps over the lazy dog while seven wizards mix vials".split(" ");
/** @param {number} i @param {number} count */
const words = (i, count) => Array.from({ length: count }, (_, k) => WORDS[(i * 7 + k * 3) % WORDS.length]).join(" ");

/** @type {Record<string, (i: number) => string>} */
const kinds = {
  ascii: (i) => `${i} ${words(i, 11)}\n`,
  color: (i) => `\x1b[3${i % 8}m${words(i, 2)}\x1b[0m \x1b[1;38;5;${i % 256}m${words(i + 1, 3)}\x1b[m ${words(i, 4)}\n`,
  unicode: (i) => `${i} zażółć gęślą jaźń ${words(i, 3)} 漢字かな交じり ─┼─ ${words(i, 2)} 🎉\n`,
  screen: (i) => `\x1b[${(i % 24) + 1};${((i * 13) % 70) + 1}H\x1b[K\x1b[7m${words(i, 2)}\x1b[27m ${i}`,
};

/** @type {Record<string, (i: number) => string>} */
export const WORKLOADS = {
  "scrolling ascii": kinds.ascii,
  mixed: (i) => Object.values(kinds)[Math.floor(i / 200) % 4](i),
};

export const END = "THE-END-OF-IT";

/** Writes a workload of about `megabytes` and returns its path. @param {string} scratch @param {string} name @param {number} megabytes */
export function makeWorkload(scratch, name, megabytes) {
  const parts = [];
  for (let i = 0, size = 0; size < megabytes * 1e6; i++) {
    const part = WORKLOADS[name](i);
    parts.push(part);
    size += Buffer.byteLength(part);
  }
  const path = join(scratch, `${name.replaceAll(" ", "-")}-${megabytes}.txt`);
  writeFileSync(path, `${parts.join("")}\x1b[m\n${END}\n`);
  return path;
}
