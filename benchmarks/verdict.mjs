// Which rows are too slow.

/** How many times as good as the yardstick, whichever way the unit points. @param {import("./run.mjs").Row} row @param {string} name @param {"best" | "median"} which */
export function ratio({ results, better }, name, which) {
  const [ours, theirs] = [results.ptywright[which], results[name][which]];
  return better === "higher" ? ours / theirs : theirs / ours;
}

/** What of a row is below its limits, its bars (in a full run) or the baseline. @param {import("./run.mjs").Row} row @param {Record<string, { ratio: number, tolerance: number }>} baseline @param {boolean} isQuick */
export function problemsOf(row, baseline, isQuick) {
  const problems = [];
  // The absolute figures: what callers may count on whatever the yardstick does.
  const { best } = row.results.ptywright;
  if (row.floor !== undefined && best < row.floor)
    problems.push(`${row.work}: ${best.toFixed(1)} ${row.unit}, at least ${row.floor} are needed`);
  if (row.ceiling !== undefined && best > row.ceiling)
    problems.push(`${row.work}: ${best.toFixed(3)} ${row.unit}, at most ${row.ceiling} are allowed`);
  for (const name of Object.keys(row.results).filter((who) => who !== "ptywright")) {
    const key = `${row.work} / ${name}`;
    // Neighbours on the machine only ever slow a round down, and not both contenders alike: the verdict is on the best ones.
    const reached = ratio(row, name, "best");
    // A bar on a lower-is-better row says how many times the yardstick's time we may take.
    const needed = row.better === "higher" ? row.bars[name] : 1 / row.bars[name];
    // A quick run is too short to judge what we aim at; it guards against losses.
    if (!isQuick && reached < needed) problems.push(`${key}: ${reached.toFixed(2)}, the bar is ${needed.toFixed(2)}`);
    const known = baseline[key];
    if (known !== undefined && reached < known.ratio * known.tolerance)
      problems.push(`${key}: ${reached.toPrecision(3)}, the baseline is ${known.ratio} x ${known.tolerance}`);
  }
  return problems;
}
