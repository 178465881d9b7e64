import { execFile } from "node:child_process";

/** It takes some milliseconds; a machine that needs longer is not waited for. */
const LONGEST_MS = 500;

/**
 * Whether a terminal reads lines and echoes none of them, as for a password. A program that reads key by key echoes by itself, or does not:
 * of that the terminal knows nothing, and the answer is no.
 */
export function isSilentTerminal(path: string): Promise<boolean> {
  if (path === "") return Promise.resolve(false);
  const flag = process.platform === "linux" ? "-F" : "-f";
  return new Promise((resolve) => {
    execFile("stty", [flag, path, "-a"], { timeout: LONGEST_MS }, (error, settings) => {
      const words = error === null ? settings.split(/[\s;]+/) : [];
      resolve(words.includes("-echo") && words.includes("icanon"));
    });
  });
}
