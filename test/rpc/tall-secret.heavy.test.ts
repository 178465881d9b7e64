import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { connect, serverState, type RpcPeer } from "../support/rpc-peer.js";

const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});
const body = privateKey.trim().split("\n").slice(1, -1);

function keyFile(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), "ptywright-key-"));
  t.after(() => rmSync(directory, { recursive: true }));
  const file = join(directory, "key.pem");
  writeFileSync(file, privateKey);
  return file;
}

/** No eight characters of the key in a row in anything that was received, put together from cells or not. */
function requireHidden(peer: RpcPeer, why: string): void {
  for (const json of peer.received) {
    const cells = [...json.matchAll(/"text":"([^"]*)"/g)].map(([, text]) => text).join("");
    for (const line of body)
      for (let at = 0; at + 8 <= line.length; at++) {
        const piece = line.slice(at, at + 8);
        assert.ok(!json.includes(piece) && !cells.includes(piece), `${why}: ${piece} in ${json.slice(0, 3_000)}`);
      }
  }
}

test("S5, S6: a private key that is taller than the screen is covered wherever a server tells of it", async (t) => {
  const file = keyFile(t);
  for (const [rows, cols] of [
    [24, 80],
    [24, 33],
    [4, 80],
  ])
    for (const [script, allowRawReads] of [`cat '${file}'`, `head -n 27 '${file}'`].flatMap((one) => [
      [one, true] as const,
      [one, false] as const,
    ])) {
      const peer = connect(t, serverState(t, { allowRawReads }));
      const session = await peer.shell(`${script}; printf 'the end!'; cat`, { rows, cols });
      await peer.shows(session, "the end!");
      const { plain_text } = await peer.request("session.snapshot", { session });
      assert.match(plain_text, /^\[REDACTED\]\nthe end!$/);
      await peer.request("session.transcript", { session });
      for (const value of ["([A-Za-z0-9+/]{20,})", "([A-Za-z0-9+/=]+)\\n(?:-----END[^\\n]*\\n)?the end"])
        if (allowRawReads) await peer.request("session.wait", { session, matcher: { type: "screen_regex", value } });
        // What may not be read may not be asked for either.
        else
          await peer.refusal("matcher_timeout", "session.wait", {
            session,
            matcher: { type: "screen_regex", value },
            timeout_ms: 0,
          });
      const { message } = await peer.refusal("matcher_timeout", "session.wait", {
        session,
        matcher: { type: "contains_text", value: "never shown" },
        timeout_ms: 0,
      });
      assert.match(message, /the end!/);
      requireHidden(peer, `${script} at ${rows} x ${cols}`);
    }
});

test("S6: a private key that is seen whole stays covered when the screen becomes smaller", async (t) => {
  const peer = connect(t, serverState(t, { allowRawReads: false }));
  const session = await peer.shell(`cat '${keyFile(t)}'; printf 'the end!'; cat`, { rows: 40, cols: 80 });
  await peer.shows(session, "the end!");
  for (const size of [
    { rows: 12, cols: 80 },
    { rows: 12, cols: 33 },
    { rows: 3, cols: 80 },
  ]) {
    await peer.request("session.resize", { session, ...size });
    const { plain_text } = await peer.request("session.snapshot", { session });
    assert.match(plain_text, /the end!$/);
  }
  requireHidden(peer, "resized");
});

test("S6: a program on the alternate screen that jumps into a private key shows nothing of it, nor do streams", async (t) => {
  const file = keyFile(t);
  const peer = connect(t, serverState(t, { allowRawReads: false }));
  const page = (from: number, to: number): string => `printf '\\033[H\\033[2J'; sed -n '${from},${to}p' '${file}'`;
  const pages = [page(1, 23), page(4, 26), page(6, 28), page(9, 20)].map(
    (show, at) => `${show}; printf '~\\npage ${at}:'; read key`,
  );
  const session = await peer.shell(`printf '\\033[?1049h'; ${pages.join("; ")}; printf bye`);
  for (let at = 0; at < pages.length; at++) {
    await peer.request("session.wait", { session, matcher: { type: "contains_text", value: `page ${at}:` } });
    await peer.request("session.snapshot", { session });
    await peer.request("session.transcript", { session });
    await peer.request("session.input", { session, action: { type: "text", value: "\r" } });
  }
  await peer.exits(session);
  requireHidden(peer, "jumped");
});

test("a flood of base64 does not take what follows it out of the transcript", async (t) => {
  const peer = connect(t);
  const session = await peer.shell("head -c 3000000 /dev/urandom | base64; echo all done");
  await peer.exits(session);
  const { text } = await peer.request("session.transcript", { session });
  assert.match(text, /\nall done\r?\n$/);
  assert.ok(text.length > 100_000, `${text.length}`);
});
