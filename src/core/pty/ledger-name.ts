import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { readProcess } from "./proc-fs.js";
import { HOST_MARKER } from "./session-marker.js";

/** Where a pid means something. A field is empty where it cannot be told. */
export interface Place {
  readonly boot: string;
  readonly namespace: string;
  readonly machine: string;
}

/** Who wrote a ledger, and where. */
export interface LedgerName extends Place {
  readonly pid: number;
  readonly start: number;
  /** The writer's mark in the environments of its sessions. */
  readonly marker: string;
}

/** pid-start-random-boot-namespace-machine; the last two were not always told. */
const LEDGER_NAME = /^(\d+)-(\d+)-([0-9a-f]+)-([0-9a-f]*)(?:-(\d*)-([0-9a-f]*))?\.ledger$/;

function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}

/** Nothing is told where there is no /proc: a pid is then taken at its word. */
function findPlace(): Place {
  const boot = orEmpty(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1").slice(0, 8));
  if (boot === "") return { boot, namespace: "", machine: "" };
  const namespace = /\d+/.exec(orEmpty(() => readlinkSync("/proc/self/ns/pid")))?.[0] ?? "";
  const machineId = orEmpty(() => readFileSync("/etc/machine-id", "latin1").trim());
  const name = machineId === "" ? orEmpty(hostname) : machineId;
  // Hashed: machine-id(5) asks to keep the number itself from others.
  const machine = name === "" ? "" : createHash("sha256").update(name).digest("hex").slice(0, 8);
  return { boot, namespace, machine };
}

let place: Place | undefined;

/** Where this process runs. */
export const here = (): Place => (place ??= findPlace());

/** The name of this process's own ledger. */
export function ownLedgerName(): string {
  const { boot, namespace, machine } = here();
  const start = readProcess(process.pid)?.start ?? 0;
  return `${process.pid}-${start}-${HOST_MARKER.split("-")[1]}-${boot}-${namespace}-${machine}.ledger`;
}

/** Undefined for what is no ledger. */
export function parseLedgerName(name: string): LedgerName | undefined {
  const match = LEDGER_NAME.exec(name);
  if (match === null) return undefined;
  const [, pid, start, random, boot, namespace = "", machine = ""] = match;
  return { pid: Number(pid), start: Number(start), marker: `${pid}-${random}`, boot, namespace, machine };
}

const differ = (one: string, other: string): boolean => one !== "" && other !== "" && one !== other;

/**
 * `near`: its pids are ours to look up. `past`: of an earlier boot, so that nothing of it runs. `far`: of another machine that shares
 * our disk, or of a container on this one; whether its writer lives cannot be seen from here.
 */
export function distanceTo(writer: Place, from: Place): "near" | "past" | "far" {
  if (differ(writer.machine, from.machine)) return "far";
  if (writer.boot !== from.boot) return "past";
  return differ(writer.namespace, from.namespace) ? "far" : "near";
}
