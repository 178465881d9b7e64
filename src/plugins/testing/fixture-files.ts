import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { FixtureError } from "./errors.js";
import type { FixtureExpectation } from "./fixture-expectation.js";
import { expectationFrom } from "./fixture-expectation.js";

export const SCREEN = ".txt";
export const EXPECTED = ".expected.json";

/** A screen that was kept as text, and what should be made of it. */
export interface Fixture {
  readonly name: string;
  /** As a session tells it: without the newlines at its end. */
  readonly screen: string;
  readonly expected: FixtureExpectation;
}

/** A fixture for which nothing may be expected yet. */
export interface FoundFixture extends Omit<Fixture, "expected"> {
  readonly screenPath: string;
  readonly expectedPath: string;
  readonly expected: FixtureExpectation | undefined;
}

/** Every `<name>.txt` of a directory with its `<name>.expected.json`, by name. Throws a FixtureError if one lacks the other. */
export function loadFixtures(dir: string): readonly Fixture[] {
  return findFixtures(dir).map(({ name, screen, expected, screenPath, expectedPath }) => {
    if (expected === undefined)
      throw new FixtureError(
        screenPath,
        `${screenPath}: nothing says what is expected of it; write ${expectedPath}, or have it written with --update`,
      );
    return { name, screen, expected };
  });
}

export function findFixtures(dir: string): readonly FoundFixture[] {
  const files = namesIn(dir);
  const names = files.filter((file) => file.endsWith(SCREEN)).map((file) => file.slice(0, -SCREEN.length));
  const known = new Set(files);
  for (const file of files) {
    if (!file.endsWith(EXPECTED) || known.has(`${file.slice(0, -EXPECTED.length)}${SCREEN}`)) continue;
    const path = join(dir, file);
    throw new FixtureError(
      path,
      `${path}: there is no screen to it; write ${path.slice(0, -EXPECTED.length)}${SCREEN} or delete it`,
    );
  }
  if (names.length === 0)
    throw new FixtureError(dir, `${dir}: has no fixtures; put a screen into NAME.txt, and what is expected beside it`);
  return names.map((name) => {
    const [screenPath, expectedPath] = [join(dir, name + SCREEN), join(dir, name + EXPECTED)];
    return {
      name,
      screenPath,
      expectedPath,
      screen: screenOf(read(screenPath)),
      expected: known.has(name + EXPECTED) ? expectationFrom(read(expectedPath), expectedPath) : undefined,
    };
  });
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

function read(path: string): string {
  try {
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
