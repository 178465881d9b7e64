import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { AnySession } from "ptywright";
import { Action, Matcher, MouseNotTrackedError } from "ptywright";
import { shell } from "../support/fixture.js";
import { factsOf, spawnIn, testInEachWorld } from "../support/worlds.js";

const ECHO_MOUSE = "stty raw -echo; printf 'click me\\r\\n\\033[?MODEh\\033[?1006h\\033]0;ready\\007'; exec cat -v";

async function withMouse(world: Parameters<typeof spawnIn>[0], t: TestContext, mode: number): Promise<AnySession> {
  const session = await spawnIn(world, t, {
    ...shell(ECHO_MOUSE.replace("MODE", String(mode))),
    size: { rows: 9, cols: 70 },
  });
  await session.waitFor(Matcher.title("ready"));
  return session;
}

testInEachWorld("W8: the mouse goes where the locator is", async (world, t) => {
  const session = await withMouse(world, t, 1003);
  const me = session.getByText("me", { within: session.row(0) });
  await me.click();
  await me.click({ button: "right", count: 2, modifiers: ["ctrl"] });
  await me.hover({ modifiers: ["shift", "alt"] });
  await me.drag({ row: 4, col: 5 });
  await me.drag(session.row(2));
  await me.scroll(2);
  await session.row(3).scroll(-1);
  await session.cursor().isVisible();
  await session.writeText("#");
  await session.waitFor(Matcher.transcriptContains("#"));
  const reports = (await session.transcript()).match(/<[\d;]+[Mm]/g);
  assert.deepEqual(reports, [
    ...["<0;7;1M", "<0;7;1m"],
    ...["<18;7;1M", "<18;7;1m", "<18;7;1M", "<18;7;1m"],
    "<47;7;1M",
    ...["<0;7;1M", "<32;6;5M", "<0;6;5m"],
    ...["<0;7;1M", "<32;35;3M", "<0;35;3m"],
    ...["<65;7;1M", "<65;7;1M", "<64;35;4M"],
  ]);
  return reports;
});

testInEachWorld(
  "W8: a drag or a mouse outside of the screen is refused with its size, and nothing is sent",
  async (world, t) => {
    const session = await withMouse(world, t, 1003);
    const facts = [];
    for (const place of [
      { row: 9, col: 0 },
      { row: 0, col: 70 },
      { row: -1, col: 0 },
      { row: 900, col: 900 },
    ])
      facts.push(await factsOf(() => session.row(0).drag(place)));
    for (const { code, field, message } of facts) {
      assert.deepEqual([code, field], ["invalid_argument", "to"]);
      assert.match(
        String(message),
        /^to must be on the screen, which has 9 rows and 70 columns, counted from 0; got row/,
      );
    }
    const outside = Action.mouse({ kind: "release", row: 9, col: 0 });
    const press = Action.mouse({ kind: "press", row: 0, col: 0 });
    for (const actions of [outside, [press, outside]]) {
      const { code, message, field } = await factsOf(() => session.send(actions));
      assert.match(String(message), /^mouse must be on the screen, which has 9 rows and 70 columns/);
      facts.push({ code, field });
    }
    await session.row(0).drag({ row: 8, col: 69 });
    await session.writeText("#");
    await session.waitFor(Matcher.transcriptContains("#"));
    assert.equal((await session.transcript()).match(/<[\d;]+[Mm]/g)?.length, 3);
    return facts;
  },
);

testInEachWorld("W8: a mouse that the program has not asked for is an error that says so", async (world, t) => {
  const facts = [];
  const none = await spawnIn(world, t, shell("printf OK; exec cat"));
  const ok = none.getByText("OK");
  for (const use of [() => ok.click(), () => ok.hover(), () => ok.drag({ row: 0, col: 0 }), () => ok.scroll(1)])
    facts.push(await factsOf(use));
  const normal = await withMouse(world, t, 1000);
  const me = normal.getByText("me", { within: normal.row(0) });
  facts.push(await factsOf(() => me.hover()));
  await me.drag({ row: 1, col: 1 });
  const x10 = await withMouse(world, t, 9);
  facts.push(await factsOf(() => x10.getByText("click").scroll(1)));
  for (const { name, code } of facts) assert.deepEqual([name, code], [MouseNotTrackedError.name, "mouse_not_tracked"]);
  assert.match(String(facts[0]["message"]), /^a click cannot be sent: the program has not turned mouse reports on/);
  return facts;
});

testInEachWorld("clicks, steps and modifiers are checked before anything is sent", async (world, t) => {
  const session = await withMouse(world, t, 1003);
  const row = session.row(0);
  const fields = [];
  for (const use of [
    () => row.click({ count: 0 }),
    () => row.click({ modifiers: ["meta" as never] }),
    () => row.click({ button: "side" as never }),
    () => row.scroll(0.5),
    () => row.drag("there" as never),
  ])
    fields.push((await factsOf(use))["field"]);
  assert.deepEqual(fields.slice(0, 2), ["count", "modifiers"]);
  return fields;
});
