// A large screen with its cells over RPC: how long somebody else waits for an answer meanwhile, and how fast it comes. Nothing is
// parsed here, so that it is the server that is measured. The yardstick of the second is JSON.stringify of the library's cells.
import { fork } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { Session } from "ptywright";

const SERVER = join(import.meta.dirname, "yardsticks", "rpc-server.mjs");
const LF = 10;

/** @typedef {{ rows: number, cols: number }} Size */

/** @param {Size} size */
const painting = ({ rows, cols }) => ({
  program: process.execPath,
  args: [
    "-e",
    `process.stdout.write(Array.from({ length: ${rows} }, (_, row) => "\\x1b[3" + (row % 8) + "m" +
      ("words of row " + row + " ").repeat(${cols}).slice(0, ${cols - 1})).join("\\x1b[m\\r\\n"))`,
  ],
});

/** Asks, and reads to the end of the answer; how many bytes that were. @param {import("node:net").Socket} socket @param {string} method @param {object} params */
function ask(socket, method, params) {
  let bytes = 0;
  return new Promise((resolve) => {
    /** @param {Buffer} chunk */
    const onData = (chunk) => {
      bytes += chunk.length;
      if (chunk.at(-1) !== LF) return;
      socket.off("data", onData);
      resolve(bytes);
    };
    socket.on("data", onData);
    socket.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })}\n`);
  });
}

/** @param {import("./run.mjs").Bench} bench */
export async function runRpcSnapshot({ scratch, rounds, measure, row }) {
  const path = join(scratch, "snapshots.sock");
  const server = fork(SERVER, ["ptywright", path]);
  await once(server, "message");
  const [socket, other] = [connect(path), connect(path)];
  await Promise.all([once(socket, "connect"), once(other, "connect")]);
  try {
    for (const [index, size] of [
      { rows: 200, cols: 400 },
      { rows: 1000, cols: 1000 },
    ].entries()) {
      const session = `s${index + 1}`;
      await ask(socket, "session.create", { ...painting(size), ...size });
      await ask(socket, "session.wait", { session, matcher: { type: "process_exited" } });
      const at = `${size.cols}x${size.rows}`;
      /** @type {number[]} */
      const rates = [];
      const longestWait = async () => {
        let [longest, isOver] = [0, false];
        const start = performance.now();
        const answer = ask(socket, "session.snapshot", { session }).then((bytes) => {
          isOver = true;
          rates.push(bytes / 1e6 / ((performance.now() - start) / 1000));
        });
        while (!isOver) {
          const asked = performance.now();
          await ask(other, "server.capabilities", {});
          longest = Math.max(longest, performance.now() - asked);
        }
        await answer;
        return longest;
      };
      const work = `snapshot over RPC ${at}, longest wait of another client`;
      const results = await measure(work, rounds, { ptywright: longestWait });
      row({ work, unit: "ms", better: "lower", results, bars: {}, ceiling: 50 });
      const here = await Session.spawn({ ...painting(size), size });
      await here.wait();
      const { cells } = here.snapshot();
      const stringify = async () => {
        const start = performance.now();
        let bytes = 0;
        // Row by row: a string cannot hold all of them, spelt with the library's names, on every Node.
        for (let y = 0; y < size.rows; y++)
          bytes += JSON.stringify(cells.slice(y * size.cols, (y + 1) * size.cols)).length;
        return bytes / 1e6 / ((performance.now() - start) / 1000);
      };
      const yardstick = await measure("JSON.stringify of cells", rounds, { stringify });
      await here.close();
      row({
        work: `snapshot over RPC ${at}`,
        unit: "MB/s",
        better: "higher",
        results: { ptywright: rates, "JSON.stringify": yardstick.stringify },
        bars: {},
      });
    }
  } finally {
    socket.destroy();
    other.destroy();
    server.kill();
  }
}
