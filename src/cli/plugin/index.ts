/**
 * cli/plugin: the commands for those who write plugins: begin one, check it, keep screens and test it on them, list those there are.
 * Should avoid: deciding what is right about a plugin; `testing` does, and here it is printed.
 */
export { capturePlugin } from "./capture.js";
export { intentStep } from "./intent-step.js";
export { checkPlugin } from "./check.js";
export { listPlugins } from "./list.js";
export { newPlugin } from "./new.js";
export { testPlugin } from "./test.js";
