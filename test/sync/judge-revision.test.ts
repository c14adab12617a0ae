import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { judgeRevision, nextRevision, type Revised } from "../../rules/sync/judge-revision.ts";

/** Who made each revision of an object, from 1 on; null for coach or system. */
type History = readonly (string | null)[];

const LINEAGES = ["a", "b", "c"] as const;
const histories = fc
  .array(fc.constantFrom(...LINEAGES, null), { maxLength: 30 })
  .map((later): History => [null, ...later]);

function remembered([, ...later]: History): Revised {
  const first: Revised = { revision: 1, changedByLineageId: null, revisionBeforeRun: 0 };
  return later.reduce(nextRevision, first);
}

/** The law, read off the whole history. */
function judgeByHistory(history: History, expected: number, lineageId: string) {
  if (expected > history.length) return "AHEAD";
  const foreignSince = history.slice(expected).some((author) => author !== lineageId);
  return foreignSince ? "STALE" : "CURRENT";
}

describe("An expected revision", () => {
  test("is stale if and only if somebody else made a newer one", () => {
    fc.assert(
      fc.property(
        histories,
        fc.nat({ max: 35 }),
        fc.constantFrom(...LINEAGES, "newcomer"),
        (history, expected, lineageId) => {
          expect(judgeRevision(remembered(history), expected, lineageId)).toBe(
            judgeByHistory(history, expected, lineageId),
          );
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test("grows by one with each change, whoever makes it", () => {
    fc.assert(
      fc.property(histories, (history) => {
        expect(remembered(history).revision).toBe(history.length);
      }),
    );
  });

  test("lets a queue of five go through that all carry the revision last seen", () => {
    let object = remembered([null, "b", null]);
    for (let index = 0; index < 5; index += 1) {
      expect(judgeRevision(object, 3, "a")).toBe("CURRENT");
      object = nextRevision(object, "a");
    }
    expect(judgeRevision(object, 3, "b")).toBe("STALE");
    expect(judgeRevision(nextRevision(object, null), 8, "a")).toBe("STALE");
  });
});
