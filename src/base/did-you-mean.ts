/** The known word that was probably meant, as a part of a sentence; empty if none is near. */
export function didYouMean(given: string, known: readonly string[]): string {
  const allowed = Math.max(1, Math.floor(given.replaceAll("-", "").length / 3));
  const [best] = known
    .map((word) => ({ word, distance: distance(given.toLowerCase(), word) }))
    .filter(({ word, distance }) => distance <= allowed || isBeginning(given, word))
    .sort((a, b) => a.distance - b.distance);
  return best === undefined ? "" : ` (did you mean ${best.word}?)`;
}

function isBeginning(given: string, word: string): boolean {
  return given.replaceAll("-", "").length >= 2 && word.startsWith(given);
}

/** Letters to put in, take out, replace or swap with their neighbour. Long words are not worth the comparison. */
function distance(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 5) return Infinity;
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = rows[i - 1][j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1);
      row[j] = Math.min(rows[i - 1][j] + 1, row[j - 1] + 1, replaced);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        row[j] = Math.min(row[j], rows[i - 2][j - 2] + 1);
    }
    rows.push(row);
  }
  return rows[from.length][to.length];
}
