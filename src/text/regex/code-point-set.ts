/** Sets of Unicode code points as sorted, disjoint, non-adjacent closed ranges. */

export const MAX_CODE_POINT = 0x10ffff;

export type CodePointRange = readonly [first: number, last: number];
export type CodePointSet = readonly CodePointRange[];

/** Sorts the ranges and joins those that overlap or touch. */
export function normalize(ranges: readonly CodePointRange[]): CodePointSet {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0]);
  const result: [number, number][] = [];
  for (const [first, last] of sorted) {
    const previous = result.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else result.push([first, last]);
  }
  return result;
}

export function union(...sets: readonly CodePointSet[]): CodePointSet {
  return normalize(sets.flat());
}

export function complement(set: CodePointSet, max: number = MAX_CODE_POINT): CodePointSet {
  const result: CodePointRange[] = [];
  let next = 0;
  for (const [first, last] of set) {
    if (first > next) result.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= max) result.push([next, max]);
  return result;
}

export function intersection(a: CodePointSet, b: CodePointSet): CodePointSet {
  const result: CodePointRange[] = [];
  let i = 0;
  let j = 0;
  for (;;) {
    const left = a[i];
    const right = b[j];
    if (left === undefined || right === undefined) return result;
    const first = Math.max(left[0], right[0]);
    const last = Math.min(left[1], right[1]);
    if (first <= last) result.push([first, last]);
    if (left[1] < right[1]) i++;
    else j++;
  }
}

export function difference(a: CodePointSet, b: CodePointSet): CodePointSet {
  return intersection(a, complement(b));
}

export function symmetricDifference(a: CodePointSet, b: CodePointSet): CodePointSet {
  return union(difference(a, b), difference(b, a));
}

export function has(set: CodePointSet, codePoint: number): boolean {
  let low = 0;
  let high = set.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const [first, last] = set[middle];
    if (codePoint < first) high = middle;
    else if (codePoint > last) low = middle + 1;
    else return true;
  }
  return false;
}
