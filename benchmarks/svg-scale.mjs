// Logarithmic axes: which pixel a value has, and which values get a label.
import { number } from "./svg-document.mjs";

/** @typedef {{ from: number, to: number, place: (value: number) => number }} Scale */

/** Only what is above zero has a place on a logarithmic axis. @param {number} value */
export const isDrawable = (value) => Number.isFinite(value) && value > 0;

/**
 * From a bit below the least to a bit above the most, at least a decade, so that noise does not look like growth.
 * @param {number[]} values above zero @param {number} start @param {number} end in pixels @returns {Scale}
 */
export function logScale(values, start, end) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, Math.log10(value)), Math.max(high, Math.log10(value))];
  const spare = Math.max((high - low) * 0.06, (1 - (high - low)) / 2);
  [low, high] = [low - spare, high + spare];
  return {
    from: 10 ** low,
    to: 10 ** high,
    place: (value) => start + ((Math.log10(value) - low) / (high - low)) * (end - start),
  };
}

/** Decades; with 2 and 5 between them where they are few. @param {Scale} scale @param {number} most */
export function ticks({ from, to }, most) {
  for (const steps of [[1, 2, 5], [1, 3], [1]]) {
    const found = within(from, to, steps);
    if (found.length <= most) return found;
  }
  const decades = within(from, to, [1]);
  const stride = Math.ceil(decades.length / most);
  return decades.filter((_, index) => index % stride === 0);
}

/** @param {number} from @param {number} to @param {number[]} steps */
function within(from, to, steps) {
  const found = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.log10(to); power++)
    for (const step of steps) found.push(Number(`${step}e${power}`));
  return found.filter((value) => value >= from && value <= to);
}

/** A label of an axis; large powers of two are said as such. @param {number} value @param {string} unit */
export function tickLabel(value, unit) {
  const power = Math.log2(value);
  if (!Number.isInteger(power) || power < 10) return number(value);
  const step = Math.min(3, Math.floor(power / 10));
  return `${2 ** (power - 10 * step)} ${["", "Ki", "Mi", "Gi"][step]}${/\bbytes\b/.test(unit) ? "B" : ""}`;
}
