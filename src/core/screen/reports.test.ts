import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { VERSION } from "../../base/index.js";
import { TerminalDriver, randomNumbers } from "./terminal-driver.test.support.js";

const NONE: readonly string[] = [];

/** Every question and the exact bytes of its answer. What programs see here they come to rely on: change it on purpose only. */
const ANSWERS: readonly (readonly [name: string, question: string, answers: readonly string[]])[] = [
  ["DA1", "\x1b[c", ["\x1b[?65;6;21;22;28c"]],
  ["DA1 with 0", "\x1b[0c", ["\x1b[?65;6;21;22;28c"]],
  ["DA1 with another parameter", "\x1b[1c", NONE],
  ["DECID", "\x1bZ", ["\x1b[?65;6;21;22;28c"]],
  ["DA2", "\x1b[>c", ["\x1b[>64;10;0c"]],
  ["DA2 with another parameter", "\x1b[>1c", NONE],
  ["DA3", "\x1b[=c", NONE],
  ["XTVERSION", "\x1b[>q", [`\x1bP>|ptywright(${VERSION})\x1b\\`]],
  ["XTVERSION with 0", "\x1b[>0q", [`\x1bP>|ptywright(${VERSION})\x1b\\`]],
  ["DSR 5, status", "\x1b[5n", ["\x1b[0n"]],
  ["DSR 6, cursor", "\x1b[3;4H\x1b[6n", ["\x1b[3;4R"]],
  ["DSR 6 while a wrap is due", "\x1b[3;80Hx\x1b[6n", ["\x1b[3;80R"]],
  ["DSR 6 in origin mode", "\x1b[3;9r\x1b[?6h\x1b[2;1H\x1b[6n", ["\x1b[2;1R"]],
  ["DSR of another number", "\x1b[7n", NONE],
  ["DECXCPR", "\x1b[3;4H\x1b[?6n", ["\x1b[?3;4;1R"]],
  ["printer status", "\x1b[?15n", ["\x1b[?13n"]],
  ["keyboard status", "\x1b[?26n", ["\x1b[?27;1;0;0n"]],
  ["locator status", "\x1b[?53n\x1b[?55n\x1b[?56n", ["\x1b[?50n", "\x1b[?50n", "\x1b[?57;0n"]],
  ["keys that programs define", "\x1b[?25n", ["\x1b[?20n"]],
  ["room for macros and their checksum", "\x1b[?62n\x1b[?63;7n", ["\x1b[0*{", "\x1bP7!~0000\x1b\\"]],
  ["data integrity and sessions", "\x1b[?75n\x1b[?85n", ["\x1b[?70n", "\x1b[?83n"]],
  ["colour scheme", "\x1b[?996n", ["\x1b[?997;1n"]],
  ["DECRQSS", "\x1bP$qm\x1b\\", ["\x1bP1$r0m\x1b\\"]],
  ["DECRQSS of what is not known", "\x1bP$qz\x1b\\\x1bP$q\x1b\\", ["\x1bP0$r\x1b\\", "\x1bP0$r\x1b\\"]],
  [
    "DECRQSS of a rendition",
    "\x1b[1;4:3;7;31;48;5;200m\x1bP$qm\x1b\\\x1b[0;2;21;94;48:2::1:2:3m\x1bP$qm\x1b\\",
    ["\x1bP1$r0;1;7;4:3;31;48:5:200m\x1b\\", "\x1bP1$r0;2;4:2;94;48:2::1:2:3m\x1b\\"],
  ],
  [
    "DECRQSS of margins",
    "\x1b[2;5r\x1b[?69h\x1b[3;9s\x1bP$qr\x1b\\\x1bP$qs\x1b\\",
    ["\x1bP1$r2;5r\x1b\\", "\x1bP1$r3;9s\x1b\\"],
  ],
  [
    "DECRQSS of the size",
    "\x1bP$qt\x1b\\\x1bP$q*|\x1b\\\x1bP$q$|\x1b\\",
    ["\x1bP1$r24t\x1b\\", "\x1bP1$r24*|\x1b\\", "\x1bP1$r80$|\x1b\\"],
  ],
  ["DECRQSS of the level", '\x1bP$q"p\x1b\\\x1b[63"p\x1bP$q"p\x1b\\', ['\x1bP1$r65;1"p\x1b\\', '\x1bP1$r63;1"p\x1b\\']],
  ["DECRQSS of protection", '\x1bP$q"q\x1b\\\x1b[1"q\x1bP$q"q\x1b\\', ['\x1bP1$r0"q\x1b\\', '\x1bP1$r1"q\x1b\\']],
  [
    "DECRQSS of the cursor's shape",
    "\x1bP$q q\x1b\\\x1b[3 q\x1bP$q q\x1b\\\x1b[6 q\x1bP$q q\x1b\\",
    ["\x1bP1$r2 q\x1b\\", "\x1bP1$r3 q\x1b\\", "\x1bP1$r6 q\x1b\\"],
  ],
  ["DECRQSS of DECSACE", "\x1bP$q*x\x1b\\\x1b[2*x\x1bP$q*x\x1b\\", ["\x1bP1$r0*x\x1b\\", "\x1bP1$r2*x\x1b\\"]],
  ["DECRQSS of the status line", "\x1bP$q$}\x1b\\\x1bP$q$~\x1b\\", ["\x1bP1$r0$}\x1b\\", "\x1bP1$r0$~\x1b\\"]],
  ["XTGETTCAP", "\x1bP+q544e\x1b\\", ["\x1bP0+r\x1b\\"]],
  ["XTGETTCAP of colours", "\x1bP+q436F;524742;544e\x1b\\", ["\x1bP1+r436F=323536;524742=382F382F38\x1b\\"]],
  ["another DCS", "\x1bPq#0\x1b\\", NONE],
  ["OSC 10 by BEL", "\x1b]10;?\x07", ["\x1b]10;rgb:d0d0/d0d0/d0d0\x07"]],
  ["OSC 10 by ST", "\x1b]10;?\x1b\\", ["\x1b]10;rgb:d0d0/d0d0/d0d0\x1b\\"]],
  ["OSC 11 by BEL", "\x1b]11;?\x07", ["\x1b]11;rgb:0000/0000/0000\x07"]],
  ["OSC 11 by ST", "\x1b]11;?\x1b\\", ["\x1b]11;rgb:0000/0000/0000\x1b\\"]],
  ["OSC 12 by BEL", "\x1b]12;?\x07", ["\x1b]12;rgb:d0d0/d0d0/d0d0\x07"]],
  ["OSC 12 by ST", "\x1b]12;?\x1b\\", ["\x1b]12;rgb:d0d0/d0d0/d0d0\x1b\\"]],
  ["OSC 11 after a program set the colour", "\x1b]11;#123456\x07\x1b]11;?\x07", ["\x1b]11;rgb:1212/3434/5656\x07"]],
  ["OSC 4", "\x1b]4;1;?\x07", ["\x1b]4;1;rgb:cdcd/0000/0000\x07"]],
  ["OSC 52", "\x1b]52;c;?\x07", NONE],
  ["OSC 7, 9, 133 and 777", "\x1b]7;file:///\x07\x1b]9;x\x07\x1b]133;A\x07\x1b]777;notify;a;b\x07", NONE],
  ["ENQ", "\x05", NONE],
  ["size in pixels, unknown", "\x1b[14t", NONE],
  ["cell size in pixels, unknown", "\x1b[16t", NONE],
  ["size in characters", "\x1b[18t", ["\x1b[8;24;80t"]],
  ["icon name", "\x1b]1;x\x07\x1b[20t", NONE],
  ["title", "\x1b]2;x\x07\x1b[21t", NONE],
  [
    "window state, position and screen size",
    "\x1b[11t\x1b[13t\x1b[15t\x1b[19t",
    ["\x1b[1t", "\x1b[3;0;0t", "\x1b[9;24;80t"],
  ],
  ["DECREQTPARM", "\x1b[x", NONE],
  ["DECRQPSR", "\x1b[1$w", NONE],
  ["DECRQCRA", "\x1b[1;1;1;1;2;2*y", NONE],
  ["kitty flags at start", "\x1b[?u", ["\x1b[?0u"]],
  ["kitty flags pushed", "\x1b[>1u\x1b[?u", ["\x1b[?1u"]],
  ["all kitty flags", "\x1b[>31u\x1b[?u\x1b[=14u\x1b[?u", ["\x1b[?31u", "\x1b[?14u"]],
  ["kitty flags that there are not are masked", "\x1b[>99u\x1b[?u\x1b[=32;2u\x1b[?u", ["\x1b[?3u", "\x1b[?3u"]],
  [
    "kitty flags pushed too often",
    `${"\x1b[>2u".repeat(99)}\x1b[>5u\x1b[<15u\x1b[?u\x1b[<u\x1b[?u`,
    ["\x1b[?2u", "\x1b[?0u"],
  ],
  ["kitty flags pushed without a number", "\x1b[>5u\x1b[>u\x1b[?u\x1b[<u\x1b[?u", ["\x1b[?0u", "\x1b[?5u"]],
  ["modifyOtherKeys at the start", "\x1b[?4m", ["\x1b[>4;0m"]],
  ["modifyOtherKeys set", "\x1b[>4;1m\x1b[?4m\x1b[>4;2m\x1b[?4m", ["\x1b[>4;1m", "\x1b[>4;2m"]],
  ["modifyOtherKeys set too high", "\x1b[>4;9m\x1b[?4m", ["\x1b[>4;2m"]],
  ["modifyOtherKeys reset", "\x1b[>4;2m\x1b[>4m\x1b[?4m", ["\x1b[>4;0m"]],
  ["modifyOtherKeys reset with all others", "\x1b[>4;2m\x1b[>m\x1b[?4m", ["\x1b[>4;0m"]],
  ["modifyOtherKeys disabled", "\x1b[>4;2m\x1b[>4n\x1b[?4m", ["\x1b[>4;0m"]],
  ["modifyOtherKeys after RIS", "\x1b[>4;2m\x1bc\x1b[?4m", ["\x1b[>4;0m"]],
  ["another of xterm's key resources", "\x1b[>1;2m\x1b[?1m\x1b[?4m", ["\x1b[>4;0m"]],
  ["formatOtherKeys", "\x1b[?4g\x1b[>4;1f\x1b[?4g\x1b[>4f\x1b[?4g", ["\x1b[>4;0f", "\x1b[>4;1f", "\x1b[>4;0f"]],
  ["focus events asked for", "\x1b[?1004h", ["\x1b[I"]],
  ["focus events no longer wanted", "\x1b[?1004l", NONE],
  ["kitty flags popped", "\x1b[>1u\x1b[<u\x1b[?u", ["\x1b[?0u"]],
  ["kitty flags popped too often", "\x1b[>1u\x1b[>1u\x1b[<9u\x1b[?u", ["\x1b[?0u"]],
  [
    "kitty flags set, added, taken",
    "\x1b[=1u\x1b[?u\x1b[=1;3u\x1b[?u\x1b[=1;2u\x1b[?u",
    ["\x1b[?1u", "\x1b[?0u", "\x1b[?1u"],
  ],
  ["kitty flags of each screen", "\x1b[>1u\x1b[?1049h\x1b[?u\x1b[?1049l\x1b[?u", ["\x1b[?0u", "\x1b[?1u"]],
  [
    "kitty flags of the alternate screen stay there",
    "\x1b[?1049h\x1b[>1u\x1b[?1049l\x1b[?u\x1b[?1049h\x1b[?u",
    ["\x1b[?0u", "\x1b[?1u"],
  ],
  ["kitty flags after RIS", "\x1b[>1u\x1bc\x1b[?u", ["\x1b[?0u"]],
  [
    "DECRQM of ANSI modes",
    "\x1b[4$p\x1b[4h\x1b[4$p\x1b[20$p\x1b[20h\x1b[20$p",
    ["\x1b[4;2$y", "\x1b[4;1$y", "\x1b[20;2$y", "\x1b[20;1$y"],
  ],
  [
    "DECRQM of unknown modes",
    "\x1b[99$p\x1b[?99$p\x1b[?2$p\x1b[?1001$p",
    ["\x1b[99;0$y", "\x1b[?99;0$y", "\x1b[?2;0$y", "\x1b[?1001;0$y"],
  ],
  ["DECRQM of 2027, which is always on", "\x1b[?2027$p\x1b[?2027l\x1b[?2027$p", ["\x1b[?2027;3$y", "\x1b[?2027;3$y"]],
  [
    "DECRQM of one mouse mode while another is on",
    "\x1b[?1002h\x1b[?1000$p\x1b[?1002$p",
    ["\x1b[?1000;2$y", "\x1b[?1002;1$y"],
  ],
];

