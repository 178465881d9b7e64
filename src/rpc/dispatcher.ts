import { PtywrightError, shown, tooManyOpenFiles } from "../base/index.js";
import { disclose } from "../disclosure/index.js";
import { logger } from "../home/logging/index.js";
import type { MethodSpec, ObjectNode } from "../protocol/index.js";
import { decode, respeltError } from "../protocol/index.js";
import type { ConnectionScope } from "./connection-scope.js";
import { Held } from "./held.js";
import { IgnoredParams } from "./ignored-params.js";
import type { Outgoing } from "../jsonrpc/index.js";
import { EncodedResult } from "../jsonrpc/index.js";
import type { Call } from "./message.js";
import type { MethodTable } from "./methods/method-table.js";
import { errorText, resultText } from "./response.js";
import { RpcError, rpcErrorOf } from "./rpc-error.js";

const log = logger("rpc");
const ignoredParams = new IgnoredParams();

/** Undefined for a notification. */
export type Answer = Outgoing | undefined;

/** Whether others may begin while this one is not done. */
export function orderOf(call: Call, methods: MethodTable): MethodSpec["order"] {
  return (call.type === "call" && methods.get(call.method)?.spec.order) || "in_turn";
}

/** Checks, carries out and answers one call. Nothing is ever thrown; a notification has no answer. */
export function dispatch(
  call: Call,
  methods: MethodTable,
  scope: ConnectionScope,
): Answer | Promise<Answer> | Held<Answer> {
  if (call.type === "invalid") return errorText(call.id, call.error);
  const { id } = call;
  const answered = (result: unknown): Answer => (id === undefined ? undefined : resultText(id, result));
  const failed = (error: unknown): Answer => {
    const answer = answerTo(error, call.method);
    return id === undefined ? undefined : errorText(id, answer);
  };
  try {
    const result = carryOut(call, methods, scope);
    if (result instanceof Held) return new Held(result.answer.then(answered).catch(failed));
    return result instanceof Promise ? result.then(answered).catch(failed) : answered(result);
  } catch (error) {
    return failed(error);
  }
}

function carryOut(
  { method, params }: Extract<Call, { type: "call" }>,
  methods: MethodTable,
  scope: ConnectionScope,
): unknown {
  const entry = methods.get(method);
  if (entry === undefined)
    throw new RpcError("method_not_found", `there is no method ${shown(method)}; server.capabilities lists them`);
  ignoredParams.note(method, entry.spec.params, params);
  const { params: schema, result } = entry.spec;
  const checked = decode(schema, byName(schema, params), "");
  const encoded = (value: unknown): unknown => (value instanceof EncodedResult ? value : disclose(result, value));
  // The library names fields as the library does.
  const failed = (error: unknown): never => {
    throw respeltError(error, schema, checked, "wire");
  };
  try {
    const answer = entry.handler(checked, scope);
    if (answer instanceof Held) return new Held(answer.answer.then(encoded, failed));
    return answer instanceof Promise ? answer.then(encoded, failed) : encoded(answer);
  } catch (error) {
    return failed(error);
  }
}

/** Absent and null mean none; a list gives them in the order of the document. */
function byName({ fields }: ObjectNode, params: unknown): unknown {
  if (params === undefined || params === null) return {};
  if (!Array.isArray(params)) return params;
  const names = Object.keys(fields);
  if (params.length > names.length)
    throw new RpcError("invalid_params", `params has ${params.length} values, expected at most ${names.length}`);
  return Object.fromEntries(params.map((value, index) => [names[index], value as unknown]));
}

function answerTo(reason: unknown, method: string): RpcError {
  const error = tooManyOpenFiles(reason) ?? reason;
  if (error instanceof RpcError) return error;
  if (error instanceof PtywrightError) return rpcErrorOf(error);
  const what = error instanceof Error ? error.message : String(error);
  log.error("a method failed unexpectedly", { method, error: error instanceof Error ? (error.stack ?? what) : what });
  return new RpcError("internal_error", `${method} failed: ${what}`);
}
