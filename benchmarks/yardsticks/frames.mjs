// A program for transient.mjs: each frame shows a word of its own at the same place, with noise between the frames. With
// "marked", it says where a frame begins and ends (mode 2026).
import { writeSync } from "node:fs";

const [kind, count] = process.argv.slice(2);
const [begin, end] = kind === "marked" ? ["\x1b[?2026h", "\x1b[?2026l"] : ["", ""];

let output = "";
for (let i = 0; i < Number(count); i++) {
  let noise = "";
  for (let k = 0; k < 40; k++)
    noise += `\x1b[${10 + (k % 14)};${1 + ((i + k * 7) % 40)}H\x1b[3${k % 8}mnoise ${i * k} of a flood`;
  output += `${begin}\x1b[m\x1b[5;10Hword-${i}.\x1b[K${end}${noise}`;
}
const bytes = Buffer.from(output);
for (let at = 0; at < bytes.length;)
  at += writeSync(1, bytes, at, 65_536 < bytes.length - at ? 65_536 : bytes.length - at);
