/** A table that is open where the cursor is. */
export interface OpenTable {
  /** Under what it stands in the one around it; a method's own table stands under nothing. */
  readonly key: string | number | undefined;
  /** The fields that are written already, with the texts that they have. */
  readonly given: ReadonlyMap<string, string>;
}

/** What is being written where the cursor is. */
export type InputContext =
  /** A name, behind other names and full stops. */
  | { readonly kind: "name"; readonly path: readonly string[]; readonly fragment: string }
  /** A key, or a value if `key` is there, of the innermost of these tables. */
  | {
      readonly kind: "table";
      readonly method: string;
      readonly tables: readonly OpenTable[];
      readonly key: string | number | undefined;
      readonly fragment: string;
    }
  /** Something that nothing is known of. */
  | { readonly kind: "other" };

interface Frame {
  readonly opener: string;
  readonly method: string | undefined;
  readonly key: string | number | undefined;
  readonly given: Map<string, string>;
  current: string | undefined;
  index: number;
}

const TOKEN =
  /\s+|--\[\[[\s\S]*?(?:\]\]|$)|--[^\n]*|(?<text>"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|\[\[[\s\S]*?(?:\]\]|$))|(?<name>[A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*\.?)|\d[\w.]*|(?<mark>[^])/gy;

const isClosed = (text: string): boolean =>
  text.startsWith("[[") ? text.endsWith("]]") : text.length > 1 && text.endsWith(text[0]);
const contentOf = (text: string): string => (text.startsWith("[[") ? text.slice(2, -2) : text.slice(1, -1));

/** Reads Lua up to the cursor. A method's table of JSON is read by the same rules: there `:` is what `=` is here. */
export function inputContext(before: string, method?: string): InputContext {
  const isJson = method !== undefined;
  const frames: Frame[] = [];
  // The last thing that may be a method, a key, or half written.
  let name = "";
  let text = "";
  let end = "";
  let last = "";
  for (const { 0: token, groups } of before.matchAll(TOKEN)) {
    const { text: literal, name: word, mark } = groups ?? {};
    end = literal ?? word ?? "";
    last = token;
    const top = frames.at(-1);
    if (literal !== undefined) {
      if (top?.current !== undefined && isClosed(literal)) top.given.set(top.current, contentOf(literal));
      text = literal;
    } else if (word !== undefined) {
      name = word.replaceAll(/\s/g, "");
    } else if (mark !== undefined) {
      marked(mark);
      [name, text] = ["", ""];
    } else if (!/^\s|^--/.test(token)) [name, text] = ["", ""];
  }
  // A comment, or a number.
  if (/^--|^\d/.test(last)) return { kind: "other" };
  const top = frames.at(-1);
  const fragment = isClosed(end) && /^["'[]/.test(end) ? "" : end;
  if (top !== undefined && top.opener !== "(") {
    const tables = tablesOf(frames);
    const called = frames.findLast((frame) => frame.method !== undefined)?.method;
    const isHalfPath = fragment.includes(".") && !/^["']/.test(fragment);
    if (tables !== undefined && called !== undefined && !isHalfPath)
      return { kind: "table", method: called, tables, key: keyOf(top), fragment };
  }
  if (isJson || /^["'[]/.test(fragment)) return { kind: "other" };
  const path = fragment.split(".");
  return { kind: "name", path: path.slice(0, -1), fragment };

  function marked(mark: string): void {
    const top = frames.at(-1);
    switch (mark) {
      case "{":
      case "[":
      case "(":
        frames.push({
          opener: mark,
          method: frames.length === 0 && isJson ? method : methodBefore(top, mark),
          key: top === undefined ? undefined : (top.current ?? top.index),
          given: new Map(),
          current: undefined,
          index: 0,
        });
        return;
      case "}":
      case "]":
      case ")":
        frames.pop();
        return;
      case "=":
      case ":":
        if (top !== undefined && (mark === ":") === isJson) top.current = isJson ? contentOf(text) : name;
        if (top?.current !== undefined && !top.given.has(top.current)) top.given.set(top.current, "");
        return;
      case ",":
      case ";":
        if (top === undefined) return;
        top.current = undefined;
        top.index++;
        return;
      default:
    }
  }

  /** `session.create{`, `session.create({`: the table is the method's. */
  function methodBefore(top: Frame | undefined, mark: string): string | undefined {
    if (name.includes(".") && mark !== "[") return name;
    return top?.opener === "(" && mark === "{" && top.method !== undefined ? top.method : undefined;
  }

  function keyOf(frame: Frame): string | number | undefined {
    return frame.current ?? (frame.opener === "[" ? frame.index : undefined);
  }
}

/** From the method's own table inwards; undefined where a call or an index stands between. */
function tablesOf(frames: readonly Frame[]): readonly OpenTable[] | undefined {
  const start = frames.findLastIndex((frame) => frame.method !== undefined && frame.opener === "{");
  const inner = frames.slice(start);
  if (start === -1 || inner.some(({ opener }) => opener === "(")) return undefined;
  return inner.map(({ key, given }, at) => ({ key: at === 0 ? undefined : key, given }));
}
