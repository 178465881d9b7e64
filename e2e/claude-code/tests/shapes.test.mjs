// Answers of many shapes come back as the model wrote them, or it is said that they did not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ONE_OF_EACH, claude } from "../drive.mjs";
import { SHAPES, composed } from "../shapes.mjs";

/** Answers of several shapes, beside those of one. */
const COMPOSED = 3;
const ANSWERS = [
  ...Object.entries(SHAPES),
  ...Array.from({ length: COMPOSED }, (_, seed) => {
    const { names, text } = composed(seed);
    return /** @type {const} */ ([`${names.join(" and ")} (seed ${seed})`, text]);
  }),
];

for (const setup of ONE_OF_EACH)
  test(`${setup.name}: an answer of any shape is the one that was sent, to the letter, or is not called whole`, async (t) => {
    const driven = await claude(t, setup);
    const missed = [];
    for (const [name, text] of ANSWERS) {
      const turn = await driven.says(name, text);
      if (!turn.whole) missed.push(name);
      else assert.deepEqual(turn, { text, whole: true, source: "record" }, name);
    }
    // The older version shows nothing of what stands in tags and remarks, nor the names of pictures.
    const may = setup.version === "2.1.143" ? ["markup of the web", "a hidden remark", "a picture"] : [];
    assert.deepEqual(
      missed.filter((name) => !may.includes(name)),
      [],
    );
  });
