/**
 * cli: the command line. The only place that prints or decides an exit code. One table (`commands.ts`) says what exists;
 * parsing, help and completion are read from it, and what a command needs is imported when it runs.
 * Must not have: behaviour of its own; it reads arguments and calls the library.
 */
export { fail, main } from "./main.js";
