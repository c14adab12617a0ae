import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { nameWords } from "../../../rules/exercises/search/name-words.ts";
import { remnantsOf } from "../../../rules/exercises/search/remnants.ts";

describe("The terms of a name", () => {
  test.each([
    ["Pull-Ups", ["pull", "up"]],
    ["Überkopfdrücken (Körpergewicht)", ["uberkopfdrucken", "korpergewicht"]],
    ["Farmer's Walk", ["farmer", "walk"]],
    ["Bench Presses on the Floor", ["bench", "press", "floor"]],
    ["Gesäß", ["gesass"]],
    ["% _ \u0000 ''", []],
  ])("%s", (name, words) => {
    expect(nameWords(name)).toEqual(words);
  });
});

const word = fc.stringMatching(/^[a-z]{3,12}$/);
const letter = fc.stringMatching(/^[a-z]$/);
const mistake = fc
  .record({
    of: word,
    at: fc.nat(),
    by: letter,
    kind: fc.constantFrom("lose", "add", "replace", "swap"),
  })
  .map(({ of, at, by, kind }) => {
    const letters = Array.from(of);
    const place = at % letters.length;
    if (kind === "lose") letters.splice(place, 1);
    if (kind === "add") letters.splice(place, 0, by);
    if (kind === "replace") letters.splice(place, 1, by);
    if (kind === "swap")
      letters.splice(
        Math.max(0, place - 1),
        2,
        ...letters.slice(Math.max(0, place - 1), place + 1).toReversed(),
      );
    return { of, typed: letters.join("") };
  })
  .filter(({ of, typed }) => of !== typed && typed.length > 2);

test("A word shares a fragment with each form that has one typing error", () => {
  fc.assert(
    fc.property(mistake, ({ of, typed }) => {
      expect(remnantsOf(of).some((left) => remnantsOf(typed).includes(left))).toBe(true);
    }),
  );
});
