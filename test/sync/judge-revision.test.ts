import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { judgeRevision, nextRevision, type Revised } from "../../rules/sync/judge-revision.ts";

/** The lineage that made each revision of an object, from 1 on; null for coach or system. */
type History = readonly (string | null)[];
/** The same, where some revisions are our own closing. */
type ClosedHistory = readonly (string | null | typeof CLOSING)[];
const CLOSING = Symbol("closing");

const LINEAGES = ["a", "b", "c"] as const;
const histories = fc
  .array(fc.constantFrom(...LINEAGES, null), { maxLength: 30 })
  .map((later): History => [null, ...later]);

const closedHistories = fc
  .array(fc.constantFrom(...LINEAGES, null, CLOSING), { maxLength: 30 })
  .map((later): ClosedHistory => [null, ...later]);

describe("our own closing", () => {
  test("does not count as a change by others: what a device knows stays current", () => {
    fc.assert(
      fc.property(
        closedHistories,
        fc.nat({ max: 35 }),
        fc.constantFrom(...LINEAGES, "newcomer"),
        (history, expected, lineageId) => {
          expect(judgeRevision(rememberedWithClosings(history), expected, lineageId)).toBe(
            judgeByClosedHistory(history, expected, lineageId),
          );
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe("an expected revision", () => {
  test("is stale if and only if another device made a newer one", () => {
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

  test("accepts a queue of five that all carry the revision last seen", () => {
    let object = remembered([null, "b", null]);
    for (let index = 0; index < 5; index += 1) {
      expect(judgeRevision(object, 3, "a")).toBe("CURRENT");
      object = nextRevision(object, "a");
    }
    expect(judgeRevision(object, 3, "b")).toBe("STALE");
    expect(judgeRevision(nextRevision(object, null), 8, "a")).toBe("STALE");
  });
});

function remembered([, ...later]: History): Revised {
  const first: Revised = { revision: 1, changedByLineageId: null, revisionBeforeRun: 0 };
  return later.reduce(nextRevision, first);
}

/** The law, computed from the whole history. */
function judgeByHistory(history: History, expected: number, lineageId: string) {
  if (expected > history.length) return "AHEAD";
  const foreignSince = history.slice(expected).some((author) => author !== lineageId);
  return foreignSince ? "STALE" : "CURRENT";
}

/** The history as tasks store it: a closing increments the revision and changes nothing else. */
function rememberedWithClosings([, ...later]: ClosedHistory): Revised {
  const first: Revised = { revision: 1, changedByLineageId: null, revisionBeforeRun: 0 };
  return later.reduce<Revised>(
    (object, author) => (author === CLOSING ? closed(object) : changed(object, author)),
    first,
  );
}

function changed(object: Revised, author: string | null): Revised {
  const next = nextRevision(object, author);
  return { ...next, foreignRevision: next.revision };
}

function closed(object: Revised): Revised {
  const foreignRevision = object.foreignRevision ?? object.revision;
  return { ...object, foreignRevision, revision: object.revision + 1 };
}

function judgeByClosedHistory(history: ClosedHistory, expected: number, lineageId: string) {
  if (expected > history.length) return "AHEAD";
  const others = history
    .slice(expected)
    .filter((author) => author !== lineageId && author !== CLOSING);
  return others.length > 0 ? "STALE" : "CURRENT";
}
