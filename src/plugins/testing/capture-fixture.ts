import { lstatSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { shown } from "../../base/index.js";
import type { LoadedPlugin } from "../manifest/index.js";
import { PluginError } from "../runtime/index.js";
import { FixtureError } from "./errors.js";
import { expectationText } from "./fixture-expectation.js";
import { screenOfAnsi } from "./ansi-screen.js";
import { EXPECTED, SCREEN, STYLED_SCREEN, writeAnew } from "./fixture-files.js";
import type { SeenState } from "./fixture-result.js";
import { classifyScreen } from "./classify-screen.js";
import type { Replacement } from "./normalise-screen.js";
import { normaliseScreen, replacementsIn } from "./normalise-screen.js";

/** A screen to be kept. */
export interface FixtureCapture {
  readonly name: string;
  /** A text or, for a plugin that reads the terminal, ANSI. Redacted already: it is written as it is, but for what is replaced. */
  readonly screen: string;
  readonly lastIntent?: string | undefined;
  /** What differs from one machine to the next, such as paths; `normalise.json` of the directory adds its own. */
  readonly replacements?: readonly Replacement[] | undefined;
  /** Fixtures of that name may be replaced. */
  readonly overwrite?: boolean | undefined;
}

export interface CapturedFixture {
  readonly screenPath: string;
  readonly expectedPath: string;
  /** What the plugin makes of the text that was written, and so what is expected of it. */
  readonly seen: SeenState;
}

/** Writes a screen and what the plugin makes of it into a directory of fixtures. Whether that is right is for a reader to say. */
export async function captureFixture(
  plugin: LoadedPlugin,
  dir: string,
  { name, screen, lastIntent, replacements = [], overwrite = false }: FixtureCapture,
): Promise<CapturedFixture> {
  const [textPath, styledPath, expectedPath] = [SCREEN, STYLED_SCREEN, EXPECTED].map((ending) =>
    join(dir, name + ending),
  );
  const shown = screenOfAnsi(screen);
  const screenPath = shown === undefined ? textPath : styledPath;
  checkName(name, screenPath);
  for (const path of overwrite ? [] : [textPath, styledPath, expectedPath])
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
      throw new FixtureError(
        path,
        `${path}: exists already and is left as it is; choose another name, or ask for it to be overwritten`,
      );
  const text = normaliseScreen(screen, [...replacements, ...replacementsIn(dir)]).replace(/\n+$/, "");
  const seen = await classifyScreen(plugin, screenOfAnsi(text) ?? { screen: text }, { lastIntent });
  if (seen instanceof PluginError) throw seen;
  mkdirSync(dir, { recursive: true });
  rmSync(shown === undefined ? styledPath : textPath, { force: true });
  const { confidence: minConfidence, ...rest } = seen;
  writeAnew(screenPath, `${text}\n`);
  writeAnew(expectedPath, expectationText({ ...rest, minConfidence, lastIntent }));
  return { screenPath, expectedPath, seen };
}

function checkName(name: string, path: string): void {
  if (!/^[\w.-]+$/.test(name) || name.startsWith("."))
    throw new FixtureError(
      path,
      `a fixture's name has letters, digits, dashes, dots and underscores, got ${shown(name)}`,
    );
}
