import assert from "node:assert/strict";
import { test } from "node:test";
import type { Params } from "ptywright/protocol";
import { connect, serverState, type RpcPeer } from "../support/rpc-peer.js";

const SECRET = "sk-q7Rk2Wm9Xc4Vb6Nz1Lp8Td3";
const VALUE = "Zq3vT8mW1xY5bN7c";
type Matcher = Params<"session.wait">["matcher"];

/** Every kind of matcher that can be asked about a text, alone and inside others. */
function guesses(text: string): Matcher[] {
  const regex = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const plain: Matcher[] = [
    { type: "contains_text", value: text },
    { type: "screen_regex", value: regex },
    { type: "transcript_contains", value: text },
    { type: "transcript_regex", value: `(${regex})` },
  ];
  return [...plain, ...plain.map((one): Matcher => ({ type: "all", value: [one] })), { type: "any", value: plain }];
}

const EVERYWHERE = { row: 0, col: 0, rows: 24, cols: 80 };
const regexFor = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The same for those that look at cells: what is covered has other blanks there than in the text. */
function guessesInCells(text: string): Matcher[] {
  const looks: Matcher[] = [
    { type: "contains_text", value: text },
    { type: "screen_regex", value: regexFor(text) },
    { type: "style", value: { style: {}, text } },
    { type: "style", value: { style: {}, regex: regexFor(text) } },
  ];
  return [
    ...looks.slice(2),
    ...looks.map((matcher): Matcher => ({ type: "region", value: { ...EVERYWHERE, matcher } })),
    ...looks.map((matcher): Matcher => ({ type: "row", value: { row: 1, matcher } })),
    { type: "title", value: text },
    { type: "title_regex", value: regexFor(text) },
  ];
}

async function matches(peer: RpcPeer, session: string, matcher: Matcher): Promise<boolean> {
  return peer.request("session.wait", { session, matcher, timeout_ms: 0 }).then(
    () => true,
    () => false,
  );
}

test("S13: where nothing raw may be read, no wait tells whether a guess is right", async (t) => {
  const peer = connect(t, serverState(t, { allowRawReads: false }));
  const session = await peer.shell(
    `printf '\\033]0;MY_TOKEN=${VALUE} ${SECRET}\\007key ${SECRET} end\\r\\nMY_TOKEN=${VALUE}\\r\\nready> '; cat`,
  );
  await peer.shows(session, "ready>");
  for (const secret of [SECRET.slice(3), VALUE])
    for (let length = 1; length <= secret.length; length += 3)
      for (const before of ["", "sk-", "MY_TOKEN="]) {
        const guess = `${before}${secret.slice(0, length)}`;
        if (before === "" && length < 3) continue;
        for (const matcher of [...guesses(guess), ...guessesInCells(guess)])
          assert.ok(!(await matches(peer, session, matcher)), `${guess}: ${JSON.stringify(matcher)}`);
        for (const query of [{ text: guess }, { regex: regexFor(guess) }, { text: guess, within: EVERYWHERE }])
          assert.deepEqual((await peer.request("session.find", { session, ...query })).matches, [], guess);
      }
  const { message } = await peer.refusal("matcher_timeout", "session.wait", {
    session,
    matcher: { type: "contains_text", value: SECRET.slice(0, 12) },
    timeout_ms: 0,
  });
  assert.ok(!message.includes(SECRET.slice(12)));
  // Ordinary text is matched as ever, and what stands in the secret's place too.
  for (const text of ["ready>", "key [REDACTED] end", "MY_TOKEN=[REDACTED]"])
    for (const matcher of guesses(text)) assert.ok(await matches(peer, session, matcher), JSON.stringify(matcher));
});

test("S13: nor does a search of what left at the top", async (t) => {
  const peer = connect(t, serverState(t, { allowRawReads: false }));
  const session = await peer.shell(`printf 'key ${SECRET} end\\r\\n'; seq 1 40; printf 'ready> '; cat`);
  await peer.shows(session, "ready>");
  const find = async (query: object): Promise<readonly { text: string }[]> =>
    (await peer.request("session.find", { session, scrollback: true, ...query })).matches;
  for (let length = 3; length <= SECRET.length; length += 3)
    for (const query of [{ text: SECRET.slice(0, length) }, { regex: regexFor(SECRET.slice(0, length)) }])
      assert.deepEqual(await find(query), [], JSON.stringify(query));
  // In a row, what stands in its place is as wide as it was.
  const [found, ...others] = await find({ regex: "key .* end" });
  assert.match(found.text, /^key \[REDACTED\]\W* end$/);
  assert.deepEqual(others, []);
});

test("S13: without that, matchers see all", async (t) => {
  const peer = connect(t, serverState(t));
  const session = await peer.shell(`printf 'key ${SECRET} end\\r\\nready> '; cat`);
  await peer.shows(session, "ready>");
  for (const matcher of guesses(SECRET)) assert.ok(await matches(peer, session, matcher), JSON.stringify(matcher));
});

test("S13: a reader's own rules and replacement do not tell it either", async (t) => {
  const peer = connect(t, serverState(t, { allowRawReads: false }));
  const session = await peer.shell(`printf 'key ${SECRET} end\\r\\nMY_TOKEN=${VALUE}\\r\\nready> '; cat`);
  await peer.shows(session, "ready>");
  const read = async (redaction: Params<"session.snapshot">["redaction"]): Promise<string> =>
    (await peer.request("session.snapshot", { session, cells: false, redaction })).plain_text;
  for (const guess of [`MY_TOKEN=${VALUE[0]}`, `key ${SECRET.slice(0, 5)}`, `${VALUE.at(-1)}\n`]) {
    const wrong = guess.replace(/[A-Za-z0-9](?=\n?$)/, "_");
    for (const rules of [(text: string) => ({ extra_literals: [text] }), (text: string) => ({ extra_regexes: [text] })])
      assert.equal(await read(rules(guess)), await read(rules(wrong)), guess);
  }
  for (const replacement of ["sk-", "s", "MY_TOKEN=", "TOKEN", "="])
    await peer.refusal("invalid_params", "session.snapshot", { session, redaction: { replacement } });
  assert.match(await read({ replacement: "***" }), /key \*\*\* end/);
  assert.match(await read({ extra_literals: ["ready"] }), /\[REDACTED\]> $/m);
});
