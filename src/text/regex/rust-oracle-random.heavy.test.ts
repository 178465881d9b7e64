import { test } from "node:test";
import { checkHeaps, checkWellFormed } from "./compare-random.test.support.js";

/** 9,000 of each, of other seeds, in `npm run soak`. */
const PATTERNS = 500;

test(`${PATTERNS} random well-formed patterns agree with the Rust crate, and none is refused`, () => {
  checkWellFormed(20260, PATTERNS);
});

test(`${PATTERNS} random heaps of syntax are accepted and refused as by the Rust crate, under 5 % more refusals`, () => {
  checkHeaps(7, PATTERNS);
});
