import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { NEEDS_PROC } from "../support/processes.js";
import { peakMemory } from "../support/peak-memory.js";
import { ServeProcess, type RpcMessage } from "../support/serve-process.js";
import { tempDir } from "../support/temp-dir.js";
import { mainThreadWaitedMs } from "../support/thread-time.js";

const MIB = 1_048_576;
const LIMIT = 16 * MIB;
/** A large message is read in one. */
const THREAD = 24 * MIB;
/** The machine may be busy with something else: the best of these counts, and of each what others did not take from the server. */
const ATTEMPTS = 5;
const REFUSED_MS = 50;
/** Twice the limit, and what reading takes. */
const GROWTH = 2 * LIMIT + THREAD;

interface Oversize {
  readonly framing: "ndjson" | "lsp";
  /** What may be sent without harm, in pieces, and the bytes after which it must be refused. */
  readonly before: readonly Uint8Array[];
  readonly last: Uint8Array;
  readonly code: number;
}

const bytes = (text: string): Uint8Array => Buffer.from(text);
const pieces = (count: number, byte = "x"): Uint8Array[] =>
  Array.from({ length: count }, () => Buffer.alloc(MIB, byte));

const OVERSIZE: Readonly<Record<string, Oversize>> = {
  "a message of 1 GiB, by its header": {
    framing: "lsp",
    before: [],
    last: bytes("Content-Length: 1073741824\r\n\r\n"),
    code: -32600,
  },
  "a header without end": {
    framing: "lsp",
    before: [bytes(`X-Long: ${"x".repeat(8_000)}`)],
    last: bytes("x".repeat(400)),
    code: -32700,
  },
  "a line without end": {
    framing: "ndjson",
    before: pieces(16),
    last: bytes("xx"),
    code: -32600,
  },
  "100,000 levels": {
    framing: "ndjson",
    before: [bytes(`{"jsonrpc":"2.0","id":1,"method":"session.list","params":${"[".repeat(100_000)}`)],
    last: bytes(`${"]".repeat(100_000)}}\n`),
    code: -32600,
  },
  "a batch of a million": {
    framing: "ndjson",
    before: [bytes(`[${"{},".repeat(999_999)}{}`)],
    last: bytes("]\n"),
    code: -32600,
  },
};

for (const [what, { framing, before, last, code }] of Object.entries(OVERSIZE))
  test(
    `R4: ${what} is refused by a server within ${REFUSED_MS} ms, and with little memory`,
    { skip: NEEDS_PROC },
    async (t) => {
      const path = join(tempDir(t), "s.sock");
      const server = new ServeProcess(t, ["--socket", path, "--framing", framing]);
      await server.listening();
      const times: number[] = [];
      const start = peakMemory(server.pid);
      for (let attempt = 0; attempt < ATTEMPTS && !times.some((ms) => ms <= REFUSED_MS); attempt++) {
        const socket = connect(path).on("error", () => undefined);
        await once(socket, "connect");
        for (const piece of before) await new Promise((resolve) => socket.write(piece, resolve));
        const answered = once(socket, "data") as Promise<[Buffer]>;
        const [began, waited] = [performance.now(), mainThreadWaitedMs(server.pid)];
        socket.write(last);
        const [answer] = await answered;
        times.push(performance.now() - began - (mainThreadWaitedMs(server.pid) - waited));
        const { error } = JSON.parse(answer.toString().replace(/^Content-Length[^]*?\r\n\r\n/, "")) as RpcMessage;
        assert.equal(error?.code, code, answer.toString());
        socket.destroy();
      }
      const best = Math.min(...times);
      const grown = peakMemory(server.pid) - start;
      t.diagnostic(`${best.toFixed(1)} ms, ${(grown / MIB).toFixed(1)} MiB more at most`);
      assert.ok(best <= REFUSED_MS, `refused after ${times.map((ms) => ms.toFixed(0)).join(", ")} ms`);
      assert.ok(grown <= GROWTH, `${(grown / MIB).toFixed(1)} MiB more`);
    },
  );
