import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { utf8Text } from "../../device/utf8-text.ts";
import { anyText } from "../factories/any-text.ts";

test("Every text is the same after it was encoded and decoded", () => {
  fc.assert(
    fc.property(anyText({ maxLength: 50 }), (text) => {
      expect(utf8Text(new TextEncoder().encode(text))).toBe(text);
    }),
  );
});

test("A text of a megabyte is decoded in pieces that no engine refuses", () => {
  const text = "aä€𝄞".repeat(100_000);

  expect(utf8Text(new TextEncoder().encode(text)) === text).toBe(true);
});
