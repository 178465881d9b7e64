import { isUtf8 } from "node:buffer";
import { parentPort } from "node:worker_threads";
import { NOT_UTF8 } from "./framing/index.js";
import { jsonRpcError } from "./json-rpc-error.js";
import type { Message } from "./message.js";
import { readMessage, refused } from "./message.js";

parentPort?.on("message", (bytes: Uint8Array) => parentPort?.postMessage(read(Buffer.from(bytes.buffer))));

function read(bytes: Buffer): Message {
  return isUtf8(bytes) ? readMessage(bytes.toString()) : refused(jsonRpcError("parse_error", NOT_UTF8));
}
