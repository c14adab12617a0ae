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

describe("A match (docs/rooms/exercises.md#review)", () => {
  test.each([
    ["APPROVED", "other"],
    ["NEEDS_REVIEW", null],
    ["UNMATCHED", null],
  ] as const)("without a person's decision follows its best candidate: %s", (verdict, itemId) => {
    const best = { itemId: "other", verdict };
    const settled = { status: verdict, source: "AUTO", itemId };
    expect(settleMatch(null, { ...found, best })).toEqual(settled);
    expect(settleMatch({ ...known, source: "AUTO" }, { ...found, best })).toEqual(settled);
    expect(settleMatch(null, { ...found, best: null }).status).toBe("UNMATCHED");
  });

  test("keeps a person's approval while both sides are unchanged, whatever else is similar", () => {
    const kept = { status: "APPROVED", source: "MANUAL", itemId: "item" };
    expect(settleMatch(known, found)).toEqual(kept);
    expect(settleMatch(known, { ...found, normalisationVersion: 2 })).toEqual(kept);
  });

  test.each([{ exerciseHash: "e2" }, { itemHash: "i2" }, { itemHash: null }])(
    "needs a new review when %j changes after an approval, and shows nothing meanwhile",
    (change) => {
      const opened = { status: "NEEDS_REVIEW", source: "MANUAL", itemId: null };
      expect(settleMatch(known, { ...found, ...change })).toEqual(opened);
    },
  );

  test.each(["UNMATCHED", "REJECTED"] as const)(
    "keeps a person's %s until the exercise or a version changes, and is never approved over it",
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

  test("never uses a rejected pair again until the normalisation or ranker version changes", () => {
    expect(staysRejected(versions, versions)).toBe(true);
    expect(staysRejected(versions, { ...versions, normalisationVersion: 2 })).toBe(false);
    expect(staysRejected(versions, { ...versions, promptVersion: 1 })).toBe(false);
  });
});
