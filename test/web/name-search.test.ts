import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { SPELLED_LETTERS } from "../../contract/relationships/fold-name.ts";
import { nameSearch } from "../../web/kit/name-search.ts";

test.each([
  ["strasse", "Anna Straße"],
  ["STRAẞE", "Anna Strasse"],
  ["soren", "Søren Kierkegaard"],
  ["lukasz", "Łukasz Nowak"],
  ["aether", "Æther Vogt"],
  ["coeur", "Lea Cœur"],
  ["dordevic", "Đorđević"],
  ["isik", "Işık Yılmaz"],
  ["thora", "Þóra Jónsdóttir"],
  ["νικος", "ΝΙΚΟΣ"],
  ["jose", "José"],
  ["nowak luk", "Łukasz Nowak"],
])("a search for %s finds %s", (typed, name) => {
  expect(nameSearch(typed)(name)).toBe(true);
});

test("a search finds no name that lacks one of its words, and an empty one finds each", () => {
  expect(nameSearch("anna vogt")("Anna Straße")).toBe(false);
  expect(nameSearch("  ")("Anna Straße")).toBe(true);
});

test("a name is found by itself, in upper and in lower case, and by the letters of a plain keyboard", () => {
  const letters = fc.constantFrom(...Array.from("aeiouäöüéñzş "), ...Object.keys(SPELLED_LETTERS));
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 12 }), (drawn) => {
      const name = drawn.join("");
      const plain = Object.entries(SPELLED_LETTERS).reduce(
        (text, [letter, spelled]) => text.replaceAll(letter, spelled),
        name,
      );
      for (const typed of [name, name.toUpperCase(), name.toLowerCase(), plain])
        expect(nameSearch(typed)(name)).toBe(true);
    }),
  );
});
