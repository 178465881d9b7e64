/**
 * testing: for authors of plugins. Is a plugin in order, and how does it classify screens that were saved?
 * Works under any test runner; the command line prints its results.
 * Must not: know sessions, start a program, print.
 */
export type { LoadedPlugin } from "../manifest/index.js";
export { assertFixtures } from "./assert-fixtures.js";
export { checkFixtures, updateFixtures } from "./check-fixtures.js";
export type { CheckedPlugin } from "./check-plugin.js";
export { checkPlugin } from "./check-plugin.js";
export { FixtureError } from "./errors.js";
export type { CapturedFixture, FixtureCapture } from "./capture-fixture.js";
export { captureFixture } from "./capture-fixture.js";
export { ansiOfScreen } from "./ansi-screen.js";
export { loadFixtures } from "./fixture-files.js";
export type { Fixture } from "./fixture-files.js";
export type { FixtureExpectation } from "./fixture-expectation.js";
export type { FixtureDifference, FixtureResult, SeenState } from "./fixture-result.js";
export { describeResult } from "./describe-result.js";
