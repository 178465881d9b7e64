import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { RedactionPolicy } from "../../text/redaction/index.js";
import { redactSnapshot } from "./index.js";
import { TerminalDriver, randomNumbers } from "./terminal-driver.test.support.js";

const after = (output: string) => new TerminalDriver(6, 20).feed(output).snapshot();

describe("the cursor's shape", () => {
  const shapes: [style: string, shape: string, blink: boolean][] = [
    ["", "block", false],
    ["0", "block", false],
    ["1", "block", true],
    ["2", "block", false],
    ["3", "underline", true],
    ["4", "underline", false],
    ["5", "bar", true],
    ["6", "bar", false],
  ];
  for (const [style, shape, blink] of shapes)
    test(`CSI ${style} SP q makes it a ${blink ? "blinking" : "steady"} ${shape}`, () => {
      const { cursorShape, cursorBlink } = after(`\x1b[4 q\x1b[${style} q`);
      assert.deepEqual([cursorShape, cursorBlink], [shape, blink]);
    });

  test("mode 12 makes it blink whatever its shape, and RIS forgets both", () => {
    assert.deepEqual([after("").cursorShape, after("").cursorBlink], ["block", false]);
    const { cursorShape, cursorBlink } = after("\x1b[6 q\x1b[?12h");
    assert.deepEqual([cursorShape, cursorBlink], ["bar", true]);
    const reset = after("\x1b[5 q\x1bc");
    assert.deepEqual([reset.cursorShape, reset.cursorBlink], ["block", false]);
  });
});

describe("titles", () => {
  const titles = (output: string): unknown[] => {
    const { title, iconTitle } = after(output);
    return [title, iconTitle];
  };

  test("OSC 0 sets both, 1 the icon's and 2 the window's", () => {
    assert.deepEqual(titles(""), [null, undefined]);
    assert.deepEqual(titles("\x1b]0;a\x07"), ["a", "a"]);
    assert.deepEqual(titles("\x1b]0;a\x07\x1b]1;b\x07\x1b]2;c\x07"), ["c", "b"]);
  });

  test("CSI 22 t keeps them and CSI 23 t brings them back, both or one", () => {
    const changed = "\x1b]0;a\x07\x1b[22;0t\x1b]0;b\x07";
    assert.deepEqual(titles(changed), ["b", "b"]);
    assert.deepEqual(titles(`${changed}\x1b[23;0t`), ["a", "a"]);
    assert.deepEqual(titles(`${changed}\x1b[23t`), ["a", "a"]);
    assert.deepEqual(titles(`${changed}\x1b[23;1t`), ["b", "a"]);
    assert.deepEqual(titles(`${changed}\x1b[23;2t`), ["a", "b"]);
    assert.deepEqual(
      titles(`${changed}\x1b[23t\x1b]0;c\x07\x1b[23t`),
      ["c", "c"],
      "there is nothing left to bring back",
    );
    assert.deepEqual(titles("\x1b[22t\x1b]2;b\x07\x1b[23t"), [null, undefined], "there was none");
  });

  test("the stack keeps the ten newest", () => {
    const pushed = Array.from({ length: 50 }, (_, at) => `\x1b]2;${at}\x07\x1b[22t`).join("");
    assert.equal(titles(`${pushed}\x1b]2;x\x07${"\x1b[23t".repeat(10)}`)[0], "40");
    assert.equal(titles(`${pushed}\x1b]2;x\x07${"\x1b[23t".repeat(11)}`)[0], "40");
  });
});

describe("the working directory", () => {
  const directories: [output: string, directory: string | undefined][] = [
    ["", undefined],
    ["\x1b]7;file://host/home/me\x07", "/home/me"],
    ["\x1b]7;file:///a%20b/%C3%A9\x1b\\", "/a b/é"],
    ["\x1b]7;file:///a%1b[2J\x07", "/a[2J"],
    ["\x1b]7;file:///100%\x07", "/100%"],
    ["\x1b]7;kitty-shell-cwd://host/100%25\x07", "/100%25"],
    ["\x1b]7;/not/a/url\x07", undefined],
    ["\x1b]7;file:///a\x07\x1b]7;\x07", undefined],
    ["\x1b]9;9;C:\\dir\x07", "C:\\dir"],
    ["\x1b]1337;CurrentDir=/x\x07", "/x"],
    ["\x1b]7;file:///a\x07\x1bc", "/a"],
  ];
  for (const [output, directory] of directories)
    test(`${JSON.stringify(output)} tells ${String(directory)}`, () => {
      assert.equal(after(output).workingDirectory, directory);
    });
});

