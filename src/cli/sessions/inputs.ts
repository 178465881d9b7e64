import type { RemoteSession } from "../../client/index.js";
import { EXIT_OK } from "../exit-codes.js";
import { printColumns } from "../print-columns.js";
import { age } from "./list.js";
import type { SessionVerbOptions } from "./verb.js";
import { printResult, withSession } from "./verb.js";

type Input = Awaited<ReturnType<RemoteSession["inputs"]>>["inputs"][number];

/** `log --inputs`: what was typed into a session, and by whom. */
export async function inputs(options: SessionVerbOptions): Promise<number> {
  return withSession(options, async (session) => {
    const told = await session.inputs();
    if (options.json) printResult("session.inputs", told);
    else if (told.inputs.length > 0) printColumns([["AGO", "BY", "WHAT"], ...told.inputs.map(row)]);
    return EXIT_OK;
  });
}

function row({ agoMs, by = "", as, type, text, chars, kind, row: place, col }: Input): string[] {
  const size = chars === undefined ? "" : ` of ${chars} characters`;
  const what = text === undefined ? size : ` ${JSON.stringify(text)}`;
  const where = kind === undefined ? "" : ` ${kind} at ${place},${col}`;
  return [age(agoMs), as === "person" ? `${by} (person)` : by, `${type}${what}${where}`];
}
