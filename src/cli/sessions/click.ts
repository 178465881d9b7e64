import { EXIT_OK } from "../exit-codes.js";
import type { SessionVerbOptions } from "./verb.js";
import { milliseconds, printResult, withSession } from "./verb.js";

export interface ClickOptions extends SessionVerbOptions {
  readonly text: string;
  readonly regex: boolean;
  readonly nth: number | undefined;
  readonly button: "left" | "middle" | "right";
  readonly count: number;
  readonly timeoutS: number | undefined;
}

/** `click`: waits until the text is shown, and clicks on it. */
export async function click(options: ClickOptions): Promise<number> {
  const { text, regex, nth, button, count, timeoutS, json } = options;
  return withSession(options, async (session) => {
    const found = regex ? session.getByRegex(text) : session.getByText(text);
    const timeoutMs = milliseconds(timeoutS);
    await (nth === undefined ? found : found.nth(nth)).click({ button, count, timeoutMs });
    if (json) printResult("session.input", { sent: true });
    return EXIT_OK;
  });
}
