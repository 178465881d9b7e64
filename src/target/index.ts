export * from "./terminal-size.js";
