import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { SeededRandom } from "../../base/seeded-random.test.support.js";
import { redactSnapshot } from "./snapshot.js";
import { TerminalDriver } from "./terminal-driver.test.support.js";

const random = new SeededRandom(24);
const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const made = (count: number, width: number, kind = "RSA PRIVATE KEY"): string[] => [
  `-----BEGIN ${kind}-----`,
  ...Array.from({ length: count }, () => `${random.word(BASE64, width - 3)}aB3`),
  "Zq3vT8mW1xY5bQ==",
  `-----END ${kind}-----`,
];
const real = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
})
  .privateKey.trim()
  .split("\n");
/** 2048 bits, 4096 bits, OpenSSH's width, and one that nothing but its BEGIN and END lines betrays. */
const KEYS = [real, made(50, 64), made(37, 70, "OPENSSH PRIVATE KEY"), made(40, 48, "PGP PRIVATE KEY BLOCK")];

/** No eight characters of the body in a row, in the text and in the cells. */
function assertHidden(driver: TerminalDriver, key: readonly string[], why: string): string {
  const { plainText, cells } = redactSnapshot(driver.snapshot());
  const inCells = cells.map((cell) => cell.text).join("");
  for (const line of key.slice(1, -1))
    for (let at = 0; at + 8 <= line.length; at++)
      for (const shown of [plainText, inCells])
        assert.ok(!shown.includes(line.slice(at, at + 8)), `${why}: ${line}\n${plainText}`);
  return plainText;
}

test("S5, S6: a private key that is taller than the screen is covered in text and cells, wherever it has scrolled to", () => {
  for (const key of KEYS)
    for (const [rows, cols] of [
      [24, 80],
      [24, 33],
      [12, 10],
      [3, 80],
      [2, 64],
    ]) {
      const driver = new TerminalDriver(rows, cols).feed("$ cat key\r\n");
      for (const line of key) {
        driver.feed(`${line}\r\n`);
        assertHidden(driver, key, `${rows} x ${cols}`);
      }
      for (let below = 0; below <= rows; below++)
        assert.match(assertHidden(driver.feed(`ok ${below}!\r\n`), key, "behind it"), new RegExp(`ok ${below}!`));
    }
});

test("S6: so is one without an END line, with line numbers or colours, or with a header before its body", () => {
  for (const key of KEYS) {
    const unfinished = key.slice(0, -2);
    const forms = [
      unfinished,
      unfinished.map((line, i) => `${String(i + 1).padStart(6)}\t${line}`),
      unfinished.map((line) => `\x1b[32m${line.slice(0, 9)}\x1b[0m${line.slice(9)}`),
      [unfinished[0], "Proc-Type: 4,ENCRYPTED", "DEK-Info: AES-256-CBC,0A1B", "", ...unfinished.slice(1)],
    ];
    for (const form of forms)
      for (const rows of [3, 24]) {
        const driver = new TerminalDriver(rows, 80).feed(`${form.join("\r\n")}\r\n$ ls -l\r\n`);
        assert.match(assertHidden(driver, unfinished, `${rows} rows`), /\$ ls -l/);
      }
  }
});

test("S6: so is one that a smaller screen cuts, by rows, columns or both", () => {
  for (const key of KEYS)
    for (const [rows, cols] of [
      [12, 80],
      [3, 80],
      [60, 20],
      [10, 33],
    ]) {
      const driver = new TerminalDriver(60, 80).feed(`${key.join("\r\n")}\r\n$ `);
      assertHidden(driver, key, "all of it");
      assert.match(assertHidden(driver.resize(rows, cols), key, `${rows} x ${cols}`), /\$ ?$/);
    }
});

