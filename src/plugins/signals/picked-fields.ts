import { MAX_PLUGIN_VALUE_DEPTH } from "../../base/index.js";

interface Tree {
  readonly [name: string]: Tree;
}

const trees = new WeakMap<readonly string[], Tree>();

function treeOf(paths: readonly string[]): Tree {
  let tree = trees.get(paths);
  if (tree === undefined) {
    const made: Record<string, Record<string, never>> = Object.create(null) as Record<string, Record<string, never>>;
    for (const path of paths) {
      let at: Record<string, unknown> = made;
      for (const name of path.split("."))
        at = (at[name] ??= Object.create(null) as Record<string, unknown>) as Record<string, unknown>;
    }
    trees.set(paths, (tree = made));
  }
  return tree;
}

/**
 * What of a value lies on these paths (`message.content.text`); undefined if nothing does. A list has each of its items looked at. A plain
 * value on the way stands for what would be below it; one that still has parts where its path ends is left out.
 */
export const picked = (value: unknown, paths: readonly string[]): unknown => pick(value, treeOf(paths), 0);

function pick(value: unknown, tree: Tree, depth: number): unknown {
  // 1e999 is JSON, and no number that can be handed on.
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (value === null || typeof value !== "object") return value;
  if (depth > MAX_PLUGIN_VALUE_DEPTH / 2) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item) => pick(item, tree, depth + 1)).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(tree)) {
    if (!Object.hasOwn(value, name)) continue;
    const found = pick((value as Record<string, unknown>)[name], tree[name], depth + 1);
    if (found !== undefined) kept[name] = found;
  }
  return Object.keys(kept).length === 0 ? undefined : kept;
}
