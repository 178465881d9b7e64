import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FixtureError } from "./errors.js";
import type { FixtureExpectation } from "./fixture-expectation.js";
import { expectationFrom } from "./fixture-expectation.js";
import type { ShownScreen } from "./ansi-screen.js";
import { screenOfAnsi } from "./ansi-screen.js";

/** A screen as text. */
export const SCREEN = ".txt";
/** A screen with its styles, as bytes for a terminal. */
export const STYLED_SCREEN = ".ansi";
export const EXPECTED = ".expected.json";

/** A screen that was kept, and what should be made of it. Its text is as a session tells it: without the newlines at its end. */
export interface Fixture extends ShownScreen {
  readonly name: string;
  readonly expected: FixtureExpectation;
}

/** A fixture for which nothing may be expected yet. */
export interface FoundFixture extends Omit<Fixture, "expected"> {
  readonly screenPath: string;
  readonly expectedPath: string;
  readonly expected: FixtureExpectation | undefined;
}

/** Every `<name>.txt` or `<name>.ansi` of a directory with its `<name>.expected.json`, by name. Throws a FixtureError if one lacks the other. */
export function loadFixtures(dir: string): readonly Fixture[] {
  return findFixtures(dir).map(({ name, screen, terminal, expected, screenPath, expectedPath }) => {
    if (expected === undefined)
      throw new FixtureError(
        screenPath,
        `${screenPath}: nothing says what is expected of it; write ${expectedPath}, or have it written with --update`,
      );
    return { name, screen, ...(terminal === undefined ? {} : { terminal }), expected };
  });
}

export function findFixtures(dir: string): readonly FoundFixture[] {
  const files = namesIn(dir);
  const known = new Set(files);
  const screens = files.filter((file) => file.endsWith(SCREEN) || file.endsWith(STYLED_SCREEN));
  const names = screens.map((file) => file.slice(0, file.lastIndexOf(".")));
  for (const file of files) {
    if (!file.endsWith(EXPECTED) || names.includes(file.slice(0, -EXPECTED.length))) continue;
    const path = join(dir, file);
    throw new FixtureError(
      path,
      `${path}: there is no screen to it; write ${path.slice(0, -EXPECTED.length)}${SCREEN} or delete it`,
    );
  }
  if (names.length === 0)
    throw new FixtureError(dir, `${dir}: has no fixtures; put a screen into NAME.txt, and what is expected beside it`);
  return names.map((name, at) => {
    const [screenPath, expectedPath] = [join(dir, screens[at]), join(dir, name + EXPECTED)];
    if (names.indexOf(name) < at)
      throw new FixtureError(screenPath, `${screenPath}: there is ${name}${STYLED_SCREEN} too; delete one of them`);
    return {
      name,
      screenPath,
      expectedPath,
      ...shownBy(screenPath),
      expected: known.has(name + EXPECTED) ? expectationFrom(read(expectedPath), expectedPath) : undefined,
    };
  });
}

function shownBy(path: string): ShownScreen {
  if (path.endsWith(SCREEN)) return { screen: screenOf(read(path)) };
  const shown = screenOfAnsi(read(path));
  if (shown !== undefined) return shown;
  throw new FixtureError(path, `${path}: must begin with its size, as in ESC [ 8 ; ROWS ; COLUMNS t`);
}

const screenOf = (text: string): string =>
  text
    .replace(/^\ufeff/, "")
    .replaceAll("\r\n", "\n")
    .replace(/\n+$/, "");

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir).sort();
  } catch (error) {
    throw unreadable(dir, error);
  }
}

/** Writes a file anew: never into what a link of that name leads to. */
export function writeAnew(path: string, text: string): void {
  rmSync(path, { force: true });
  writeFileSync(path, text, { flag: "wx" });
}

function read(path: string): string {
  try {
    const found = statSync(path);
    // Others, such as a FIFO, might never end.
    if (!found.isFile() && !found.isDirectory()) throw new Error("it is no regular file");
    return readFileSync(path, "utf8");
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): FixtureError {
  const { code, message } = error as NodeJS.ErrnoException;
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: "no such file or directory",
    ENOTDIR: "it is no directory",
    EISDIR: "it is a directory",
    EACCES: "permission denied",
  };
  return new FixtureError(path, `${path}: cannot be read: ${reasons[code ?? ""] ?? message}`, { cause: error });
}
