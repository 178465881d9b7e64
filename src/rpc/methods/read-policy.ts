import { logger } from "../../home/logging/index.js";
import type { CheckedParams } from "../../protocol/index.js";
import { inField } from "../../base/index.js";
import { RedactionPolicy } from "../../text/redaction/index.js";
import type { ConnectionScope } from "../connection-scope.js";
import { RpcError } from "../../disclosure/index.js";

const log = logger("rpc");

type ReadParams = Pick<CheckedParams<"session.transcript">, "redact" | "redaction">;

/** How a read is redacted. Raw reads are logged, without their content, and refused where the server does not allow them. */
export function policyFor(method: string, { redact, redaction }: ReadParams, scope: ConnectionScope): RedactionPolicy {
  if (!redact) {
    if (!scope.allowsRawReads)
      throw new RpcError("permission_denied", `this server answers no unredacted reads; leave out redact: false`, {
        method,
        reason: "server_did_not_grant_raw_reads",
      });
    log.info("an unredacted read", { method });
    return new RedactionPolicy({ enabled: false });
  }
  if (redaction === undefined) return RedactionPolicy.default();
  try {
    // Whether to redact is decided by `redact` alone.
    return new RedactionPolicy({ ...redaction, enabled: true });
  } catch (error) {
    throw inField("redaction", error);
  }
}
