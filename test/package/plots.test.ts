import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { tempDir } from "../support/temp-dir.js";

const PLOTS = new URL("../../../benchmarks/plots.mjs", import.meta.url).href;
const { writePlots } = (await import(PLOTS)) as { writePlots: (file: string, folder: string) => void };
const LARGEST = 80_000;
const ORIGIN = { date: "2030-01-02T03:04:05.678Z", machine: '2 x <Fast> & "Cheap", linux', isQuick: false };
const PICTURES = ["throughput", "latency", "growth"] as const;
type Pictures = Record<(typeof PICTURES)[number], string>;

const row = (work: string, medians: Record<string, number | null>, unit = "MB/s"): object => ({
  work,
  unit,
  better: "higher",
  bars: {},
  results: Object.fromEntries(Object.entries(medians).map(([name, median]) => [name, { best: median, median }])),
});

/** As many times as a run takes, the last hundredth ten times as long. */
const times = (middle: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => middle * (0.5 + i / count) * (i >= count * 0.985 ? 10 : 1));

const SAMPLE = {
  ...ORIGIN,
  ratios: {},
  rows: [
    row("bulk, mixed", { ptywright: 34.44, "C reader": 95, tmux: 26.5 }),
    row("RPC, 1 in flight", { ptywright: 14_210, "bare echo": 22_311 }, "requests/s"),
    row("round trip, p50", { ptywright: 0.077, "tmux -C": 0.11 }, "ms"),
  ],
  distributions: [
    { name: "round trip", unit: "ms", contenders: { ptywright: times(0.08, 1000), "tmux -C": times(0.3, 1000) } },
  ],
  series: [
    { name: "idle memory", unit: "MB", xLabel: "sessions", x: [1, 10, 100, 1000], y: [0.4, 3.1, 29, 287] },
    { name: "append", unit: "µs", xLabel: "transcript, bytes", x: [16_384, 16_777_216], y: [21, 25] },
    { name: "output", unit: "MB/s", xLabel: "characters kept", x: [65_536, 4_194_304], y: [34, 3.4] },
  ],
};

function draw(t: TestContext, results: object): Pictures {
  const folder = tempDir(t);
  writeFileSync(join(folder, "results.json"), JSON.stringify(results));
  writePlots(join(folder, "results.json"), join(folder, "out"));
  const pictures = Object.fromEntries(
    PICTURES.map((name) => [name, readFileSync(join(folder, "out", `${name}.svg`), "utf8")]),
  ) as Pictures;
  for (const [name, svg] of Object.entries(pictures)) assertSound(name, svg);
  return pictures;
}

