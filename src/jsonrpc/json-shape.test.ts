import assert from "node:assert/strict";
import { test } from "node:test";
import { shapeProblem } from "./json-shape.js";

test("R4: the items of a list are counted as JSON counts them", () => {
  for (const text of ["[1,2,3]", ' [{"a":[1,2,3,4]},"],\\",,,",[",",","]]', '[{"a":"\\\\"},2,3]'])
    for (const most of [1, 2, 3, 4]) {
      const expected = (JSON.parse(text) as []).length > most ? "too_many_items" : undefined;
      assert.equal(shapeProblem(text, most), expected, `${text} ${most}`);
    }
});

test("R4: what is no list has no items, and a list that breaks off has those before", () => {
  for (const text of ["", "  ", "{}", '"[1,2,3]"', "1,2,3", "]", "[", '["', '["\\'])
    assert.equal(shapeProblem(text, 1), undefined);
  assert.equal(shapeProblem("[1,2,nonsense", 2), "too_many_items");
});

test("R4: depth and values are counted wherever they are, and not within strings", () => {
  const deep = (levels: number) => `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;
  assert.equal(shapeProblem(deep(127), 100), undefined);
  assert.equal(shapeProblem(deep(128), 100), "too_deep");
  assert.equal(shapeProblem(`{"a":"${"[".repeat(1_000)}"}`, 100), undefined);
  const wide = (values: number) => `{"a":[${"1,".repeat(values)}1]}`;
  assert.equal(shapeProblem(wide(65_536), 100), undefined);
  assert.equal(shapeProblem(wide(65_537), 100), "too_many_values");
  assert.equal(shapeProblem(`{"a":"${",".repeat(70_000)}\\",${",".repeat(70_000)}"}`, 100), undefined);
});
