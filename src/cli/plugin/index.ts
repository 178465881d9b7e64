/**
 * cli/plugin: the commands for authors of plugins: create one, check it, capture screens as fixtures, test it with them, list plugins.
 * Must not know: when a plugin is correct; plugins/testing decides that, and here it is printed.
 */
export { capturePlugin } from "./capture.js";
export { intentStep } from "./intent-step.js";
export { checkPlugin } from "./check.js";
export { listPlugins } from "./list.js";
export { newPlugin } from "./new.js";
export { testPlugin } from "./test.js";
