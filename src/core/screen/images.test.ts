import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { TerminalDriver, randomNumbers } from "./terminal-driver.test.support.js";

const sha256 = (data: Uint8Array | string): string => createHash("sha256").update(data).digest("hex");
/** A file that begins like one with this size. */
const png = (width: number, height: number, more = 0): Buffer => {
  const head = Buffer.alloc(24 + more, 7);
  head.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
};
const gif = (width: number, height: number): Buffer => {
  const head = Buffer.from("GIF89a____");
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  return head;
};
const jpeg = (width: number, height: number): Buffer => {
  const frame = Buffer.from([0xff, 0xc2, 0, 17, 8, 0, 0, 0, 0, 3, 0, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const other = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 40]), Buffer.alloc(38, 1)]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), other, frame]);
};
const base64 = (data: Uint8Array): string => Buffer.from(data).toString("base64");

const kitty = (control: string, data: Uint8Array = Buffer.alloc(0)): string => `\x1b_G${control};${base64(data)}\x1b\\`;
const sixel = (data: string): string => `\x1bPq${data}\x1b\\`;
const inlined = (fields: string, data: Uint8Array): string => `\x1b]1337;File=${fields}:${base64(data)}\x07`;
/** A screen of cells of 10 to 20 pixels. */
const screen = (rows = 8, cols = 20): TerminalDriver => new TerminalDriver(rows, cols);
const rectangles = (driver: TerminalDriver): string[] =>
  (driver.snapshot().images ?? []).map(({ kind, row, col, rows, cols }) => `${kind} ${row},${col} ${rows}x${cols}`);

describe("sixels", () => {
  test("their size is what is drawn, their hash that of what was sent, and the cursor is left in their last row", () => {
    const data = "#0;2;0;0;0#0!25~-!25~-!3~$!7?@-!25B";
    const driver = screen().feed(`\x1b[2;3H${sixel(data)}`);
    assert.deepEqual(driver.snapshot().images, [
      { kind: "sixel", row: 1, col: 2, rows: 1, cols: 3, width: 25, height: 20, hash: sha256(data) },
    ]);
    assert.deepEqual(driver.cursor, [1, 2]);
    assert.deepEqual(screen().feed(`${sixel('"1;1;30;50#0~')}x`).cursor, [2, 1]);
  });

  test("what is declared counts if it is more", () => {
    const [image] = screen().feed(sixel('"1;1;30;50#0~')).snapshot().images ?? [];
    assert.deepEqual([image.width, image.height, image.rows, image.cols], [30, 50, 3, 3]);
  });

  test("cells are as large as the terminal says", () => {
    const driver = new TerminalDriver(10, 10, 80, 160).feed(sixel('"1;1;30;50#0~'));
    assert.deepEqual(rectangles(driver), ["sixel 0,0 4x4"]);
  });

  test("nothing drawn is no image, nor is one that was broken off", () => {
    for (const output of [sixel(""), sixel("#0"), sixel("!9?-"), '\x1bPq"1;1;9;9~\x18', '\x1bP$q"1;1;9;9~\x1b\\'])
      assert.equal(screen().feed(output).snapshot().images, undefined, JSON.stringify(output));
  });

  test("one that is too large for the screen makes it scroll, and is cut at the right", () => {
    const driver = screen(4, 5).feed(`a\r\nb\r\nc\r\n${sixel('"1;1;90;50~')}`);
    assert.deepEqual(rectangles(driver), ["sixel 1,0 3x5"]);
    assert.equal(driver.text, "c");
    assert.deepEqual(driver.cursor, [3, 0]);
    assert.deepEqual(rectangles(driver.feed(sixel('"1;1;10;200~'))), ["sixel -6,0 10x1"]);
  });
});

