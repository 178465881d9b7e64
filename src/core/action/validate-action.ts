import { inField } from "../../base/index.js";
import { action as actionSchema, parseLibrary } from "../../protocol/index.js";
import type { Action } from "./action.js";
import { parseKey } from "./parse-key.js";

/**
 * Throws an error that names the field, such as `action.text`, unless the value is a well-formed action. Returns it as it is carried
 * out: a copy, with a key by its canonical name, however it was written.
 */
export function validateAction(value: unknown, at = "action"): Action {
  const action = parseLibrary(actionSchema, value, at);
  if (action.type !== "key") return action;
  try {
    return { ...action, key: parseKey(action.key) };
  } catch (error) {
    throw inField(at, error);
  }
}
