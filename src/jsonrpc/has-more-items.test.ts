import assert from "node:assert/strict";
import { test } from "node:test";
import { hasMoreItems } from "./has-more-items.js";

test("R4: items are counted as JSON counts them", () => {
  for (const text of ["[1,2,3]", ' [{"a":[1,2,3,4]},"],\\",,,",[",",","]]', '[{"a":"\\\\"},2,3]'])
    for (const most of [1, 2, 3, 4])
      assert.equal(hasMoreItems(text, most), (JSON.parse(text) as []).length > most, `${text} ${most}`);
});

test("R4: what is no list has no items, and a list that breaks off has those before", () => {
  for (const text of ["", "  ", "{}", '"[1,2,3]"', "1,2,3", "]", "[", '["', '["\\'])
    assert.equal(hasMoreItems(text, 1), false);
  assert.equal(hasMoreItems("[1,2,nonsense", 2), true);
});
