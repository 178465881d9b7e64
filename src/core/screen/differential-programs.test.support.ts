/** The size of the screen that random programs are made for: small, so that they meet its edges. */
export const ROWS = 8;
export const COLS = 16;
/** Of one program. */
export const STEPS = 40;

type Below = (limit: number) => number;

const WORDS = ["a", "bc", "defg", "hijklmnop", "0123456789ABCDEFGHIJ", " ", "x y"];
const word = (random: Below): string => WORDS[random(WORDS.length)];
const count = (random: Below): number => random(5);
const row = (random: Below): number => 1 + random(ROWS + 2);
const col = (random: Below): number => 1 + random(COLS + 2);

const CHOICES = {
  text: word,
  "more text": word,
  "still more text": word,
  CR: () => "\r",
  LF: () => "\n",
  "CR LF": () => "\r\n",
  BS: () => "\b",
  HT: () => "\t",
  CUP: (random) => `\x1b[${row(random)};${col(random)}H`,
  CUU: (random) => `\x1b[${count(random)}A`,
  CUD: (random) => `\x1b[${count(random)}B`,
  CUF: (random) => `\x1b[${count(random)}C`,
  CUB: (random) => `\x1b[${count(random)}D`,
  CHA: (random) => `\x1b[${col(random)}G`,
  VPA: (random) => `\x1b[${row(random)}d`,
  "CUB ED": (random) => `\x1b[D\x1b[${random(3)}J`,
  "CUB EL": (random) => `\x1b[D\x1b[${random(3)}K`,
  ICH: (random) => `\x1b[${count(random)}@`,
  DCH: (random) => `\x1b[${count(random)}P`,
  ECH: (random) => `\x1b[${count(random)}X`,
  IL: (random) => `\x1b[${count(random)}L`,
  DL: (random) => `\x1b[${count(random)}M`,
  SU: (random) => `\x1b[${count(random)}S`,
  SD: (random) => `\x1b[${count(random)}T`,
  DECSTBM: (random) => `\x1b[${1 + random(4)};${5 + random(5)}r`,
  "DECSTBM reset": () => "\x1b[r",
  RI: () => "\x1bM",
  IND: () => "\x1bD",
  NEL: () => "\x1bE",
  SGR: (random) => `\x1b[${random(110)}m`,
  "autowrap off": () => "\x1b[?7l",
  "CR autowrap on": () => "\r\x1b[?7h",
  "insert on": () => "\x1b[4h",
  "insert off": () => "\x1b[4l",
  "alternate screen": () => "\x1b[r\x1b[?1049l\x1b[?1049h",
  "normal screen": () => "\x1b[r\x1b[?1049l",
  DECSC: () => "\x1b7",
  DECRC: () => "\x1b8",
  REP: (random) => `${WORDS[random(4)]}\x1b[${count(random)}b`,
} satisfies Record<string, (random: Below) => string>;

export type StepName = keyof typeof CHOICES;

/** A step of a random program that every terminal should take alike, those left out that another one does not know. */
export function step(random: Below, leftOut: readonly StepName[] = []): string {
  const names = Object.keys(CHOICES).filter((name) => !leftOut.includes(name as StepName)) as StepName[];
  return CHOICES[names[random(names.length)]](random);
}
