import { describe, expect, test } from "@jest/globals";
import {
  type FoundMatch,
  type KnownMapping,
  settleMatch,
  staysRejected,
} from "../../../rules/exercises/thumbnails/settle-match.ts";

const versions = { normalisationVersion: 1, promptVersion: null };
const found: FoundMatch = {
  ...versions,
  exerciseHash: "e1",
  itemHash: "i1",
  best: { itemId: "other", verdict: "APPROVED" },
};
const known: KnownMapping = {
  ...versions,
  status: "APPROVED",
  source: "MANUAL",
  itemId: "item",
  itemHash: "i1",
  exerciseHash: "e1",
};

describe("A matching (docs/rooms/exercises.md#review)", () => {
  test.each([
    ["APPROVED", "other"],
    ["NEEDS_REVIEW", null],
    ["UNMATCHED", null],
  ] as const)("without a person's word is as its best candidate: %s", (verdict, itemId) => {
    const best = { itemId: "other", verdict };
    const settled = { status: verdict, source: "AUTO", itemId };
    expect(settleMatch(null, { ...found, best })).toEqual(settled);
    expect(settleMatch({ ...known, source: "AUTO" }, { ...found, best })).toEqual(settled);
    expect(settleMatch(null, { ...found, best: null }).status).toBe("UNMATCHED");
  });

  test("leaves what a person approved, whatever is alike now, while both sides are the same", () => {
    const kept = { status: "APPROVED", source: "MANUAL", itemId: "item" };
    expect(settleMatch(known, found)).toEqual(kept);
    expect(settleMatch(known, { ...found, normalisationVersion: 2 })).toEqual(kept);
  });

  test.each([{ exerciseHash: "e2" }, { itemHash: "i2" }, { itemHash: null }])(
    "asks again what a person approved when %j changed, and shows nothing meanwhile",
    (change) => {
      const opened = { status: "NEEDS_REVIEW", source: "MANUAL", itemId: null };
      expect(settleMatch(known, { ...found, ...change })).toEqual(opened);
    },
  );

  test.each(["UNMATCHED", "REJECTED"] as const)(
    "leaves a person's %s until the exercise or a version changed, and never approves over it",
    (status) => {
      const no: KnownMapping = { ...known, status, itemId: null, itemHash: null };
      expect(settleMatch(no, found).status).toBe(status);
      for (const change of [
        { exerciseHash: "e2" },
        { normalisationVersion: 2 },
        { promptVersion: 1 },
      ])
        expect(settleMatch(no, { ...found, ...change })).toEqual({
          status: "NEEDS_REVIEW",
          source: "MANUAL",
          itemId: null,
        });
    },
  );

  test("keeps rejected pairs away until names are normalised, or a ranker asked, by another version", () => {
    expect(staysRejected(versions, versions)).toBe(true);
    expect(staysRejected(versions, { ...versions, normalisationVersion: 2 })).toBe(false);
    expect(staysRejected(versions, { ...versions, promptVersion: 1 })).toBe(false);
  });
});
