import { inField } from "../../base/index.js";
import { action as actionSchema, parseLibrary } from "../../protocol/index.js";
import type { Action } from "./action.js";
import { parseKey } from "./keys.js";

/** Throws an error that names the field, such as `action.text`, unless the value is a well-formed action. */
export function validateAction(action: unknown, at = "action"): asserts action is Action {
  const checked = parseLibrary(actionSchema, action, at);
  if (checked.type !== "key") return;
  try {
    parseKey(checked.key);
  } catch (error) {
    throw inField(at, error);
  }
}
