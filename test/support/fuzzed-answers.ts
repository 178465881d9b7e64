import assert from "node:assert/strict";
import type { MethodName, WireErrorData } from "ptywright/protocol";
import { RPC_ERROR_CODES } from "ptywright/protocol";
import { errorData, methods } from "#internal/protocol/index.js";
import { requireExactly } from "./rpc-peer.js";

interface Answer {
  readonly jsonrpc: string;
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** What cannot be started or loaded, and what a plugin makes a mess of, is refused with -32603: by the reason. */
const REASONS = ["plugin_manifest_invalid", "plugin_failed", "cwd_not_found", "cwd_not_directory", "intent_refused"];

/** Throws unless the answer is the one that JSON-RPC and the schema ask for; answers which method succeeded. */
export function checkAnswers(text: string, answerText: string | undefined): MethodName[] {
  let asked: unknown;
  try {
    asked = JSON.parse(text);
  } catch {
    assert.equal((JSON.parse(answerText ?? "null") as Answer).error?.code, RPC_ERROR_CODES.parse_error);
    return [];
  }
  const wanted = (Array.isArray(asked) && asked.length > 0 ? (asked as unknown[]) : [asked]).filter(
    (item) => !isNotification(item),
  );
  if (wanted.length === 0) {
    assert.equal(answerText, undefined);
    return [];
  }
  assert.ok(answerText !== undefined, "no answer");
  const isBatch = Array.isArray(asked) && asked.length > 0;
  const answers = (isBatch ? JSON.parse(answerText) : [JSON.parse(answerText)]) as Answer[];
  assert.equal(answers.length, wanted.length);
  return wanted.flatMap((item, index) => checkAnswer(item, answers[index]));
}

/** One answer, to what was asked, of a form that the protocol knows. */
function checkAnswer(asked: unknown, answer: Answer): MethodName[] {
  assert.equal(answer.jsonrpc, "2.0");
  const { id, method } = (typeof asked === "object" && asked !== null ? asked : {}) as {
    id?: unknown;
    method?: unknown;
  };
  const isId = id === null || typeof id === "string" || typeof id === "number";
  assert.deepEqual(answer.id, isId && Object.hasOwn(asked as object, "id") ? id : null);
  assert.equal(Object.keys(answer).length, 3);
  if (answer.error === undefined) {
    requireExactly(methods[method as MethodName].result, answer.result);
    return [method as MethodName];
  }
  const { code, message, data } = answer.error;
  assert.ok(Object.values<number>(RPC_ERROR_CODES).includes(code), `${code}: ${message}`);
  if (code === RPC_ERROR_CODES.internal_error)
    assert.ok(REASONS.includes((data as WireErrorData | undefined)?.code ?? ""), `${message} ${JSON.stringify(data)}`);
  assert.ok(message.length > 0 && message.length < 20_000);
  if (data !== undefined) requireExactly(errorData, data);
  return [];
}

function isNotification(asked: unknown): boolean {
  if (typeof asked !== "object" || asked === null || Array.isArray(asked)) return false;
  const { jsonrpc, method } = asked as { jsonrpc?: unknown; method?: unknown };
  return (
    !Object.hasOwn(asked, "id") && Object.hasOwn(asked, "jsonrpc") && jsonrpc === "2.0" && typeof method === "string"
  );
}
