import { InvalidArgumentError, PtywrightError, shown, tooManyOpenFiles } from "../base/index.js";
import { logger } from "../home/logging/index.js";
import type { MethodSpec, ObjectNode } from "../protocol/index.js";
import { decode, methods as protocolMethods, refuseUnknown, respeltError, respeltMessage } from "../protocol/index.js";
import { redactedError, disclose, encodedError, RpcError, rpcErrorOf } from "../disclosure/index.js";
import type { ConnectionScope } from "./connection-scope.js";
import type { Answer, Call } from "../jsonrpc/index.js";
import { EncodedResult, StagedAnswer, errorText, resultText } from "../jsonrpc/index.js";
import type { MethodEntry, MethodTable } from "./methods/method-table.js";
import { RequestLog } from "./request-log.js";

const log = logger("rpc");
const requestLog = new RequestLog();

/** Checks, carries out and answers one call. Nothing is ever thrown; a notification has no answer. */
export function dispatch(
  call: Call,
  methods: MethodTable,
  scope: ConnectionScope,
): Answer | Promise<Answer> | StagedAnswer<Answer> {
  if (call.type === "invalid") return errorText(call.id, redactedError(call.error));
  const { id, method } = call;
  const logEnd = requestLog.isEnabled ? requestLog.begin(call, methods.get(method)?.spec) : undefined;
  const answered = (result: unknown): Answer => {
    const answer = id === undefined ? undefined : resultText(id, result);
    logEnd?.();
    return answer;
  };
  const failed = (error: unknown): Answer => {
    const answer = answerTo(error, method);
    logEnd?.(answer.code);
    return id === undefined ? undefined : errorText(id, encodedError(answer));
  };
  try {
    const entry = methods.get(method);
    if (entry === undefined)
      throw new RpcError("method_not_found", `there is no method ${shown(method)}; server.capabilities lists them`);
    const { params: schema, result: form } = entry.spec;
    const params = checked(entry, call.params);
    const disclosed = (result: unknown): Answer =>
      answered(result instanceof EncodedResult ? result : disclose(form, result));
    // Errors name fields in the spelling of the library; clients use that of the wire.
    const refused = (error: unknown): Answer => failed(inWordsOfWire(respeltError(error, schema, params, "wire")));
    try {
      const result = entry.handler(params as never, scope);
      if (result instanceof StagedAnswer) {
        const { effect } = result;
        const answer = result.answer.then(disclosed).catch(refused);
        return new StagedAnswer(effect, effect === undefined ? answer : holdingNotifications(answer, params, scope));
      }
      if (!(result instanceof Promise)) return disclosed(result);
      const answer = result.then(disclosed).catch(refused);
      return entry.spec.keeps === "until_done" ? holdingNotifications(answer, params, scope) : answer;
    } catch (error) {
      return refused(error);
    }
  } catch (error) {
    return failed(error);
  }
}

/** Parameters of all methods, at the top of them: what a message may tell to change. */
const parameters = new Set(
  Object.values<MethodSpec>(protocolMethods).flatMap(({ params }) => Object.keys(params.fields)),
);

function inWordsOfWire(error: unknown): unknown {
  if (!(error instanceof InvalidArgumentError)) return error;
  const message = respeltMessage(error.message, (name) => parameters.has(name));
  return message === error.message
    ? error
    : new InvalidArgumentError(error.field, message, error.code, { cause: error });
}

function checked({ spec }: MethodEntry, params: unknown): unknown {
  const named = byName(spec.params, params);
  refuseUnknown(spec.params, named);
  return decode(spec.params, named, "");
}

/** Notifications that a request causes are sent after its answer. */
async function holdingNotifications(answer: Promise<Answer>, params: unknown, scope: ConnectionScope): Promise<Answer> {
  const { session, adapter } = params as { readonly session?: string; readonly adapter?: string };
  const release = scope.holdNotifications([session, adapter].filter((id) => id !== undefined));
  try {
    return await answer;
  } finally {
    release();
  }
}

/** Params may also be a list, in the order of the method's document. */
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
