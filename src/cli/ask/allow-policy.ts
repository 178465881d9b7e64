import { shown } from "../../base/index.js";
import type { Decision, PermissionAsked } from "../../plugins/adapter/index.js";
import type { Option } from "../option.js";
import { UsageError } from "../usage-error.js";

/** What a program may do of what it asks leave for. */
export type AllowPolicy =
  | { readonly kind: "none" | "ask" | "all" }
  /** Just these, by their names. */
  | { readonly kind: "tools"; readonly tools: readonly string[] };

const WORDS = ["none", "ask", "all"] as const;

/** `--allow none|ask|all`, or names of tools, separated by commas or given one by one. */
export function allow(help: string): Option<AllowPolicy> {
  return {
    help,
    valueName: "WHAT",
    isRepeatable: true,
    choices: [
      { word: "none", help: "refuse everything (the default)" },
      { word: "ask", help: "ask here, on this terminal" },
      { word: "all", help: "allow everything, each time once" },
    ],
    read: readAllow,
  };
}

function readAllow(spelling: string, texts: readonly string[]): AllowPolicy {
  const names = texts.flatMap((text) => text.split(",")).map((name) => name.trim());
  if (names.length === 0) return { kind: "none" };
  if (names.includes(""))
    throw new UsageError(`${spelling} has an empty name; expected none, ask, all or names of tools`);
  const word = WORDS.find((one) => names.includes(one));
  if (word === undefined) return { kind: "tools", tools: names };
  if (names.some((name) => name !== word))
    throw new UsageError(`${spelling} ${word} stands alone, got ${shown(names.join(","))} as well`);
  return { kind: word };
}

/** What the policy says without asking anybody; undefined if somebody has to be asked. */
export function decisionOf(policy: AllowPolicy, { tool }: PermissionAsked): Decision | undefined {
  switch (policy.kind) {
    case "all":
      return "approve";
    case "none":
      return "deny";
    case "ask":
      return undefined;
    case "tools":
      return tool !== undefined && policy.tools.includes(tool) ? "approve" : "deny";
  }
}
