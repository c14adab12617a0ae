import { expect, test } from "@jest/globals";
import { readLexicon } from "../../../rules/exercises/search/lexicon.ts";

test("a word of a hundred letters that is no compound of a library of short words is given up at once", () => {
  const words = ["aaa", "aaaa", "aaaaa"].map((word) => ({ typed: word, word }));
  const { split } = readLexicon(words);
  expect(split(`${"a".repeat(98)}zq`)).toBeNull();
  expect(split("aaaaaaa")).toEqual(["aaaa", "aaa"]);
});
