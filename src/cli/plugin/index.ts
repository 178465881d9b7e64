/**
 * cli/plugin: the commands for those who write plugins: begin one, check it, test it on screens, list those there are.
 * Should avoid: deciding what is right about a plugin; `testing` does, and here it is printed.
 */
export { checkPlugin } from "./check.js";
export { listPlugins } from "./list.js";
export { newPlugin } from "./new.js";
export { testPlugin } from "./test.js";
