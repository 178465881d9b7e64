// A pager of the smallest kind, for machines without less: `node pager.mjs FILE`. j, k, G and q, as in less.
import { readFileSync } from "node:fs";

const [, , file] = process.argv;
if (file === undefined) throw new Error("say which file to show: node pager.mjs FILE");
const lines = readFileSync(file, "utf8").trimEnd().split("\n");
const height = () => process.stdout.rows - 1;
let top = 0;

function draw() {
  top = Math.max(0, Math.min(top, lines.length - height()));
  const shown = lines.slice(top, top + height());
  process.stdout.write(`\x1b[H\x1b[2J${shown.join("\r\n")}\x1b[${process.stdout.rows};1H:`);
}

process.stdout.write("\x1b[?1049h");
process.stdin.setRawMode(true);
process.stdout.on("resize", draw);
process.stdin.on("data", (bytes) => {
  for (const key of bytes.toString()) {
    if (key === "j") top++;
    if (key === "k") top--;
    if (key === "G") top = lines.length;
    if (key === "q") {
      process.stdout.write("\x1b[?1049l");
      process.exit(0);
    }
  }
  draw();
});
draw();
