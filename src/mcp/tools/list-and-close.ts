import type { ExitFields } from "../../api/index.js";
import type { ToolAnswer, ToolHost } from "../tool-call.js";

interface Listed extends ExitFields {
  readonly session: string;
  readonly command: string;
  readonly cwd: string;
}

/** `terminal_list` */
export async function list({ sessions }: ToolHost): Promise<ToolAnswer<{ readonly sessions: readonly Listed[] }>> {
  await sessions.forgetGone();
  if (sessions.all.length === 0) return { result: { sessions: [] }, text: "no sessions" };
  const all = await (await sessions.client()).sessions();
  const listed = sessions.all.flatMap(({ id, name }) => {
    const details = all.find(({ session }) => session === id);
    if (details === undefined) return [];
    const { command, cwd, exitCode, signal } = details;
    return [{ session: name, command, cwd, exitCode, signal }];
  });
  const lines = listed.map(
    ({ session, command, cwd, exitCode, signal }) => `${session}: ${command} in ${cwd}${stateOf({ exitCode, signal })}`,
  );
  return { result: { sessions: listed }, text: lines.join("\n") };
}

const stateOf = ({ exitCode, signal }: ExitFields): string =>
  signal !== undefined ? `, ended by ${signal}` : exitCode === undefined ? "" : `, exited ${exitCode}`;

/** `terminal_close` */
export async function close(
  { sessions }: ToolHost,
  params: { readonly session?: string | undefined; readonly all?: boolean | undefined },
): Promise<ToolAnswer<{ readonly closed: readonly string[] }>> {
  const wanted = params.all === true ? sessions.all : [sessions.get(params.session)];
  const failures: unknown[] = [];
  for (const session of wanted) await sessions.close(session).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
  const closed = wanted.map(({ name }) => name);
  return { result: { closed }, text: closed.length === 0 ? "no sessions" : `closed ${closed.join(", ")}` };
}
