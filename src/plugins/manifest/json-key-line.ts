/**
 * The line on which a key of a valid JSON text stands; the line of the nearest key around it if it is missing. JSON.parse keeps
 * no positions. Used for error messages only, on small files.
 */
export function lineOfJsonKey(source: string, keys: readonly string[]): number {
  const scan = new Scan(source);
  let found = 0;
  scan.value([], (path, at) => {
    if (path.length > 0 && path.every((key, index) => key === keys[index])) found = Math.max(found, at);
  });
  return source.slice(0, found).split("\n").length;
}

type Visit = (path: readonly string[], at: number) => void;

class Scan {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  value(path: readonly string[], visit: Visit): void {
    this.#space();
    const first = this.#source[this.#at];
    if (first === "{") this.#members(path, visit);
    else if (first === "[") this.#items(path, visit);
    else if (first === '"') this.#string();
    else this.#skip(/[^,\]}\s]*/y);
  }

  #members(path: readonly string[], visit: Visit): void {
    this.#at++;
    for (this.#space(); this.#source[this.#at] === '"'; this.#space()) {
      const start = this.#at;
      const key = [...path, this.#string()];
      visit(key, start);
      this.#skip(/\s*:/y);
      this.value(key, visit);
      this.#skip(/\s*,?/y);
    }
    this.#at++;
  }

  #items(path: readonly string[], visit: Visit): void {
    this.#at++;
    for (this.#space(); this.#source[this.#at] !== "]" && this.#at < this.#source.length; this.#space()) {
      this.value([...path, "[]"], visit);
      this.#skip(/\s*,?/y);
    }
    this.#at++;
  }

  #string(): string {
    const start = this.#at;
    this.#skip(/"(?:[^"\\]|\\.)*"/y);
    return JSON.parse(this.#source.slice(start, this.#at)) as string;
  }

  #space(): void {
    this.#skip(/\s*/y);
  }

  #skip(pattern: RegExp): void {
    pattern.lastIndex = this.#at;
    this.#at += pattern.exec(this.#source)?.[0].length ?? 0;
  }
}