describe("kitty's images", () => {
  const data = png(30, 50);

  test("a file in one piece, whose size is in it", () => {
    const driver = screen().feed(`\x1b[2;3H${kitty("a=T,f=100", data)}`);
    assert.deepEqual(driver.snapshot().images, [
      { kind: "kitty", row: 1, col: 2, rows: 3, cols: 3, width: 30, height: 50, hash: sha256(data) },
    ]);
    assert.deepEqual(driver.cursor, [3, 5], "behind it, in its last row");
  });

  test("in pieces it is the same image", () => {
    const text = base64(data);
    const pieces = [text.slice(0, 4), text.slice(4, 20), text.slice(20)];
    const sent = pieces.map((piece, at) => `\x1b_G${at === 0 ? "a=T,f=100," : ""}m=${at < 2 ? 1 : 0};${piece}\x1b\\`);
    const [image] = screen().feed(sent.join("")).snapshot().images ?? [];
    assert.deepEqual([image.hash, image.rows, image.cols], [sha256(data), 3, 3]);
  });

  test("pixels, of which the program says how many there are", () => {
    const pixels = Buffer.alloc(40 * 20 * 3, 9);
    const [image] = screen().feed(kitty("a=T,f=24,s=40,v=20", pixels)).snapshot().images ?? [];
    assert.deepEqual([image.width, image.height, image.rows, image.cols], [40, 20, 1, 4]);
    assert.equal(image.hash, sha256(pixels));
  });

  const shown: [control: string, rectangle: string[], cursor: [number, number]][] = [
    ["a=T,f=100,c=6", ["kitty 0,0 5x6"], [4, 6]],
    ["a=T,f=100,r=6", ["kitty 0,0 6x8"], [5, 8]],
    ["a=T,f=100,c=2,r=2", ["kitty 0,0 2x2"], [1, 2]],
    ["a=T,f=100,w=10,h=20", ["kitty 0,0 1x1"], [0, 1]],
    ["a=T,f=100,C=1", ["kitty 0,0 3x3"], [0, 0]],
    ["a=T,f=100,c=20,r=2", ["kitty 0,0 2x20"], [2, 0]],
    ["a=T,f=100,U=1,i=1", [], [0, 0]],
    ["a=t,f=100,i=1", [], [0, 0]],
    ["f=100,i=1", [], [0, 0]],
    ["a=q,f=100,i=1", [], [0, 0]],
  ];
  for (const [control, rectangle, cursor] of shown)
    test(`${control} shows ${rectangle.join() || "nothing"}`, () => {
      const driver = screen().feed(kitty(control, data));
      assert.deepEqual([rectangles(driver), driver.cursor], [rectangle, cursor]);
      assert.deepEqual(driver.replies, [], "nobody is told that there are images");
    });

  test("one that was sent before is shown by its id or number, and again where it is shown under the same number", () => {
    const sent = kitty("a=t,f=100,i=5", data) + kitty("a=t,f=100,I=6", png(10, 20));
    assert.deepEqual(rectangles(screen().feed(`${sent}${kitty("a=p,i=5")}`)), ["kitty 0,0 3x3"]);
    assert.deepEqual(rectangles(screen().feed(`${sent}${kitty("a=p,I=6")}`)), ["kitty 0,0 1x1"]);
    assert.deepEqual(rectangles(screen().feed(`${sent}${kitty("a=p,i=7")}`)), []);
    const twice = `${kitty("a=p,i=5,p=1")}\x1b[1;9H${kitty("a=p,i=5,p=1")}`;
    assert.deepEqual(rectangles(screen().feed(sent + twice)), ["kitty 0,8 3x3"]);
  });

  test("they are deleted as kitty has it", () => {
    const both = `${kitty("a=T,f=100,i=5,C=1", data)}\x1b[5;9H${kitty("a=T,f=100,i=6,p=2,C=1", png(10, 20))}`;
    const one = ["kitty 0,0 3x3"];
    const other = ["kitty 4,8 1x1"];
    const left = (command: string): string[] => rectangles(screen().feed(both + kitty(command)));
    assert.deepEqual(left("a=d"), []);
    assert.deepEqual(left("a=d,d=i,i=5"), other);
    assert.deepEqual(left("a=d,d=I,i=6,p=2"), one);
    assert.deepEqual(left("a=d,d=i,i=6,p=3"), [...one, ...other]);
    assert.deepEqual(left("a=d,d=c"), one);
    assert.deepEqual(left("a=d,d=p,x=2,y=3"), other);
    assert.deepEqual(left("a=d,d=x,x=9"), one);
    assert.deepEqual(left("a=d,d=y,y=1"), other);
    assert.deepEqual(rectangles(screen().feed(both + kitty("a=d,d=I,i=5") + kitty("a=p,i=5"))), other);
  });

  test("one that is sent again under its id takes the place of all that were shown of it; a number is not its own", () => {
    const driver = screen();
    for (let frame = 0; frame < 300; frame++) driver.feed(`\x1b[H${kitty("a=T,f=100,i=1", png(10, 20, frame))}`);
    assert.deepEqual(rectangles(driver), ["kitty 0,0 1x1"]);
    assert.equal(driver.snapshot().images?.[0].hash, sha256(png(10, 20, 299)));
    assert.deepEqual(rectangles(driver.feed(kitty("a=t,f=100,i=2", data))), ["kitty 0,0 1x1"]);
    assert.deepEqual(rectangles(driver.feed(kitty("a=t,f=100,i=1", data))), []);
    const numbered = kitty("a=T,f=100,I=3", png(10, 20));
    assert.deepEqual(rectangles(screen().feed(numbered + numbered)), ["kitty 0,0 1x1", "kitty 0,1 1x1"]);
  });

  test("RIS forgets those that were sent, and one of which more is to come", () => {
    const sent = kitty("a=t,f=100,i=5", data);
    assert.deepEqual(rectangles(screen().feed(`${sent}\x1bc${kitty("a=p,i=5")}`)), []);
    const text = base64(data);
    const [begun, rest] = [`\x1b_Ga=T,f=100,m=1;${text.slice(0, 20)}\x1b\\`, `\x1b_Gm=0;${text.slice(20)}\x1b\\`];
    assert.deepEqual(rectangles(screen().feed(begun + rest)), ["kitty 0,0 3x3"]);
    assert.deepEqual(rectangles(screen().feed(`${begun}\x1bc${rest}`)), []);
  });

  test("text over them leaves them, a cleared screen does not", () => {
    const driver = screen().feed(`${kitty("a=T,f=100,C=1", data)}xxxx\r\nxxxx\r\nxxxx\x1b[1;1H\x1b[2K`);
    assert.deepEqual(rectangles(driver), ["kitty 0,0 3x3"]);
    assert.deepEqual(rectangles(driver.feed("\x1b[2J")), []);
  });
});

