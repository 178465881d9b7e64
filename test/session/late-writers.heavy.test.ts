import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { shell } from "../support/fixture.js";
import { eventually } from "../support/processes.js";
import { start } from "../support/session.js";
import { tempDir } from "../support/temp-dir.js";

const BURST = `${"x".repeat(59_997)}END`;

for (const { manner, rest, runs } of [
  { manner: "ends by itself", rest: "", runs: 100 },
  { manner: "is ended by the close", rest: "; while :; do sleep 1000; done", runs: 30 },
])
  test(`B17: a writer that outlives the program and ${manner} loses nothing, ${runs} times`, async (t) => {
    const folder = tempDir(t);
    const lost: string[] = [];
    for (let run = 0; run < runs; run++) {
      const written = join(folder, `written-${run}`);
      // Only once the program is gone, and in one go, so that the end comes right behind it.
      const writer = `while kill -0 $$ 2> /dev/null; do :; done; printf %s ${BURST}; : > ${written}${rest}`;
      const session = await start(t, shell(`trap "" HUP; (${writer}) & exit 0`));
      await session.wait();
      assert.ok(await eventually(() => existsSync(written), Boolean, 10_000), "it did not write");
      await session.close();
      const text = session.transcript();
      if (text !== BURST) lost.push(`run ${run}: ${text.length} of ${BURST.length}`);
    }
    assert.deepEqual(lost, []);
  });
