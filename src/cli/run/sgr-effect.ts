/** Codes that switch an attribute off, and those that switch it on; see ECMA-48, 8.3.117, and xterm's colours. */
const ATTRIBUTES: readonly (readonly [off: number, ...on: number[]])[] = [
  [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
  [22, 1, 2],
  [23, 3],
  [24, 4, 21],
  [25, 5, 6],
  [27, 7],
  [28, 8],
  [29, 9],
  [39, 30, 31, 32, 33, 34, 35, 36, 37, 38, 90, 91, 92, 93, 94, 95, 96, 97],
  [49, 40, 41, 42, 43, 44, 45, 46, 47, 48, 100, 101, 102, 103, 104, 105, 106, 107],
  [54, 51, 52],
  [55, 53],
  [59, 58],
];
const OFF_BIT = new Map(ATTRIBUTES.map(([off], index) => [off, 1 << index]));
const ON_BIT = new Map(ATTRIBUTES.flatMap(([, ...on], index) => on.map((code) => [code, 1 << index])));
const UNDERLINE = OFF_BIT.get(24) ?? 0;

/** Colours take their arguments from the numbers behind them: 5;n or 2;r;g;b. */
const COLOURS = new Set([38, 48, 58]);
const ARGUMENTS = new Map([
  ["5", 2],
  ["2", 4],
]);

/** What a sequence does to the attributes that are on, a bit for each: those that stay, and those that are added. */
export interface SgrEffect {
  readonly keep: number;
  readonly add: number;
}

/** Programs use few sequences, and those again and again. */
const MAX_REMEMBERED = 1_024;
const remembered = new Map<string, SgrEffect>();

/** Undefined if the text is not the parameters of an SGR. */
export function sgrEffect(params: string): SgrEffect | undefined {
  const known = remembered.get(params);
  if (known !== undefined) return known;
  if (!/^[\d;:]*$/.test(params)) return undefined;
  const effect = effectOf(params.split(";"));
  if (remembered.size < MAX_REMEMBERED) remembered.set(params, effect);
  return effect;
}

function effectOf(parts: readonly string[]): SgrEffect {
  let keep = -1;
  let add = 0;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    const code = Number.parseInt(part, 10) || 0;
    const off = code === 0 ? -1 : part === "4:0" ? UNDERLINE : (OFF_BIT.get(code) ?? 0);
    if (off === 0) add |= ON_BIT.get(code) ?? 0;
    keep &= ~off;
    add &= ~off;
    if (COLOURS.has(code) && !part.includes(":")) i += ARGUMENTS.get(parts[i + 1]) ?? 0;
  }
  return { keep, add };
}
