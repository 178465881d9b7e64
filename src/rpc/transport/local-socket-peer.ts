import { writeSync } from "node:fs";
import type { Socket } from "node:net";

const NOTHING = Buffer.alloc(0);

/**
 * After the peer's end-of-file: has it gone, or does it only send no more and still read? Writing nothing asks the kernel:
 * EPIPE once both directions are closed. Where that cannot be asked, an end-of-file is taken for gone.
 */
export function isPeerGone(socket: Socket): boolean {
  const fd = (socket as unknown as { _handle?: { fd?: unknown } | null })._handle?.fd;
  if (typeof fd !== "number" || fd < 0) return true;
  try {
    writeSync(fd, NOTHING);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "EAGAIN";
  }
}