describe("iTerm2's images", () => {
  const files: [name: string, file: Buffer][] = [
    ["PNG", png(30, 50)],
    ["GIF", gif(30, 50)],
    ["JPEG", jpeg(30, 50)],
  ];
  for (const [name, file] of files)
    test(`a ${name} has its size in it`, () => {
      const driver = screen().feed(`\x1b[2;3H${inlined("name=eA==;inline=1", file)}`);
      assert.deepEqual(driver.snapshot().images, [
        { kind: "iterm2", row: 1, col: 2, rows: 3, cols: 3, width: 30, height: 50, hash: sha256(file) },
      ]);
      assert.deepEqual(driver.cursor, [3, 5]);
    });

  const shown: [fields: string, rectangles: string[]][] = [
    ["", []],
    ["inline=0", []],
    ["inline=1;width=6", ["iterm2 0,0 5x6"]],
    ["inline=1;width=60px", ["iterm2 0,0 5x6"]],
    ["inline=1;width=50%;height=2", ["iterm2 0,0 2x10"]],
    ["inline=1;height=6;width=auto", ["iterm2 0,0 6x8"]],
  ];
  for (const [fields, rectangle] of shown)
    test(`File=${fields} shows ${rectangle.join() || "nothing"}`, () => {
      assert.deepEqual(rectangles(screen().feed(inlined(fields, png(30, 50)))), rectangle);
    });

  test("one of which nothing is known takes a cell", () => {
    assert.deepEqual(rectangles(screen().feed(inlined("inline=1", Buffer.from("nothing")))), ["iterm2 0,0 1x1"]);
  });

  test("one that is sent in parts", () => {
    const file = png(30, 50, 5_000);
    const text = base64(file);
    const parts = [text.slice(0, 4_000), text.slice(4_000)].map((part) => `\x1b]1337;FilePart=${part}\x07`).join("");
    const driver = screen().feed(`\x1b]1337;MultipartFile=inline=1;width=4\x07${parts}`);
    assert.equal(driver.snapshot().images, undefined);
    const [image] = driver.feed("\x1b]1337;FileEnd\x07").snapshot().images ?? [];
    assert.deepEqual([image.hash, image.rows, image.cols], [sha256(file), 4, 4]);
    assert.equal(driver.feed("\x1b]1337;FileEnd\x07").snapshot().images?.length, 1);
    const reset = screen().feed(`\x1b]1337;MultipartFile=inline=1;width=4\x07${parts}\x1bc\x1b]1337;FileEnd\x07`);
    assert.equal(reset.snapshot().images, undefined);
  });

  test("one that is left as large as it is takes the cells that it needs, or the screen's width", () => {
    assert.deepEqual(rectangles(screen().feed(inlined("inline=1", png(21, 20)))), ["iterm2 0,0 1x3"]);
    assert.deepEqual(rectangles(screen().feed(inlined("inline=1", png(400, 80)))), ["iterm2 0,0 2x20"]);
  });

  test("a file in a string of another kind is none, also behind an OSC without a payload", () => {
    const file = "1337;File=inline=1;width=3;height=1:AAAA\x1b\\";
    assert.deepEqual(rectangles(screen().feed(`\x1b]${file}`)), ["iterm2 0,0 1x3"]);
    for (const begin of ["X", "^", "_", "P"])
      assert.deepEqual(rectangles(screen().feed(`\x1b]\x1b\\\x1b${begin}${file}`)), [], begin);
  });
});

