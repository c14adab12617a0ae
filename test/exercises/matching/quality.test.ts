import { describe, expect, test } from "@jest/globals";
import { CANDIDATES_KEPT } from "../../../contract/exercises/matching.ts";
import { findCandidates } from "../../../rules/exercises/matching/find-candidates.ts";
import { findConflicts } from "../../../rules/exercises/matching/find-conflicts.ts";
import { readName } from "../../../rules/exercises/matching/read-name.ts";
import {
  type LabelledPair,
  library,
  pairs,
  recordOf,
  records,
  spokenNames,
  traps,
} from "./labelled.ts";
import { reachOf } from "./reach-of.ts";

const judged = pairs.filter((pair) => pair.split === "judge");

describe("The labelled pairs (docs/rooms/exercises.md#matching)", () => {
  test("are at least 300, 150 of them from real catalogues, against 873 records", () => {
    expect(records).toHaveLength(873);
    expect(pairs.length).toBeGreaterThanOrEqual(300);
    const foreign = pairs.filter((pair) => pair.origin !== "grammar");
    expect(foreign.length).toBeGreaterThanOrEqual(150);
    expect(new Set(pairs.map((pair) => `${pair.name} ${pair.equipment ?? ""}`)).size).toBe(
      pairs.length,
    );
    for (const id of pairs.flatMap((pair) => pair.accepted)) expect(recordOf(id)).toBeDefined();
  });

  test("of the evaluation half are approved automatically at least 150 times, and never wrongly", () => {
    const best = judged.flatMap((pair) =>
      approvedOf(pair)
        .slice(0, 1)
        .map((candidate) => ({ pair, candidate })),
    );
    const wrong = best.filter(({ pair, candidate }) => !pair.accepted.includes(candidate.itemId));
    expect(wrong.map(({ pair, candidate }) => `${pair.name} -> ${candidate.itemId}`)).toEqual([]);
    expect(best.length).toBeGreaterThanOrEqual(150);
  });

  test("of both halves have no wrong record that would be approved, at any rank", () => {
    const wrong = pairs.flatMap((pair) =>
      approvedOf(pair)
        .filter((candidate) => !pair.accepted.includes(candidate.itemId))
        .map((candidate) => `${pair.name} -> ${candidate.itemId}`),
    );
    expect(wrong).toEqual([]);
  });

  test("of the evaluation half have the right record among ten candidates for 98 of 100", () => {
    const named = judged.filter((pair) => pair.accepted.length > 0);
    const found = named.filter((pair) => {
      const candidates = findCandidates(library, pair);
      expect(candidates.length).toBeLessThanOrEqual(CANDIDATES_KEPT);
      return candidates.some((candidate) => pair.accepted.includes(candidate.itemId));
    });
    expect(found.length / named.length).toBeGreaterThanOrEqual(0.98);
  });

  test("with a wrong modifier are all detected by the slot that differs", () => {
    expect(traps.length).toBeGreaterThanOrEqual(120);
    const overlooked = traps.filter(
      (trap) =>
        !findConflicts(readName(trap), readName(recordOf(trap.notThis)))
          .map(String)
          .includes(trap.conflict),
    );
    expect(overlooked.map((trap) => `${trap.name} -> ${trap.notThis}`)).toEqual([]);
  });
});

describe("The spoken names (docs/rooms/exercises.md#matching)", () => {
  test("are at least 300, each once, in five origins, with records that exist", () => {
    const names = new Set(spokenNames.map(({ name }) => name.toLowerCase()));
    expect(names.size).toBe(spokenNames.length);
    expect(names.size).toBeGreaterThanOrEqual(300);
    expect(new Set(spokenNames.map(({ origin }) => origin)).size).toBe(5);
    for (const id of spokenNames.flatMap((pair) => pair.accepted))
      expect(recordOf(id)).toBeDefined();
  });

  test.each(["tune", "judge"])(
    "of the half %s reach their pictures, and none a wrong one",
    (half) => {
      const reach = reachOf(spokenNames.filter(({ split }) => split === half));
      expect(reach.wrong).toEqual([]);
      expect(reach.alone / reach.pictured).toBeGreaterThanOrEqual(0.75);
      expect(reach.amongTen / reach.pictured).toBeGreaterThanOrEqual(0.97);
    },
  );
});

function approvedOf(pair: LabelledPair) {
  return findCandidates(library, pair).filter((candidate) => candidate.verdict === "APPROVED");
}
