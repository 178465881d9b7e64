import assert from "node:assert/strict";
import { test } from "node:test";
import { RpcFailure, connect } from "../support/rpc-peer.js";

test("no piece of a secret is in the hints of an expect that failed", async (t) => {
  const peer = connect(t);
  const literal = `zebra crossing ${"over the long road ".repeat(20)}ending with plums`;
  const token = `ghp_${"a1B2c3D4e5".repeat(3)}F6g7h8`;
  const script = `printf 'token=%s\nliteral %s\nREADY' ${token} '${literal}'; exec sleep 600`;
  const session = await peer.shell(script, { rows: 24, cols: 80 });
  await peer.shows(session, "READY");
  peer.received.length = 0;
  const redaction = { extra_literals: [literal] };
  const hintsOf = async (...patterns: object[]): Promise<string> => {
    const error: unknown = await peer
      .request("session.expect", { session, redaction, timeout_ms: 0, patterns })
      .catch((reason: unknown) => reason);
    assert.ok(error instanceof RpcFailure, String(error));
    return error.data?.evidence?.hints.join("\n") ?? "";
  };
  const text = (value: string): object => ({ type: "text", value });
  assert.match(await hintsOf(text("ready")), /text "ready" has not come; .* differs in case only: "READY"/);
  await hintsOf(text("Zebra Crossing"), { type: "regex", value: "ZEBRA (c.*)" }, text("GHP_"));
  // The value alone does not look like a secret: what was taken before it tells.
  await peer.request("session.expect", { session, redaction, patterns: [text("token=")] });
  const rest = await hintsOf(text("never"), text("TOKEN="), text("token="));
  assert.match(rest, /text "token=" has not come; it was there before/);
  assert.match(rest, /not taken yet: "\[REDACTED\]/);
  for (const secret of ["over the long road", "ending with plums", "a1B2c3", "F6g7h8"])
    for (const json of peer.received) assert.ok(!json.includes(secret), json.slice(0, 2_000));
});
