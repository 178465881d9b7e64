import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "../support/rpc-peer.js";

/** What a program prints, and what of it is the secret. */
const SECRETS: readonly (readonly [line: string, secret: string])[] = [
  ["token=hunter2hunter2x", "hunter2hunter2x"],
  ["the key is ghp_R7kN2vQ9xW4mZ8tB1cL6yH3sD5fG0jK7pA2e .", "ghp_R7kN2vQ9xW4mZ8tB1cL6yH3sD5fG0jK7pA2e"],
  ["Authorization: Bearer abcDEF123456ghiJKL7890", "abcDEF123456ghiJKL7890"],
  ["say correct horse battery staple now", "correct horse battery staple"],
];
const redaction = { extra_literals: ["correct horse battery staple"] };

test("S14: a secret that consecutive expects cut anywhere is covered in all that follows the cut", async (t) => {
  const peer = connect(t);
  const session = await peer.shell("stty -echo -icanon min 1; printf ready; exec cat", { rows: 500, cols: 200 });
  const said = async (pattern: string): Promise<{ before: string; match: string; after: string }> =>
    peer.request("session.expect", { session, redaction, patterns: [{ type: "text", value: pattern }] });
  await said("ready");
  let shown = 0;
  for (const [line, secret] of SECRETS)
    for (let cut = line.indexOf(secret); cut < line.indexOf(secret) + secret.length; cut++) {
      // The first piece is taken before the second is there: by itself it may look like nothing.
      const type = async (text: string): Promise<unknown> =>
        peer.request("session.input", { session, action: { type: "text", value: text } });
      const isPlain = cut === line.indexOf(secret);
      await type(`\r\n${line.slice(0, cut)}`);
      if (isPlain) await said(line.slice(0, cut));
      else {
        const told = await peer.request("session.expect", {
          session,
          redaction,
          timeout_ms: 50,
          patterns: [
            { type: "regex", value: `${line.slice(Math.max(0, cut - 3), cut).replaceAll(/\W/g, ".")}$` },
            { type: "timeout" },
          ],
        });
        assert.ok(told.index === 0 || told.index === 1);
      }
      await type(`${line.slice(cut)}\r\nend`);
      const { before, match, after } = await said("end");
      const rest = line.slice(cut, line.indexOf(secret) + secret.length);
      if (rest.length >= 4) assert.ok(!`${before}${match}${after}`.includes(rest), `${line} cut at ${cut}: ${before}`);
      if (before.includes("[REDACTED]")) shown++;
      await type(`\u001b[2J\u001b[H`);
    }
  assert.ok(shown > 60, `${shown}`);
});
