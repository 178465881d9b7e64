/**
 * cli: the command line. The only place that prints or decides an exit code.
 * Should avoid: behaviour of its own; it reads arguments and calls the library.
 */
export { main } from "./main.js";
