import { IntentRefusedError, InvalidArgumentError } from "../../base/index.js";
import { PluginError } from "../../plugins/runtime/index.js";
import { RedactionPolicy } from "../../text/redaction/index.js";
import { Disclosed, RpcError } from "../index.js";

/** A plugin's failure or refusal as an answer; other errors are returned as they are. */
export function redactedPluginFailure(error: unknown, policy = RedactionPolicy.default()): unknown {
  const redact = (text: string): string => policy.redact(text);
  if (error instanceof IntentRefusedError) {
    const { code, message, plugin, reason, hasActed } = error;
    const data = { code, plugin: redact(plugin), refusal: redact(reason), hasActed: hasActed || undefined };
    return new RpcError("internal_error", redact(message), new Disclosed(data), { cause: error });
  }
  if (error instanceof PluginError) {
    const { code, message, plugin, file, line, reason: failure } = error;
    const data = {
      code,
      plugin: redact(plugin),
      file: file === undefined ? undefined : redact(file),
      line,
      failure,
    };
    return new RpcError("internal_error", redact(message), new Disclosed(data), { cause: error });
  }
  // Names of intents are text of the plugin too.
  if (error instanceof InvalidArgumentError) {
    const data = { code: error.code, field: redact(error.field) };
    return new RpcError("invalid_params", redact(error.message), new Disclosed(data), { cause: error });
  }
  return error;
}
