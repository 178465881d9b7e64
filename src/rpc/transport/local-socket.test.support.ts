import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";
import type { ErrorCode } from "../../base/index.js";
import type { LocalServer } from "./index.js";
import { listenLocal, LocalSocketError } from "./index.js";

/** A folder of its own for a test, gone after it. */
export function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "ptywright-socket-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A server that greets each client with this word and hangs up; closed after the test. */
export async function greeter(t: TestContext, path: string, word = "hello"): Promise<LocalServer> {
  const server = await listenLocal(path, (socket) => {
    // A client that only looked has gone before it could be greeted.
    socket.on("error", () => undefined);
    socket.end(word);
  });
  t.after(() => server.close());
  return server;
}

/** What the server at the path says. */
export function greeting(path: string): Promise<string> {
  return text(createConnection({ path }));
}

/** A socket whose server died. */
export async function leaveStaleSocket(path: string): Promise<void> {
  const server = createServer().listen(`${path}-`);
  await once(server, "listening");
  // What libuv removes at the close is the name it was given.
  renameSync(`${path}-`, path);
  server.close();
  await once(server, "close");
}

/** The refusal of a path: its code, that it names the path, and its message. */
export async function refusal(path: string, code: ErrorCode): Promise<string> {
  const error: unknown = await listenLocal(path, () => assert.fail("nobody can connect")).then(
    () => assert.fail(`a server listens at ${path}`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof LocalSocketError, String(error));
  assert.equal(error.code, code, error.message);
  assert.equal(error.path, path);
  assert.ok(error.message.includes(path), error.message);
  return error.message;
}

export const posix = { skip: process.platform === "win32" ? "named pipes are no files" : false };
