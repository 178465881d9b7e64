// Answers of the Messages API as it streams them.
import { setTimeout as delay } from "node:timers/promises";

/**
 * @typedef {{ type: "text", text: string, pieceMs?: number, rest?: { after: string, ms: number } }} TextBlock a rest comes behind a word
 * @typedef {{ type: "thinking", text: string, pieceMs?: number }} ThinkingBlock
 * @typedef {{ type: "tool_use", name: string, input: object }} ToolBlock
 * @typedef {TextBlock | ThinkingBlock | ToolBlock} Block
 */

let lastId = 0;
const nextId = () => `${(++lastId).toString().padStart(8, "0")}`;
const usage = { input_tokens: 10, output_tokens: 25, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

/** @param {Block[]} blocks */
const stopReason = (blocks) => (blocks.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn");

/** One answer in one piece. @param {Block[]} blocks @param {string} model */
export function wholeMessage(blocks, model) {
  const content = blocks.map((block) => {
    if (block.type === "tool_use")
      return { type: "tool_use", id: `toolu_${nextId()}`, name: block.name, input: block.input };
    if (block.type === "thinking") return { type: "thinking", thinking: block.text, signature: "none" };
    return { type: "text", text: block.text };
  });
  return {
    id: `msg_${nextId()}`,
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason: stopReason(blocks),
    stop_sequence: null,
    usage,
  };
}

/** @param {import("node:http").ServerResponse} response @param {string} event @param {object} data */
const send = (response, event, data) =>
  response.write(`event: ${event}\ndata: ${JSON.stringify({ type: event, ...data })}\n\n`);

/**
 * Streams blocks. With `failure` the stream ends with that error instead of a stop.
 * @param {import("node:http").ServerResponse} response @param {Block[]} blocks @param {string} model
 * @param {{ hang?: boolean, cutAfter?: number, failure?: { type: string, message: string } | undefined }} [end]
 */
export async function streamMessage(
  response,
  blocks,
  model,
  { hang = false, cutAfter = Infinity, failure = undefined } = {},
) {
  response.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-cache",
    "request-id": `req_${nextId()}`,
  });
  const message = {
    id: `msg_${nextId()}`,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  send(response, "message_start", { message });
  let sent = 0;
  for (const [index, block] of blocks.entries()) {
    for (const [event, data, pauseMs] of eventsOf(block, index)) {
      if (response.destroyed) return;
      send(response, event, data);
      if (++sent >= cutAfter) {
        await delay(50);
        response.destroy();
        return;
      }
      if (pauseMs > 0) await delay(pauseMs);
    }
  }
  if (hang) return;
  if (failure !== undefined) {
    send(response, "error", { error: failure });
    response.end();
    return;
  }
  send(response, "message_delta", { delta: { stop_reason: stopReason(blocks), stop_sequence: null }, usage });
  send(response, "message_stop", {});
  response.end();
}

/** @param {Block} block @param {number} index @returns {Generator<[string, object, number]>} */
function* eventsOf(block, index) {
  if (block.type === "tool_use") {
    const { name, input } = block;
    yield [
      "content_block_start",
      { index, content_block: { type: "tool_use", id: `toolu_${nextId()}`, name, input: {} } },
      0,
    ];
    yield [
      "content_block_delta",
      { index, delta: { type: "input_json_delta", partial_json: JSON.stringify(input) } },
      0,
    ];
  } else {
    const isText = block.type === "text";
    yield [
      "content_block_start",
      { index, content_block: isText ? { type: "text", text: "" } : { type: "thinking", thinking: "", signature: "" } },
      0,
    ];
    for (const piece of block.text.match(/^\s+|\S+\s*/g) ?? [])
      yield [
        "content_block_delta",
        { index, delta: isText ? { type: "text_delta", text: piece } : { type: "thinking_delta", thinking: piece } },
        isText && piece.includes(block.rest?.after ?? " ") ? (block.rest?.ms ?? 0) : (block.pieceMs ?? 0),
      ];
    if (!isText) yield ["content_block_delta", { index, delta: { type: "signature_delta", signature: "none" } }, 0];
  }
  yield ["content_block_stop", { index }, 0];
}
