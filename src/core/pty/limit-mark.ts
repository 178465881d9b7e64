import { existsSync, readFileSync } from "node:fs";
import type { Launch } from "./pty-process.js";

/**
 * A mark that every process inherits whatever it does to its environment, its session or its parents: the soft limit on real-time processor
 * time, whose only meaning is for programs that run at a real-time priority, set to a number of microseconds that means 190,000 years. A
 * program loses it by setting that very limit. It is set by a tool of util-linux, which then becomes the program.
 */
const TOOL = ["/usr/bin/prlimit", "/bin/prlimit"];
const LIMIT = /^Max realtime timeout +(\S+) +(\S+)/m;
/** First of all our marks; with 11 digits of the host's and 7 of the session's they stay below 2^63. */
const FIRST_DIGIT = "6";

/** What the marks of one host begin with, made from the random part of its marker. */
export function limitPrefix(hostMarker: string): string {
  const random = hostMarker.slice(hostMarker.indexOf("-") + 1);
  return FIRST_DIGIT + String(Number.parseInt(random.slice(0, 9), 16)).padStart(11, "0");
}

/** The mark of a session, made from its marker. */
export function limitMark(marker: string): string {
  const [host, count] = marker.split(".");
  return limitPrefix(host) + String(Number(count) % 10_000_000).padStart(7, "0");
}

function limitsOf(pid: number | "self"): RegExpExecArray | null {
  try {
    return LIMIT.exec(readFileSync(`/proc/${pid}/limits`, "latin1"));
  } catch {
    return null;
  }
}

export function limitMarkOf(pid: number): string | undefined {
  return limitsOf(pid)?.[1];
}

let tool: string | null | undefined;

/** The tool that sets it; null where there is none, or where the limit is in use. */
export function limitTool(): string | null {
  tool ??= limitsOf("self")?.[2] === "unlimited" ? (TOOL.find((path) => existsSync(path)) ?? null) : null;
  return tool;
}

/** A launch whose processes carry the mark; undefined where they cannot. */
export function withLimitMark(launch: Launch, mark: string): Launch | undefined {
  const file = limitTool();
  // What is meant for the program's own loader may keep the tool from starting.
  if (file === null || Object.keys(launch.env).some((name) => name.startsWith("LD_"))) return undefined;
  return { ...launch, behind: [file, `--rttime=${mark}:`] };
}