describe("progress", () => {
  const told: [output: string, progress: unknown][] = [
    ["", undefined],
    ["\x1b]9;4;1;40\x07", { state: "normal", value: 40 }],
    ["\x1b]9;4;1;900\x07", { state: "normal", value: 100 }],
    ["\x1b]9;4;3\x07", { state: "indeterminate" }],
    ["\x1b]9;4;1;40\x07\x1b]9;4;2\x07", { state: "error", value: 40 }],
    ["\x1b]9;4;4;7\x1b\\", { state: "paused", value: 7 }],
    ["\x1b]9;4;1;40\x07\x1b]9;4;0\x07", undefined],
    ["\x1b]9;4;1;40\x07\x1b]9;4\x07", undefined],
    ["\x1b]9;4;9;1\x07", undefined],
    ["\x1b]9;a message\x07", undefined],
    ["\x1b]9;4;1;40\x07\x1bc", undefined],
  ];
  for (const [output, progress] of told)
    test(`${JSON.stringify(output)} tells ${JSON.stringify(progress)}`, () => {
      assert.deepEqual(after(output).progress, progress);
    });

  test("who has a snapshot cannot change what the next one tells", () => {
    assert.ok(Object.isFrozen(after("\x1b]9;4;1;40\x07").progress));
    assert.ok(Object.isFrozen(after("\x1b]9;4;3\x07").progress));
  });
});

const PROMPT = "\x1b]133;A\x07$ \x1b]133;B\x07";
const COMMAND = "ls\r\n\x1b]133;C\x07a b\r\n\x1b]133;D;2\x07";

