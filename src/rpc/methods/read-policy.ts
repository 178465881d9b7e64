import type { Session } from "../../core/session/index.js";
import { coverWaits, secretsOf } from "../../core/session/index.js";
import type { ReadParams, ReadPolicy } from "../../disclosure/index.js";
import { RpcError, readPolicy, strictReadPolicy } from "../../disclosure/index.js";
import { logger } from "../../home/logging/index.js";
import type { ConnectionScope } from "../connection-scope.js";

const log = logger("rpc");

/** A session as this server's clients may see it: its secrets are known from its first output on, and where nothing raw may be read, waits see nothing raw. */
export function guarded(session: Session, { allowsRawReads }: ConnectionScope): Session {
  secretsOf(session).watch();
  if (!allowsRawReads) coverWaits(session);
  return session;
}

/** How a read is redacted. Raw reads are logged, without their content, and refused where the server does not allow them. */
export function policyFor(method: string, read: ReadParams, { allowsRawReads }: ConnectionScope): ReadPolicy {
  if (!read.redact) {
    if (!allowsRawReads)
      throw new RpcError("permission_denied", `this server answers no unredacted reads; leave out redact: false`, {
        method,
        reason: "server_did_not_grant_raw_reads",
      });
    log.info("an unredacted read", { method });
  }
  return allowsRawReads ? readPolicy(read) : strictReadPolicy(read);
}
