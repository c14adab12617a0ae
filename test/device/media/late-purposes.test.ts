import { expect, test } from "@jest/globals";
import { LATE_PURPOSES } from "../../../contract/media/vocabulary.ts";
import { operationFeatures } from "../../../workers/operation-features.ts";

/** Every rule of the server by which an operation type accepts files. */
const RULES = operationFeatures.flatMap(({ operationTypes }) =>
  [...operationTypes].flatMap(([operationType, { attachments = [] }]) =>
    attachments.map(({ purpose, takesPending = false }) => ({
      operationType,
      purpose,
      takesPending,
    })),
  ),
);

test.each(RULES)(
  "The device sends $operationType before the bytes of its $purpose exactly if the server accepts it so",
  ({ purpose, takesPending }) => {
    expect(LATE_PURPOSES.includes(purpose)).toBe(takesPending);
  },
);

test("Every purpose whose bytes may come later belongs to an operation type of the server", () => {
  const accepted = new Set(RULES.map(({ purpose }) => purpose));

  expect(LATE_PURPOSES.filter((purpose) => !accepted.has(purpose))).toEqual([]);
});