describe("T8: answers", () => {
  for (const [name, question, answers] of ANSWERS) {
    test(`${name}: ${answers.length === 0 ? "no answer" : JSON.stringify(answers)}`, () => {
      assert.deepEqual(new TerminalDriver(24, 80).feed(question).replies, answers);
    });
  }

  const startsOn = new Set([7, 25]);
  const modes = [
    1, 4, 5, 6, 7, 9, 12, 18, 19, 25, 35, 40, 41, 42, 45, 47, 66, 67, 69, 95, 1000, 1002, 1003, 1004, 1005, 1006, 1007,
    1015, 1016, 1045, 1047, 1049, 2004, 2026,
  ];
  for (const mode of modes) {
    test(`DECRQM tells mode ${mode} at the start, set and reset`, () => {
      const ask = `\x1b[?${mode}$p`;
      const { replies } = new TerminalDriver(24, 80).feed(`${ask}\x1b[?${mode}h${ask}\x1b[?${mode}l${ask}`);
      const start = startsOn.has(mode) ? 1 : 2;
      const told = replies.filter((reply) => reply.endsWith("$y"));
      assert.deepEqual(told, [`\x1b[?${mode};${start}$y`, `\x1b[?${mode};1$y`, `\x1b[?${mode};2$y`]);
    });
  }

  for (const mode of [2, 4, 12, 20]) {
    test(`DECRQM tells ANSI mode ${mode} at the start, set and reset`, () => {
      const ask = `\x1b[${mode}$p`;
      const { replies } = new TerminalDriver(24, 80).feed(`${ask}\x1b[${mode}h${ask}\x1b[${mode}l${ask}`);
      assert.deepEqual(replies, [`\x1b[${mode};2$y`, `\x1b[${mode};1$y`, `\x1b[${mode};2$y`]);
    });
  }

  test("modes that nobody has are told as always reset", () => {
    const { replies } = new TerminalDriver(24, 80).feed("\x1b[1$p\x1b[19$p\x1b[?60$p");
    assert.deepEqual(replies, ["\x1b[1;4$y", "\x1b[19;4$y", "\x1b[?60;4$y"]);
  });

  test("sizes in pixels are told when they are known", () => {
    const { replies } = new TerminalDriver(24, 80, 640, 384).feed("\x1b[14t\x1b[16t");
    assert.deepEqual(replies, ["\x1b[4;384;640t", "\x1b[6;16;8t"]);
  });

  test("answers come in the order of the questions", () => {
    const asked = ANSWERS.filter(([name]) =>
      /^(DA1|DA2|XTVERSION|DSR 5, status|OSC 10 by ST|DECRQSS|size in characters)$/.test(name),
    );
    const { replies } = new TerminalDriver(24, 80).feed(asked.map(([, question]) => question).join("text"));
    assert.ok(asked.length === 7);
    assert.deepEqual(
      replies,
      asked.flatMap(([, , answers]) => answers),
    );
  });
});

