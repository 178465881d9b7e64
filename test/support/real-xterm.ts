import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fixture } from "./fixture.js";
import type { Owner } from "./owner.js";
import { tempDir } from "./temp-dir.js";

/** The second half of a wide character. */
const CONTINUATION = 0xffff;
/** As at the start, what RIS leaves alone included: mode 41, the alternate screen and the cursor that was saved there, saved modes. */
const RESET = "\x18\x1b[?1049l\x1bc\x1b[?41;45l\x1b[?47h\x1b[H\x1b7\x1b[2J\x1b[?47l\x1b[H\x1b7\x1b[?4;6;7s";
/** Lets a program read the screen back, cell by cell, as plain characters. */
const RESOURCES = [
  "XTerm*allowWindowOps: true",
  "XTerm*checksumExtension: 23",
  "XTerm*decTerminalID: vt520",
  "XTerm*utf8: 1",
];

interface Answer {
  readonly cursor: readonly [row: number, col: number];
  readonly cells: readonly number[];
}

/** xterm on a display of its own: what the others claim to be. */
export class RealXterm {
  readonly #socket: Socket;
  readonly #answers: AsyncIterator<string>;
  readonly #cols: number;

  private constructor(socket: Socket, cols: number) {
    this.#socket = socket;
    this.#answers = createInterface({ input: socket })[Symbol.asyncIterator]();
    this.#cols = cols;
  }

  static async start(owner: Owner, rows: number, cols: number): Promise<RealXterm> {
    const path = join(tempDir(owner), "socket");
    const server = createServer().listen(path);
    owner.after(() => server.close());
    await once(server, "listening");
    const display = await startDisplay(owner);
    const { program, args = [] } = fixture("prints-and-reads-cells.mjs", path, String(rows), String(cols));
    const resources = RESOURCES.flatMap((resource) => ["-xrm", resource]);
    const env = { PATH: process.env.PATH ?? "", DISPLAY: display, LC_ALL: "C.UTF-8" };
    const command = ["-geometry", `${cols}x${rows}`, ...resources, "-e", program, ...args];
    const terminal = spawn("xterm", command, { env, stdio: "ignore" });
    owner.after(() => terminal.kill());
    const [socket] = (await Promise.race([once(server, "connection"), failure(terminal)])) as [Socket];
    owner.after(() => socket.destroy());
    return new RealXterm(socket, cols);
  }

  /** The rows without blanks at their ends, and the cursor, in origin mode from the margins. */
  async show(text: string): Promise<string> {
    this.#socket.write(`${Buffer.from(RESET + text).toString("base64")}\n`);
    const { cursor, cells } = JSON.parse(String((await this.#answers.next()).value)) as Answer;
    const rows: string[] = [];
    for (let at = 0; at < cells.length; at += this.#cols) {
      const codes = cells.slice(at, at + this.#cols).filter((code) => code !== CONTINUATION);
      // A cell that was never written to has no character.
      rows.push(
        String.fromCodePoint(...codes)
          .replaceAll("\0", " ")
          .trimEnd(),
      );
    }
    return [...rows, cursor.join(",")].join("\n");
  }
}

/** The name of a display that was free. */
async function startDisplay(owner: Owner): Promise<string> {
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "640x480x24"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  owner.after(() => server.kill());
  const [number] = (await Promise.race([once(server.stdio[3] as Socket, "data"), failure(server)])) as [Buffer];
  return `:${number.toString().trim()}`;
}

async function failure(child: ChildProcess): Promise<never> {
  const [code] = (await once(child, "exit")) as [number | null];
  throw new Error(`${child.spawnfile} ended with ${code} before it was ready`);
}
