const raw = String.raw;

/**
 * Patterns that take exponential or high polynomial time in a backtracking engine, each with the text that provokes it: `size`
 * characters, and one more at the end of some.
 */
export function evilPatterns(size: number): readonly (readonly [pattern: string, text: string])[] {
  const repeated = (unit: string, end = ""): string => unit.repeat(Math.ceil(size / unit.length)).slice(0, size) + end;
  return [
    ["(a+)+$", repeated("a", "!")],
    ["^(a+)+$", repeated("a", "!")],
    ["([a-zA-Z]+)*$", repeated("a", "!")],
    ["(a|aa)+$", repeated("a", "!")],
    ["(a|a?)+$", repeated("a", "!")],
    ["(a*)*b", repeated("a")],
    ["(.*a){20}$", repeated("a", "!")],
    ["(x+x+)+y", repeated("x")],
    ["(?:a?){100}a{100}$", repeated("a", "!")],
    [raw`(\w+\s?)*$`, repeated("aaaa ", "!")],
    [raw`^(([a-z])+.)+[A-Z]([a-z])+$`, repeated("a")],
    ["(.*)*=(.*)*;$", repeated("=")],
    [raw`\s+$`, repeated(" ", "x")],
    ["(?:[^<]|<[^/])*</b>$", repeated("<")],
    ["(a{1,20}){1,20}$", repeated("a", "!")],
    [raw`(?i)(k|s|\w)*\d$`, repeated("k", "!")],
    ["(([^b]*b)*c)*$", repeated("ab", "!")],
    ["a.{0,200}b.{0,200}c$", repeated("ab")],
    [raw`(?:(?:.|\n)*x){10}$`, repeated("x", "!")],
    [raw`^([0-9a-z]([-.\w]*[0-9a-z])*@)`, repeated("a", "!")],
    [raw`(\d+)+[,;]?(\d+)+$`, repeated("1", "x")],
    [raw`<!--(?:.*?)*-->$`, repeated("<!--")],
  ];
}
