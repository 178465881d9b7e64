import { MAX_ARGUMENT_CHARS, MAX_ARGUMENTS, MAX_PATH_CHARS } from "../base/index.js";
import { array, record, text } from "./schema/schema.js";

export const path = text({ minLength: 1, maxLength: MAX_PATH_CHARS });
const argument = text({ maxLength: MAX_ARGUMENT_CHARS });
export const programArguments = array(argument, MAX_ARGUMENTS);
export const programVariables = record(argument, MAX_ARGUMENTS);
