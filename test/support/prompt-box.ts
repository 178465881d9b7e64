import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { ExtensionHandle } from "ptywright/plugins";
import { IntentRefusedError } from "ptywright/plugins";
import { reaches, startAdapter } from "./adapter.js";
import { failure } from "./failure.js";
import { fixture } from "./fixture.js";
import { tempDir } from "./temp-dir.js";

export interface PromptBoxOptions {
  /** How many Enters it takes no notice of. */
  readonly swallows?: number;
  readonly shows?: "bash" | "lasting" | "trust" | "strange";
  /** What takes the box's place as soon as something is typed. */
  readonly onText?: "bash";
  /** What an Enter leads to instead of an answer. */
  readonly onEnter?: "bash" | "work";
  /** It takes no notice of keys in a dialog. */
  readonly isStubborn?: boolean;
  /** It shows something else in the box than what was typed. */
  readonly garbles?: boolean;
  /** Works without saying so. */
  readonly isQuiet?: boolean;
  /** When it opens its list of commands, of which the first is selected. */
  readonly listsAfterMs?: number;
  /** Comes to its first Enter, and to what is pressed in a list, only when more is typed, as if it had stood still until then. */
  readonly lags?: boolean;
}

export interface PromptBox {
  readonly handle: ExtensionHandle;
  /** All that the program was sent. */
  readonly received: () => string;
}

/** The claude-code plugin with a program of ours that looks like its own and behaves as it is told. */
export async function startPromptBox(t: TestContext, options: PromptBoxOptions = {}): Promise<PromptBox> {
  const log = join(tempDir(t), "received");
  const target = fixture("prompt-box.mjs", log, JSON.stringify(options));
  const { handle } = await startAdapter(t, "claude-code", { ...target, rows: 30, cols: 100 });
  if (options.shows === "strange") await reaches(handle, "unknown");
  else await handle.wait("ready_matcher");
  return {
    handle,
    received: () => (existsSync(log) ? Buffer.from(readFileSync(log, "utf8"), "hex").toString() : ""),
  };
}

/** The word an intent was refused with. */
export const refusedWith = async (sent: Promise<unknown>): Promise<string> =>
  (await failure(sent, IntentRefusedError)).reason;
