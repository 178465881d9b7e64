import type { ExtensionState } from "../../extension/index.js";

/** What stands at a path such as `permission.tool` in a state's metadata; undefined if nothing does. */
export function metadataAt({ metadata }: ExtensionState, path: string | undefined): unknown {
  if (path === undefined) return undefined;
  let value: unknown = metadata;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

export function textAt(state: ExtensionState, path: string | undefined): string | undefined {
  const value = metadataAt(state, path);
  return typeof value === "string" ? value : undefined;
}