test("S6: so is what a pager or an editor shows of one from its middle on", () => {
  for (const key of KEYS.slice(0, 3)) {
    const page = (lines: readonly string[]): string => `\x1b[H\x1b[2J${lines.join("\r\n")}`;
    const pages = [key.slice(5, 20), key.slice(9, 13), key.slice(-23), key.slice(-2)];
    for (const lines of pages) {
      const driver = new TerminalDriver(24, 80).feed(`\x1b[?1049h${page([...lines, "~", "~"])}\x1b[24;1Hkey.pem (END)`);
      assert.match(assertHidden(driver, key, "jumped"), /key\.pem \(END\)$/);
    }
    // Line by line from there, as a pager scrolls.
    const driver = new TerminalDriver(12, 80).feed(`\x1b[?1049h${page(key.slice(3, 14))}\r\n:`);
    for (const line of key.slice(14)) assertHidden(driver.feed(`\r\x1b[K${line}\r\n:`), key, "scrolled");
  }
  const [, ...wide] = made(20, 76);
  const driver = new TerminalDriver(24, 80).feed(`\x1b[?1049h\x1b[H${wide.slice(0, 20).join("\r\n")}`);
  driver.feed(`\x1b[H\x1b[2J${wide.join("\r\n")}`);
  assertHidden(driver, ["", ...wide], "up to its END line, whatever its width");
});

test("S6: so is one whose lines a program has cut to fit a narrow screen", () => {
  const [, ...lines] = KEYS[1].slice(0, -2);
  for (const cols of [24, 33, 50])
    for (const margin of ["", "   7 "])
      for (const from of [0, 1]) {
        const width = cols - margin.length;
        const cut = lines.flatMap((line) => line.match(new RegExp(`.{1,${width}}`, "g"))!).slice(from, from + 22);
        const rows = cut.map((row) => `${margin}${row}`.padEnd(cols));
        const driver = new TerminalDriver(24, cols).feed("\x1b[?1049h\x1b[2J");
        for (const [y, row] of rows.entries()) driver.feed(`\x1b[${y + 1};1H${row}`);
        assert.match(assertHidden(driver.feed("\x1b[24;1H:"), KEYS[1], `${cols} columns`), /:$/);
      }
  const words = ["Readme1", "licenceText", "src", "index9", "packageJson", "A1b2C3d4"];
  const driver = new TerminalDriver(24, 33).feed(words.join("\r\n"));
  assert.equal(redactSnapshot(driver.snapshot()).plainText, words.join("\n"));
});

test("a certificate is shown whole, also when its BEGIN line has scrolled away", () => {
  const certificate = made(40, 64, "CERTIFICATE");
  const driver = new TerminalDriver(24, 80);
  for (const line of [...certificate, ...certificate, "$ "]) {
    driver.feed(`${line}\r\n`);
    const snapshot = driver.snapshot();
    assert.equal(redactSnapshot(snapshot).plainText, snapshot.plainText);
  }
});

test("a BEGIN line in a program's source hides nothing below the blank lines and braces that follow it", () => {
  for (const filler of ["}", "", "  });"]) {
    const source = ['const HEADER = "-----BEGIN PRIVATE KEY-----";', ...Array.from({ length: 20 }, () => filler)];
    const driver = new TerminalDriver(6, 80).feed(`${source.join("\r\n")}\r\n\x1b[6;1H\n\n\n\n\n\n\x1b[H`);
    driver.feed("README\r\nlicence");
    assert.equal(redactSnapshot(driver.snapshot()).plainText.trim(), "README\nlicence", filler);
  }
});

test("what replaces a key on the screen is judged by itself", () => {
  const shown = "Zq3vT8mW1xY5bN7cR2dF6gH9jK4pL0sAeUiOtEwQ";
  for (const way of ["\x1b[2J\x1b[H", "\x1bc", "\x1b[?1049h\x1b[H", "\x1b[H\x1b[9M\x1b[9L"]) {
    const driver = new TerminalDriver(6, 80).feed(`${KEYS[0].slice(0, 20).join("\r\n")}${way}${shown}`);
    assert.equal(redactSnapshot(driver.snapshot()).plainText.trim(), shown, JSON.stringify(way));
  }
});