function assertSound(name: string, svg: string): void {
  assert.doesNotMatch(svg, /NaN|undefined|null|Infinity|\[object/, name);
  assert.doesNotMatch(svg, /<script|href|url\((?!#)|&(?!amp;|lt;|gt;|quot;)/, name);
  assert.match(svg, /<title id="t">[^<]+<\/title>\n<desc id="d">[^<]+<\/desc>/, name);
  const [, dark = ""] = /@media\(prefers-color-scheme:dark\)\{(.*)\}<\/style>/.exec(svg) ?? [];
  // Black is the inside of the straight lines in legends, which have none.
  for (const [, what, colour] of svg.replace(dark, "").matchAll(/ (fill|stroke)="(?!none"|#000")([^"]+)"/g))
    assert.ok(dark.includes(`[${what}="${colour}"]{${what}:#`), `${name}: ${what} ${colour} stays as it is on black`);
  assert.ok(Buffer.byteLength(svg) <= LARGEST, `${name} has ${Buffer.byteLength(svg)} bytes`);
  const open: string[] = [];
  const rest = svg.replaceAll(
    /<(\/?)([a-zA-Z]+)((?: [a-zA-Z:-]+="[^"<]*")*) ?(\/?)>/g,
    (_tag, end, tag: string, _attributes, empty) => {
      if (end) assert.equal(open.pop(), tag, name);
      else if (!empty) open.push(tag);
      return "";
    },
  );
  assert.deepEqual(open, [], name);
  assert.doesNotMatch(rest, /[<>]/, name);
}

/** Where texts begin or end: those of two at one place would lie on each other. */
function doubled(svg: string): string[] {
  const places = [...svg.matchAll(/<text ([^>]*)>/g)].map(([, attributes = ""]) =>
    ["text-anchor", "x", "y", "transform"]
      .map((key) => new RegExp(` ?\\b${key}="([^"]*)"`).exec(attributes)?.[1])
      .join(),
  );
  return places.filter((place, index) => places.indexOf(place) !== index);
}

test("the pictures have the numbers of the results, at bars, in legends and for screen readers", (t) => {
  const { throughput, latency, growth } = draw(t, SAMPLE);
  for (const label of [">34.4<", ">95 (ptywright 0.36 ×)<", ">26.5 (ptywright 1.3 ×)<", ">14,210<"])
    assert.ok(throughput.replaceAll("  ", " ").includes(label), label);
  assert.ok(!throughput.includes("round trip"), "a time is no throughput");
  assert.match(throughput, /<desc[^>]*>[^<]*bulk, mixed: ptywright 34\.4, C reader 95, tmux 26\.5 MB\/s\./);
  assert.match(latency, />p50 0\.08, p99 1\.19 ms</);
  assert.match(latency, />p50 0\.3, p99 4\.47 ms</);
  assert.match(growth, />0\.4 → 287 MB</);
  for (const label of ["1,000", "16 KiB", "16 MiB", "64 Ki", "4 Mi"]) assert.ok(growth.includes(`>${label}<`), label);
  const [memory, append, output] = [
    ...growth.matchAll(/<path d="M\S+ (\S+)L\S+ (\S+)"[^>]* stroke-dasharray="1,4"/g),
  ].map(([, from, to]) => Number(from) > Number(to));
  assert.deepEqual([memory, append, output], [true, true, false], "in proportion, a cost rises and a rate falls");
  for (const svg of [throughput, latency, growth]) {
    assert.ok(svg.includes("2 x &lt;Fast&gt; &amp; &quot;Cheap&quot;, linux; 2030-01-02<"));
    assert.deepEqual(doubled(svg), []);
  }
});

test("the same results give the same pictures", (t) => {
  assert.deepEqual(draw(t, SAMPLE), draw(t, SAMPLE));
});

test("what a run did not measure is left out, and said where nothing is left", (t) => {
  for (const results of [
    { ...ORIGIN, ratios: {}, rows: [] },
    {
      ...ORIGIN,
      rows: [row("bulk, mixed", { ptywright: null })],
      distributions: [{ name: "round trip", unit: "ms", contenders: { ptywright: [] } }],
      series: [{ name: "idle memory", unit: "MB", xLabel: "sessions", x: [1, 10], y: [0, null] }],
    },
  ])
    for (const svg of Object.values(draw(t, results))) assert.match(svg, />Not measured in this run\.</);

  const { throughput, latency, growth } = draw(t, {
    ...ORIGIN,
    rows: [
      row("without ours", { tmux: 26 }),
      row("without tmux", { ptywright: 34, tmux: null }),
      row("idle", { ptywright: 0, tmux: 0 }),
    ],
    distributions: [{ name: "one time only", unit: "ms", contenders: { ptywright: [0.1], "tmux -C": [] } }],
    series: [
      { name: "empty", unit: "MB", xLabel: "sessions", x: [], y: [] },
      { name: "one point", unit: "ms", xLabel: "waits", x: [1], y: [0.5] },
    ],
  });
  assert.match(throughput, />26</);
  assert.match(latency, />p50 0\.1, p99 0\.1 ms</);
  assert.ok(!latency.includes("tmux -C"));
  assert.match(growth, />0\.5 ms</);
  assert.ok(!growth.includes(">empty<"));
});

test("a large run still fits, and long names are cut before they reach their neighbours", (t) => {
  const long = "a name that goes on and on ".repeat(5);
  const names = [long, "ptywright", "C reader", "tmux"];
  const { throughput, latency, growth } = draw(t, {
    ...ORIGIN,
    rows: Array.from({ length: 14 }, (_, i) =>
      row(`work ${i}`, Object.fromEntries(names.map((name, k) => [name, 10.123 * (k + 1)]))),
    ),
    distributions: ["round trip", "fairness"].map((name) => ({
      name,
      unit: "ms",
      contenders: Object.fromEntries(names.map((contender, k) => [contender, times(0.1 * (k + 1), 5000)])),
    })),
    series: Array.from({ length: 8 }, (_, i) => ({ ...SAMPLE.series[0], unit: `MB ${i >> 1}`, name: `${i} ${long}` })),
  });
  for (const svg of [throughput, latency, growth]) {
    assert.ok(!svg.replace(/<desc.*?<\/desc>/s, "").includes(long));
    assert.match(svg, /[a-z] ?…</);
    assert.deepEqual(doubled(svg), []);
  }
});