describe("images on the screen", () => {
  const image = sixel('"1;1;30;60~');

  test("they scroll with their rows, and are gone when the last of them is", () => {
    const driver = screen(6, 20).feed(`\x1b[2;1H${image}\x1b[6;1H\n`);
    assert.deepEqual(rectangles(driver), ["sixel 0,0 3x3"]);
    assert.deepEqual(rectangles(driver.feed("\n\n")), ["sixel -2,0 3x3"]);
    assert.deepEqual(rectangles(driver.feed("\n")), []);
  });

  test("they are gone when they are erased or overwritten wholly", () => {
    const gone = ["\x1b[2J", "\x1b[1;1H\x1b[J", "\x1b[4;1H\x1b[1J", "\x1bc", "\x1b[?1049h"];
    gone.push([1, 2, 3].map((row) => `\x1b[${row};1H\x1b[K`).join(""));
    gone.push([1, 2, 3].map((row) => `\x1b[${row};1H\x1b[3X`).join(""));
    gone.push([1, 2, 3].map((row) => `\x1b[${row};3H\x1b[1K`).join(""));
    gone.push([1, 2, 3].map((row) => `\x1b[${row};1Hxxx`).join(""));
    gone.push("\x1b[1;1Hxxx\x1b[2;1H\x1b[2K\x1b[3;1H漢x");
    for (const output of gone) assert.deepEqual(rectangles(screen().feed(image + output)), [], JSON.stringify(output));
    const left = ["\x1b[1;1H\x1b[2K", "\x1b[1;2H\x1b[J", "\x1b[1;1Hxxx\x1b[2;1Hxxx\x1b[3;1Hxx", "\x1b[1;1H\x1b[9X"];
    for (const output of left)
      assert.deepEqual(rectangles(screen().feed(image + output)), ["sixel 0,0 3x3"], JSON.stringify(output));
  });

  test("one takes the place of text, and of another that it covers", () => {
    const driver = screen().feed(`text\x1b[1;1H${image}`);
    assert.equal(driver.text, "   t");
    assert.deepEqual(rectangles(driver.feed(`\x1b[1;1H${sixel('"1;1;40;60~')}`)), ["sixel 0,0 3x4"]);
  });

  test("each screen has its own, and a narrower one cuts them", () => {
    const driver = screen().feed(`\x1b[1;5H${image}\x1b[?1049h`);
    assert.deepEqual(rectangles(driver), []);
    assert.deepEqual(rectangles(driver.feed("\x1b[?1049l")), ["sixel 0,4 3x3"]);
    assert.deepEqual(rectangles(driver.resize(8, 6)), ["sixel 0,4 3x2"]);
  });

  test("below the bottom margin one that is too tall leaves the rows between the margins where they are", () => {
    for (const sent of [image, kitty("a=T,f=24,s=30,v=60"), inlined("inline=1", png(30, 60))]) {
      const driver = screen(6, 20).feed(`a\r\nb\r\nc\r\nd\x1b[1;4r\x1b[6;3H${sent}`);
      assert.equal(driver.text, "a\nb\nc\nd");
      assert.match(rectangles(driver)[0], /5,2 3x3$/);
      assert.equal(driver.cursor[0], 5);
    }
  });

  test("looking changes nothing: one that text hides is there again when the text is gone", () => {
    const hidden = `${sixel("!10~")}\x1b[HX`;
    const seen = screen().feed(hidden);
    assert.deepEqual(rectangles(seen), []);
    for (const driver of [seen, screen().feed(hidden)])
      assert.deepEqual(rectangles(driver.feed("\x1b[H\x1b[P")), ["sixel 0,0 1x1"]);
  });

  test("one that text hides is not told however many others there are", () => {
    const driver = screen(8, 20).feed(`\x1b[H${kitty("a=T,f=24,s=200,v=9999,C=1").repeat(20)}`);
    for (let row = 1; row <= 8; row++) driver.feed(`\x1b[${row};1H${sixel("!200~")}\r${"x".repeat(20)}`);
    assert.ok(rectangles(driver).every((rectangle) => rectangle.startsWith("kitty")));
  });

  test("they stay with their lines when these are wrapped anew", () => {
    const text = "y".repeat(30);
    const driver = screen(8, 20).feed(`${"x".repeat(30)}${sixel("!20~")}\r\n\n${text}${sixel("!20~")}\r\n\n`);
    assert.deepEqual(rectangles(driver), ["sixel 1,10 1x2", "sixel 4,10 1x2"]);
    assert.deepEqual(rectangles(driver.resize(12, 16)), ["sixel 1,14 1x2", "sixel 4,14 1x2"]);
    assert.deepEqual(rectangles(driver.resize(12, 40)), ["sixel 0,30 1x2", "sixel 2,30 1x2"]);
    assert.deepEqual(rectangles(driver.feed("\x1b[1;31H\x1b[2X")), ["sixel 2,30 1x2"]);
    const cut = screen(6, 20).feed(`\x1b[2;1H${image}\x1b[6;1H\n\n\n`);
    assert.deepEqual(rectangles(cut.resize(6, 30)), ["sixel -2,0 3x3"], "a part of it has left at the top");
  });

  test("there are 256 at most, the newest", () => {
    const driver = screen(300, 20);
    for (let row = 1; row <= 300; row++) driver.feed(`\x1b[${row};1H${kitty("a=T,f=100,C=1", png(10, 20))}`);
    const { images = [] } = driver.snapshot();
    assert.deepEqual([images.length, images[0].row], [256, 44]);
  });

  test("a snapshot without any does not tell of them", () => {
    assert.equal("images" in screen().feed("text").snapshot(), false);
  });

  test("however the bytes are cut, it is the same image", () => {
    const random = randomNumbers(3);
    const text = base64(png(30, 50, 300));
    const all = Buffer.from(
      `${sixel('"1;1;30;20#1!12~-!4B')}${kitty("a=T,f=100", png(20, 20))}\x1b_Ga=T,f=100,m=1;${text.slice(0, 100)}\x1b\\` +
        `\x1b_Gm=0;${text.slice(100)}\x1b\\${inlined("inline=1", gif(10, 20))}\x1b]1337;MultipartFile=inline=1\x1b\\` +
        `\x1b]1337;FilePart=${text}\x1b\\\x1b]1337;FileEnd\x1b\\`,
    );
    const { images: wanted = [] } = screen(30, 80).feed(all).snapshot();
    assert.equal(wanted.length, 5);
    for (let round = 0; round < 200; round++) {
      const driver = screen(30, 80);
      for (let at = 0; at < all.length;) {
        const end = Math.min(all.length, at + 1 + random(round < 5 ? 1 : 60));
        driver.feed(all.subarray(at, end));
        at = end;
      }
      assert.deepEqual(driver.snapshot().images, wanted);
    }
  });

  test("megabytes of one are hashed as they come", () => {
    const file = png(100, 100, 5_000_000);
    const driver = screen();
    const sent = Buffer.from(inlined("inline=1", file));
    for (let at = 0; at < sent.length; at += 65_536) driver.feed(sent.subarray(at, at + 65_536));
    assert.equal(driver.snapshot().images?.[0].hash, sha256(file));
  });

  test("whatever a program does, they are where a screen has room", () => {
    const random = randomNumbers(11);
    const driver = screen(6, 12);
    for (let step = 0; step < 3_000; step++) {
      const [height, width] = [random(200), random(200)];
      const choice = random(9);
      if (choice === 0) driver.feed(sixel(`"1;1;${width};${height}~`));
      else if (choice === 1) driver.feed(kitty(`a=T,f=24,s=${width},v=${height},C=${random(2)},i=${random(3)}`));
      else if (choice === 2)
        driver.feed(inlined(`inline=1;width=${random(30)};height=${random(9)}`, png(width, height)));
      else if (choice === 3)
        driver.feed(kitty(`a=d,d=${"aicpxy"[random(6)]},i=${random(3)},x=${random(9)},y=${random(9)}`));
      else if (choice === 4) driver.feed(`\x1b[${random(8)};${random(14)}H${"z".repeat(random(20))}`);
      else if (choice === 5) driver.feed(`\x1b[${random(7)}${"LMSTJKXP@"[random(9)]}`);
      else if (choice === 6) driver.feed(`\x1b[${1 + random(6)};${1 + random(6)}r`);
      else if (choice === 7) driver.feed("\r\n");
      else if (random(20) === 0) driver.resize(1 + random(9), 1 + random(20));
      const { images = [], size } = driver.snapshot();
      for (const { row, col, rows, cols } of images) {
        assert.ok(row < size.rows && row + rows > 0, `${row}+${rows} of ${size.rows}`);
        assert.ok(col >= 0 && cols > 0 && col + cols <= size.cols, `${col}+${cols} of ${size.cols}`);
      }
    }
  });
});