/** Letters that no answer of ours holds, so that any three of them in a reply come from the program. */
const CANARY = "QJWXKZVH";

test("T8: no answer ever holds what the program wrote", () => {
  const random = randomNumbers(7);
  const carriers: readonly ((text: string) => string)[] = [
    (text) => `\x1b]0;${text}\x07`,
    (text) => `\x1b]1;${text}\x1b\\`,
    (text) => `\x1b]2;${text}\u009c`,
    (text) => `\x1b]8;id=${text};http://${text}/\x1b\\`,
    (text) => `\x1b]10;${text}\x07`,
    (text) => `\x1b]11;?;${text}\x07`,
    (text) => `\x1b]4;${text};?\x07\x1b]5;${text};?\x07\x1b]104;${text}\x07`,
    (text) => `\x1b]4;1;${text}\x07\x1b]4;1;?\x07`,
    (text) => `\x1b]52;c;${text}\x07\x1b]52;c;?\x07`,
    (text) => `\x1bP$q${text}\x1b\\`,
    (text) => `\x1bP+q${text}\x1b\\`,
    (text) => `\x1bP>|${text}\x1b\\`,
    (text) => `\x1bP${text}\x1b\\`,
    (text) => `\x1b_${text}\x1b\\`,
    (text) => `\x1b^${text}\x1b\\`,
    (text) => `\x1bX${text}\x1b\\`,
    (text) => `\x1b]${text}\x07`,
    (text) => `\x1b]L${text}\x1b\\`,
    (text) => text,
  ];
  const questions = [
    ...ANSWERS.map(([, question]) => question),
    "\x1b[20t",
    "\x1b[21t",
    "\x1b[22t",
    "\x1b[23t",
    "\x05",
  ];
  const finals = "@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";
  let answered = 0;
  for (let round = 0; round < 300; round++) {
    const driver = new TerminalDriver(10, 40, 400, 200);
    for (let step = 0; step < 60; step++) {
      const kind = random(4);
      if (kind === 0) driver.feed(carriers[random(carriers.length)](CANARY));
      else if (kind === 1) driver.feed(questions[random(questions.length)]);
      else if (kind === 2) driver.feed(Uint8Array.from({ length: 12 }, () => random(256)));
      else
        driver.feed(
          `\x1b[${"?>=<"[random(6)] ?? ""}${random(30)};${random(9)}${" !$'\"*"[random(9)] ?? ""}${finals[random(finals.length)]}`,
        );
    }
    const all = driver.replies.join("");
    answered += driver.replies.length;
    for (let at = 0; at + 3 <= CANARY.length; at++)
      assert.ok(!all.includes(CANARY.slice(at, at + 3)), `${CANARY.slice(at, at + 3)} came back in round ${round}`);
  }
  assert.ok(answered > 1000, `only ${answered} answers were looked at`);
});