describe("prompt marks", () => {
  const marks = (driver: TerminalDriver): unknown[] =>
    (driver.snapshot().promptMarks ?? []).map(({ row, col, kind }) => `${kind} ${row},${col}`);

  test("each is where the cursor was, and the exit code is the last one", () => {
    const driver = new TerminalDriver(6, 20).feed(PROMPT + COMMAND + PROMPT);
    assert.deepEqual(marks(driver), ["prompt 0,0", "command 0,2", "output 1,0", "prompt 2,0", "command 2,2"]);
    assert.equal(driver.snapshot().lastExitCode, 2);
    assert.equal(driver.feed("\x1b]133;D;0\x07").snapshot().lastExitCode, 0);
    assert.equal(driver.feed("\x1b]133;D\x07").snapshot().lastExitCode, undefined);
  });

  test("VS Code's marks say the same, and its property where the shell is", () => {
    const vscode = (text: string): string => text.replaceAll("]133;", "]633;");
    const driver = new TerminalDriver(6, 20).feed(vscode(PROMPT + COMMAND + PROMPT));
    assert.deepEqual(marks(driver), marks(new TerminalDriver(6, 20).feed(PROMPT + COMMAND + PROMPT)));
    assert.equal(driver.snapshot().lastExitCode, 2);
    const told = driver.feed("\x1b]633;E;ls -l;nonce\x07\x1b]633;P;IsWindows=False\x07").snapshot();
    assert.deepEqual([told.lastExitCode, told.workingDirectory], [2, undefined]);
    driver.feed(String.raw`${"\x1b"}]633;P;Cwd=/tmp/a\x3bb \\ é${"\x07"}`);
    assert.equal(driver.snapshot().workingDirectory, String.raw`/tmp/a;b \ é`);
  });

  test("W5: where the shell is known, those of others do not count, whatever they replay", () => {
    const driver = new TerminalDriver(6, 40);
    driver.terminal.believeMarksOf("first");
    const forged = [
      "A",
      "B",
      "C",
      "D;7",
      "A;pw=",
      "D;7;pw=x",
      "Z;mine;pw=wrong",
      "D;7;pw=mine",
      "D;7;pw=first;x",
      "Z;;pw=own",
    ];
    const forge = (...more: string[]): void =>
      [...forged, ...more].forEach((mark) => driver.feed(`\x1b]133;${mark}\x07\x1b]633;${mark}\x1b\\`));
    const told = (): unknown[] => [marks(driver), driver.snapshot().lastExitCode];
    forge();
    assert.deepEqual(told(), [[], undefined]);
    driver.feed("\x1b]133;Z;own;pw=first\x07");
    forge("Z;mine;pw=first", "Z;mine;pw=own;pw=first");
    assert.deepEqual(told(), [[], undefined]);
    driver.feed("\x1b]133;A;pw=own\x07$ \x1b]133;B;pw=own\x07\x1b]133;D;4;pw=own\x07");
    forge("Z;mine;pw=first");
    assert.deepEqual(told(), [["prompt 0,0", "command 0,2"], 4]);
    driver.feed("\x1bc");
    forge();
    assert.deepEqual(told(), [[], undefined]);
  });

  test("a program that marks nothing has none", () => {
    const snapshot = after("text\x1b]133;Z\x07");
    assert.equal("promptMarks" in snapshot || "lastExitCode" in snapshot, false);
  });

  test("they scroll with their rows and are gone with them", () => {
    const driver = new TerminalDriver(4, 20).feed(PROMPT + COMMAND);
    assert.deepEqual(marks(driver.feed("\n\n")), ["output 0,0"]);
    assert.deepEqual(marks(driver.feed("\n")), []);
    const region = new TerminalDriver(6, 20).feed(`\x1b[3;1H${PROMPT}\x1b[2;5r\x1b[2;1H\x1bM`);
    assert.deepEqual(marks(region), ["prompt 3,0", "command 3,2"]);
    assert.deepEqual(marks(region.feed("\x1b[2;1H\x1b[M")), ["prompt 2,0", "command 2,2"]);
    assert.deepEqual(marks(region.feed("\x1b[2;1H\x1b[9M")), []);
  });

  test("they are gone when the screen is cleared, and each screen has its own", () => {
    const driver = new TerminalDriver(6, 20).feed(PROMPT);
    assert.deepEqual(marks(driver.feed("\x1b[?1049h")), []);
    assert.deepEqual(marks(driver.feed("\x1b[3;1H\x1b]133;C\x07")), ["output 2,0"]);
    assert.deepEqual(marks(driver.feed("\x1b[?1049l")), ["prompt 0,0", "command 0,2"]);
    assert.deepEqual(marks(driver.feed("\x1b[2J")), []);
  });

  test("they stay with their lines when the screen is made narrower, wider, lower and higher", () => {
    const driver = new TerminalDriver(8, 20).feed(`${"x".repeat(30)}\r\n${PROMPT}${"y".repeat(15)}\r\n${PROMPT}`);
    assert.deepEqual(marks(driver), ["prompt 2,0", "command 2,2", "prompt 3,0", "command 3,2"]);
    assert.deepEqual(marks(driver.resize(8, 10)), ["prompt 3,0", "command 3,2", "prompt 5,0", "command 5,2"]);
    assert.deepEqual(marks(driver.resize(8, 40)), ["prompt 1,0", "command 1,2", "prompt 2,0", "command 2,2"]);
    assert.deepEqual(marks(driver.resize(2, 40)), ["prompt 0,0", "command 0,2", "prompt 1,0", "command 1,2"]);
    assert.deepEqual(marks(driver.resize(1, 40)), ["prompt 0,0", "command 0,2"]);
    assert.deepEqual(marks(driver.resize(5, 40)), ["prompt 0,0", "command 0,2"]);
  });

  test("in the cursor's line, which is not wrapped anew, they stay in their rows and between the margins", () => {
    const long = new TerminalDriver(8, 80).feed(`${"x".repeat(100)}\x1b]133;B\x07ls`);
    assert.deepEqual(marks(long), ["command 1,20"]);
    assert.deepEqual(marks(long.resize(8, 79)), ["command 1,20"]);
    assert.deepEqual(marks(long.resize(8, 100)), ["command 1,20"]);
    const cut = new TerminalDriver(8, 80).feed(`${"x".repeat(70)}\x1b]133;B\x07`);
    assert.deepEqual(marks(cut.resize(8, 40)), ["command 0,39"]);
    const erased = new TerminalDriver(8, 20).feed(`${"x".repeat(25)}\x1b]133;B\x07ls\x1b[2K`);
    assert.deepEqual(marks(erased.resize(8, 10)), ["command 1,5"]);
    const alternate = new TerminalDriver(8, 80).feed("\x1b[?1049h\x1b[3;70H\x1b]133;B\x07");
    assert.deepEqual(marks(alternate.resize(8, 40)), ["command 2,39"]);
  });

  test("in other lines they stay with the character that they stood at", () => {
    const line = `${"x".repeat(100)}\x1b]133;B\x07ls`;
    const driver = new TerminalDriver(12, 80).feed(`${line}\r\n${line}\r\n\x1b]133;C\x07z\r\n`);
    const inColumns = (cols: number): unknown[] => marks(driver.resize(12, cols));
    assert.deepEqual(marks(driver), ["command 1,20", "command 3,20", "output 4,0"]);
    assert.deepEqual(inColumns(60), ["command 1,40", "command 3,40", "output 4,0"]);
    assert.deepEqual(inColumns(100), ["command 1,0", "command 3,0", "output 4,0"]);
    assert.deepEqual(inColumns(200), ["command 0,100", "command 1,100", "output 2,0"]);
    assert.deepEqual(inColumns(80), ["command 1,20", "command 3,20", "output 4,0"]);
    driver.feed("\x1b[H\r\n\n");
    assert.deepEqual(inColumns(60), ["command 1,40", "command 3,20", "output 4,0"], "with the cursor between them");
    const above = new TerminalDriver(3, 80).feed(`${line}\r\n`);
    assert.deepEqual(marks(above.resize(3, 20)), ["command 1,0"], "the line's first rows have left at the top");
  });

  test("whatever the width, each stands at its character, above the cursor and below it", () => {
    const random = randomNumbers(21);
    for (let round = 0; round < 40; round++) {
      const driver = new TerminalDriver(60, 50);
      const letters = "ABCDEFGH";
      for (const letter of letters) {
        const [before, behind] = [0, 0].map(() => (random(2) === 0 ? "x" : "漢x").repeat(random(60)));
        driver.feed(`${before}\x1b]133;C\x07${letter}${behind}\r\n${random(4) === 0 ? "-\r\n" : ""}`);
      }
      // The cursor's line may be cut, so it stands in one of its own.
      driver.feed(random(2) === 0 ? "" : "\x1b[H\x1b[L");
      for (let step = 0; step < 5; step++) {
        const { promptMarks: found = [], cells, size } = driver.resize(60, 8 + random(40)).snapshot();
        const marked = found.map(({ row, col }) => cells[row * size.cols + col].text).join("");
        assert.ok(marked !== "" && letters.endsWith(marked), `${marked} in ${size.cols} columns`);
      }
    }
  });

  test("of two of a kind that come to stand in one row the newer is left", () => {
    const driver = new TerminalDriver(6, 10).feed(`\x1b]133;C\x07${"x".repeat(15)}\x1b]133;C\x07y\r\n\n`);
    assert.deepEqual(marks(driver), ["output 0,0", "output 1,5"]);
    assert.deepEqual(marks(driver.resize(6, 20)), ["output 0,15"]);
  });

  test("there are never more than the screen has room for, whatever a program does", () => {
    const random = randomNumbers(5);
    const driver = new TerminalDriver(5, 10);
    for (let step = 0; step < 5_000; step++) {
      const choice = random(8);
      if (choice < 4) driver.feed(`\x1b]133;${"ABCD"[choice]}\x07`);
      else if (choice === 4) driver.feed(`\x1b[${random(7)};${random(12)}H`);
      else if (choice === 5) driver.feed(`\x1b[${random(7)}${"LMSTJKX"[random(7)]}`);
      else if (choice === 6) driver.feed(`${"z".repeat(random(25))}\r\n`);
      else if (random(20) === 0) driver.resize(1 + random(9), 1 + random(20));
      const { promptMarks: found = [], size } = driver.snapshot();
      assert.ok(found.length <= 3 * size.rows);
      for (const { row, col } of found) assert.ok(row >= 0 && row < size.rows && col >= 0 && col < size.cols);
    }
  });
});

test("what a program tells of itself is covered like its text", () => {
  const secret = "sk-abcdefghijklmnopqrstuvwx";
  const snapshot = after(`\x1b]1;${secret}\x07\x1b]7;file:///${secret}\x07`);
  assert.ok(snapshot.workingDirectory?.includes(secret) && snapshot.iconTitle?.includes(secret));
  const { iconTitle, workingDirectory } = redactSnapshot(snapshot, RedactionPolicy.default());
  assert.deepEqual([iconTitle, workingDirectory], ["[REDACTED]", "/[REDACTED]"]);
});
