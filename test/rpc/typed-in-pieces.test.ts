import assert from "node:assert/strict";
import { test } from "node:test";
import type { WireAction } from "ptywright/protocol";
import { Random, SEED } from "../support/random.js";
import { RpcFailure, connect, serverState } from "../support/rpc-peer.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** One piece of a text as it can be typed. */
function typing(random: Random, piece: string): readonly WireAction[] {
  const letters = [...piece].map((value): WireAction => ({ type: "key", value }));
  switch (random.below(5)) {
    case 0:
      return [{ type: "paste", value: piece }];
    case 1:
      return [{ type: "stream_text", value: { text: piece, delay_ms: 0 } }];
    case 2:
      return letters;
    case 3:
      return /^\d+$/.test(piece) ? [...piece].map((digit) => ({ type: "key", value: `kp_${digit}` })) : letters;
    default:
      return [{ type: "text", value: piece }];
  }
}

/** What may come in between. */
const BETWEEN: readonly WireAction[] = [
  { type: "mark_transcript", value: { label: "between" } },
  { type: "resize", value: { rows: 30, cols: 90 } },
  { type: "mouse", value: { kind: "press", button: "left", row: 0, col: 0 } },
];

test("S1: a password is not told, in whatever pieces, by whomever and with whatever in between it is typed", async (t) => {
  const random = new Random(SEED);
  const state = serverState(t);
  const peers = Array.from({ length: 3 }, () => connect(t, state));
  for (let round = 0; round < 20; round++) {
    const [peer] = peers;
    const session = await peer.shell(
      `stty -echo; printf 'password: '; read -r p; stty echo; printf '%s\\n' ${[...LETTERS].join(" ")} done; exec cat`,
    );
    await peer.shows(session, "password:");
    const password = random.text(4 + random.below(8), LETTERS);
    for (let at = 0; at < password.length;) {
      const piece = password.slice(at, (at += 1 + random.below(3)));
      const by = random.pick(peers);
      for (const action of typing(random, piece)) await by.request("session.input", { session, action });
      if (random.below(2) === 0)
        await by.request("session.input", { session, action: random.pick(BETWEEN) }).catch((error: unknown) => {
          assert.ok(error instanceof RpcFailure);
        });
    }
    const enter = random.pick([{ type: "key", value: "enter" } as const, { type: "text", value: "\r" } as const]);
    await random.pick(peers).request("session.input", { session, action: enter });
    await peer.shows(session, "done");
    const { inputs } = await peer.request("session.inputs", { session });
    const late = await peer.refusal("matcher_timeout", "session.wait", {
      session,
      matcher: { type: "contains_text", value: "never" },
      timeout_ms: 1,
    });
    const told = [...inputs, ...(late.data?.evidence?.last_inputs ?? [])];
    const texts = told.flatMap(({ type, text }) => (type === "signal" || text === undefined ? [] : [text]));
    assert.deepEqual(
      texts.filter((text) => !["enter", "\r"].includes(text)),
      [],
      `seed ${SEED}, round ${round}: ${password}`,
    );
    await peer.request("session.close", { session });
  }
});
