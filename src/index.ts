export * from "./base/index.js";
