import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { judgeAfterRestore, restoredLately } from "../../rules/sync/judge-after-restore.ts";

const DAY_MS = 86_400_000;
const restoredAt = new Date("2026-01-05T12:00:00.000Z");
const after = (ms: number) => new Date(restoredAt.getTime() + ms);

test("a scope counts as restored for the lifetime of an earlier cursor", () => {
  expect(restoredLately(null, restoredAt)).toBeNull();
  expect(restoredLately(restoredAt, restoredAt)).toEqual(restoredAt);
  expect(restoredLately(restoredAt, after(90 * DAY_MS - 1))).toEqual(restoredAt);
  expect(restoredLately(restoredAt, after(90 * DAY_MS))).toBeNull();
});

describe("an operation", () => {
  const revisions = fc.nat(50);

  test("of a scope that was not restored is judged by the revision it names", () => {
    fc.assert(
      fc.property(revisions, revisions, (expectedRevision, revision) => {
        const judged = judgeAfterRestore(
          { expectedRevision, madeAt: after(-1) },
          { revision },
          null,
        );
        expect(judged).toEqual({ expectedRevision, mayBeSentAgain: false });
      }),
    );
  });

  test("of a restored scope is never judged by a missing revision", () => {
    fc.assert(
      fc.property(revisions, revisions, (expectedRevision, revision) => {
        const operation = { expectedRevision, madeAt: after(0) };
        const judged = judgeAfterRestore(operation, { revision }, restoredAt);
        expect(judged.expectedRevision).toBe(Math.min(expectedRevision, revision));
      }),
    );
  });

  test("may have been accepted before only if it was made before", () => {
    const sent = (madeAt: Date) =>
      judgeAfterRestore({ expectedRevision: 1, madeAt }, { revision: 1 }, restoredAt);
    expect(sent(after(-1)).mayBeSentAgain).toBe(true);
    expect(sent(after(0)).mayBeSentAgain).toBe(false);
  });
});
