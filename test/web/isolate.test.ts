import { expect, test } from "@jest/globals";
import { isolate } from "../../web/texts/isolate.ts";

test("a name from right to left, or with a mark of direction, does not turn the words around it", () => {
  expect(isolate({ name: "דנה", title: "a\u202Eb", count: 2 })).toEqual({
    name: "\u2068דנה\u2069",
    title: "\u2068a\u202Eb\u2069",
    count: 2,
  });
});

test("values without a direction of their own stay as they are", () => {
  const values = { name: "Cem Yıldız", day: "Do., 26. Nov." };
  expect(isolate(values)).toBe(values);
});
