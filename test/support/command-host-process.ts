// The process behind command-host.ts: runs one command line after the other, each with arguments, variables and output of its own.
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { HostedCall, HostedEnd } from "./command-host.js";

const CLI = new URL("../../../dist/cli/index.js", import.meta.url);
const BIN = fileURLToPath(new URL("../../../bin/ptywright", import.meta.url));
const { main } = (await import(CLI.href)) as { main: (args: readonly string[]) => Promise<number> };
const inherited = { ...process.env };

/** Takes the place of a pipe until it is read. */
class Kept extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}

function replaceOutput(name: "stdout" | "stderr"): Kept {
  const kept = new Kept();
  Object.defineProperty(process, name, { value: kept, configurable: true });
  return kept;
}

process.on("message", ({ args, env }: HostedCall) => {
  const [stdout, stderr] = [replaceOutput("stdout"), replaceOutput("stderr")];
  process.argv = [process.execPath, BIN, ...args];
  for (const name of Object.keys(process.env)) if (!(name in inherited)) delete process.env[name];
  Object.assign(process.env, inherited, env);
  void main(args).then((status) => {
    const end: HostedEnd = { status, stdout: stdout.text, stderr: stderr.text };
    process.send?.(end);
  });
});
process.on("disconnect", () => process.exit());
