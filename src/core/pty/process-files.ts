import { readlinkSync } from "node:fs";

/** What a process has as its standard input and output; nothing of those that it has not, or that are not ours to see. */
export function standardFiles(pid: number): readonly string[] {
  return ["0", "1", "2"].map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return "";
    }
  });
}

/** The worlds of processes and of mounted files that it lives in; "" where they are not ours to see. */
export function namespacesOf(pid: number): string {
  try {
    return ["pid", "mnt"].map((kind) => readlinkSync(`/proc/${pid}/ns/${kind}`)).join(" ");
  } catch {
    return "";
  }
}
