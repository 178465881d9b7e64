import type { PluginManifest } from "../../plugins/manifest/index.js";

/** What a plugin drives, for a reader. */
export function programOf({ defaultTarget }: PluginManifest): string {
  if (defaultTarget === undefined) return "whatever adapter.start names";
  const { program, args = [] } = defaultTarget;
  return [program, ...args].map((word) => (/^[\w./@%+=:,-]+$/.test(word) ? word : JSON.stringify(word))).join(" ");
}
