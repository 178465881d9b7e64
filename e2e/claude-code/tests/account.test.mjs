// What is told of a turn beside its answer: its tools, how far it is, where it stands in the transcript, and when a cancelled one has settled.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ONE_OF_EACH, claude } from "../drive.mjs";

for (const setup of ONE_OF_EACH)
  test(`${setup.name}: a turn tells its tools, how far it is, where it stands in the transcript, and when it has been stopped`, async (t) => {
    const { adapter, ask, is, until, shown, hasTold } = await claude(t, setup);
    const asked = await is(await ask("FAKE:preamble"), "waiting_for_permission");
    assert.deepEqual(
      asked.metadata.tools.map((/** @type {any} */ { status }) => status),
      ["running"],
    );
    await adapter.send("approve");
    const { metadata } = await until("completed_turn");
    const [{ id, name, status }, ...others] = metadata.tools;
    assert.match(id, /^turn-1-tool-1$/);
    assert.match(name, /^(Bash|Ran 1 shell command|Making a file)$/);
    assert.deepEqual([status, others], ["ok", []]);
    const { turn_start: from, turn_end: to } = metadata.transcript;
    assert.ok(Number.isInteger(from) && from > 0 && to > from, JSON.stringify(metadata.transcript));
    assert.deepEqual((await adapter.state()).metadata.transcript, metadata.transcript);

    const begun = hasTold("only the beginning");
    await adapter.send("send_prompt", { prompt: "FAKE:hang" });
    await begun;
    const progress = await shown(({ metadata: { turn } }) =>
      turn?.progress?.seconds >= 1 ? turn.progress : undefined,
    );
    assert.ok(progress.tokens === undefined || Number.isInteger(progress.tokens), JSON.stringify(progress));
    const under = (await adapter.state()).metadata;
    assert.deepEqual([under.tools, under.transcript.turn_end], [undefined, undefined]);
    await adapter.send("cancel");
    const { state } = await adapter.wait("wait_cancel_settled_matcher", {}, { timeoutMs: 10_000 });
    await is(state, "waiting_for_user_input");
    assert.equal(state.metadata.turn.interrupted, true);
    await is(await ask("FAKE:text(next)"), "completed_turn");
  });
