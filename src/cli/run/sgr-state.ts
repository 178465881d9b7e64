/** Which code switches off what a code switches on; see ECMA-48, 8.3.117. */
const OFF_CODE = new Map<number, number>();
function switchedOffBy(off: number, from: number, to = from): void {
  for (let code = from; code <= to; code++) OFF_CODE.set(code, off);
}
switchedOffBy(10, 11, 20);
switchedOffBy(22, 1, 2);
switchedOffBy(23, 3);
switchedOffBy(24, 4);
switchedOffBy(24, 21);
switchedOffBy(25, 5, 6);
switchedOffBy(27, 7);
switchedOffBy(28, 8);
switchedOffBy(29, 9);
switchedOffBy(39, 30, 38);
switchedOffBy(39, 90, 97);
switchedOffBy(49, 40, 48);
switchedOffBy(49, 100, 107);
switchedOffBy(54, 51, 52);
switchedOffBy(55, 53);
switchedOffBy(59, 58);
const OFF_CODES = new Set(OFF_CODE.values());

/** Colours take their arguments from the numbers behind them: 5;n or 2;r;g;b. */
const ARGUMENTS = new Map([
  ["5", 2],
  ["2", 4],
]);

/** The graphic attributes that are on after these SGR parameters; each by the code that would switch it off. */
export function afterSgr(before: ReadonlySet<number>, params: string): ReadonlySet<number> {
  if (params === "" || params === "0") return NO_ATTRIBUTES;
  const on = new Set(before);
  const parts = params.split(";");
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    const code = Number.parseInt(part, 10) || 0;
    const off = OFF_CODE.get(code);
    if (code === 0) on.clear();
    else if (part === "4:0") on.delete(24);
    else if (off !== undefined) on.add(off);
    else if (OFF_CODES.has(code)) on.delete(code);
    if ((code === 38 || code === 48 || code === 58) && !part.includes(":")) i += ARGUMENTS.get(parts[i + 1]) ?? 0;
  }
  return on;
}

export const NO_ATTRIBUTES: ReadonlySet<number> = new Set();
