import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { MATCH_CONFLICTS } from "../../../contract/exercises/matching.ts";
import {
  findCandidates,
  judgeCandidate,
  readLibrary,
} from "../../../rules/exercises/matching/find-candidates.ts";
import { readName } from "../../../rules/exercises/matching/read-name.ts";
import { trigramsOf } from "../../../rules/exercises/matching/term-index.ts";
import { library, records } from "./labelled.ts";

const named = (name: string, equipment: string | null = null) => ({ name, equipment, muscles: [] });
const aRecord = fc.constantFrom(...records);

describe("The verdict on a candidate (docs/rooms/exercises.md#matching)", () => {
  test.each([
    [1, "APPROVED", "NEEDS_REVIEW"],
    [0.9, "APPROVED", "NEEDS_REVIEW"],
    [0.899, "NEEDS_REVIEW", "NEEDS_REVIEW"],
    [0.75, "NEEDS_REVIEW", "NEEDS_REVIEW"],
    [0.749, "UNMATCHED", "UNMATCHED"],
  ])("with a score of %d is %s, and with a conflict %s", (score, alone, withConflict) => {
    expect(judgeCandidate(score, [])).toBe(alone);
    for (const conflict of MATCH_CONFLICTS)
      expect(judgeCandidate(score, [conflict])).toBe(withConflict);
  });
});

describe("Matching candidates", () => {
  test("for a record of the library start with that record, without conflict and with the full score", () => {
    fc.assert(
      fc.property(aRecord, (record) => {
        const own = findCandidates(library, record).find(({ itemId }) => itemId === record.id);
        expect(own).toMatchObject({ score: 1, conflicts: [], verdict: "APPROVED" });
      }),
    );
  });

  test("are ordered by score, each between 0 and 1, for any name", () => {
    const aName = fc.oneof(
      fc.string(),
      aRecord.map(({ name }) => `${name} with a twist`),
    );
    fc.assert(
      fc.property(aName, (name) => {
        const scores = findCandidates(library, named(name)).map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((one, other) => other - one));
        expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
      }),
    );
  });

  test("are none for a name of signs, and none in an empty library", () => {
    expect(findCandidates(library, named("— ++ —"))).toEqual([]);
    expect(findCandidates(readLibrary([]), named("Barbell Squat"))).toEqual([]);
  });

  test("share more than common words: a word that all names contain has almost no weight", () => {
    const [first] = findCandidates(library, named("Barbell Zercher Something", "barbell"));
    expect(first?.itemId).toBe("Zercher_Squats");
  });
});

describe("The name of an exercise", () => {
  test.each([
    ["Bench Press (Barbell)", "Barbell Bench Press - Medium Grip"],
    ["One-Arm DB Row", "Dumbbell Single Arm Row"],
    ["Barbell RDL", "Romanian Deadlifts (Barbell)"],
    ["Smith Machine Incline Press", "Incline Bench Press (Smith Machine)"],
    ["Skull Crushers (EZ Bar)", "EZ-Bar Lying Tricep Extension"],
    ["Push-Ups", "Pushup"],
    ["Flyes, Dumbbell", "dumbbell fly"],
  ])("written %s means the same as %s", (one, other) => {
    expect(readName(named(one))).toEqual(readName(named(other)));
  });

  test("is parsed the same in capitals, with other signs and with accents", () => {
    fc.assert(
      fc.property(aRecord, fc.constantFrom("-", "_", " / ", " – ", "  "), (record, sign) => {
        const written = record.name.toUpperCase().replaceAll(" ", sign).replaceAll("E", "É");
        expect(readName({ ...record, name: written })).toEqual(readName(record));
      }),
    );
  });

  test("is parsed into its slots, and implied words are ignored", () => {
    expect(readName(named("Seated Alternating Close-Grip Incline Dumbbell Curl"))).toEqual({
      movement: ["curl"],
      equipment: ["dumbbell"],
      position: "seated",
      incline: "incline",
      grip: "closegrip",
      side: "alternating",
      count: null,
      muscles: [],
      words: ["dumbbell", "seated", "incline", "closegrip", "alternating", "curl"],
    });
    expect(readName(named("Flat Bench Press, Lying")).position).toBeNull();
  });

  test("determines the equipment, before the field of its source", () => {
    expect(readName(named("Goblet Squat", "kettlebells")).equipment).toEqual(["kettlebell"]);
    expect(readName(named("EZ Bar Curl", "barbell")).equipment).toEqual(["ez"]);
    expect(readName(named("Squat with Chains", "barbell")).equipment).toEqual(["barbell", "chain"]);
    expect(readName(named("Pull-Up", "body only")).equipment).toEqual([]);
  });

  test("has the same trigrams as in PostgreSQL", () => {
    expect(trigramsOf(["row"])).toEqual(["  r", " ro", "row", "ow "]);
  });
});
