import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { SEVERITIES, type Severity } from "../../contract/inbox/vocabulary.ts";
import {
  type CaseTask,
  highest,
  isReviewed,
  type Occurrence,
  settleCase,
} from "../../rules/inbox/settle-case.ts";

const AT = new Date("2026-05-04T12:00:00.000Z");
const msLater = (ms: number) => new Date(AT.getTime() + ms);

const severityOf = (some: readonly Occurrence[]) => highest(some.map((one) => one.severity));

describe("A case", () => {
  test("opens a task for an uncovered occurrence, and none if nothing is open", () => {
    expect(settle(null, [], [])).toEqual({ kind: "NOTHING" });
    expect(settle(null, [], [occurrence("a", "HIGH")])).toMatchObject({
      kind: "OPENED",
      previous: null,
      severity: "HIGH",
    });
  });

  test("covers exactly the occurrences of a closed task; one a second later opens another", () => {
    const closed = task({ status: "RESOLVED" });
    expect(settle(closed, ["a"], [occurrence("a")])).toEqual({ kind: "NOTHING" });
    expect(settle(closed, ["a"], [occurrence("a"), occurrence("b")])).toMatchObject({
      kind: "OPENED",
      previous: closed,
      fresh: [{ key: "b" }],
    });
  });

  test("that is repeated refreshes its task and lowers no severity", () => {
    const urgent = task({ severity: "URGENT", occurrenceCount: 2 });
    expect(settle(urgent, ["a", "b"], [occurrence("b"), occurrence("c")])).toMatchObject({
      kind: "REFRESHED",
      severity: "URGENT",
      occurrenceCount: 2,
      fresh: [{ key: "c" }],
    });
    expect(settle(urgent, ["a", "b"], [occurrence("b")])).toMatchObject({ occurrenceCount: 1 });
  });

  test("is completed once no occurrence needs anybody, snoozed or not", () => {
    for (const status of ["OPEN", "IN_PROGRESS", "SNOOZED"] as const)
      expect(settle(task({ status }), ["a"], [])).toMatchObject({ kind: "COMPLETED" });
    expect(settle(task({ status: "DISMISSED" }), ["a"], [])).toEqual({ kind: "NOTHING" });
  });

  test("dismissed until two more occurrences stays closed for one, and reopens at once for one of higher severity", () => {
    const away = task({ status: "DISMISSED", dismissedUntilCount: 2 });
    expect(settle(away, ["a"], [occurrence("b")])).toEqual({ kind: "NOTHING" });
    expect(settle(away, ["a"], [occurrence("b"), occurrence("c")])).toMatchObject({
      kind: "OPENED",
    });
    expect(settle(away, ["a"], [occurrence("b", "HIGH")])).toMatchObject({ kind: "OPENED" });
  });

  test("settled again has nothing to do, in any state", () => {
    const some = fc.uniqueArray(
      fc.record({
        key: fc.constantFrom("a", "b", "c", "d"),
        severity: fc.constantFrom(...SEVERITIES),
      }),
      { selector: ({ key }) => key },
    );
    fc.assert(
      fc.property(
        some,
        fc.subarray(["a", "b", "c", "d"]),
        fc.boolean(),
        (drawn, covered, isThere) => {
          const uncovered = drawn.map(({ key, severity }) => occurrence(key, severity));
          const former = isThere ? task() : null;
          const outcome = settle(former, isThere ? covered : [], uncovered);
          if (outcome.kind !== "OPENED" && outcome.kind !== "REFRESHED") return;
          const keys = new Set([...(isThere ? covered : []), ...uncovered.map(({ key }) => key)]);
          const { severity } = outcome;
          const own = uncovered.filter(
            ({ key }) =>
              !isThere || covered.includes(key) || outcome.fresh.some((one) => one.key === key),
          );
          const after = task({ severity, occurrenceCount: own.length });
          expect(settle(after, [...keys], uncovered)).toEqual({ kind: "NOTHING" });
        },
      ),
    );
  });
});

describe("A review of a day", () => {
  const seen = occurrence("a");
  test("covers what was accepted before it, of that day and earlier ones", () => {
    const on = (localDate: string, ms: number) => ({ localDate, reviewedAt: msLater(ms) });
    expect(isReviewed(seen, [on("2026-05-04", 1)])).toBe(true);
    expect(isReviewed(seen, [on("2026-05-05", 1)])).toBe(true);
    expect(isReviewed(seen, [on("2026-05-03", 1)])).toBe(false);
  });

  test("never covers what was synced after it or within the same millisecond", () => {
    const reviewOf = (ms: number) => [{ localDate: "2026-05-04", reviewedAt: msLater(ms) }];
    expect(isReviewed(seen, reviewOf(0))).toBe(false);
    expect(isReviewed(seen, reviewOf(-1))).toBe(false);
  });
});

function occurrence(key: string, severity: Severity = "NORMAL"): Occurrence {
  return {
    key,
    severity,
    acceptedAt: AT,
    localDate: "2026-05-04",
  };
}

function task(changes: Partial<CaseTask> = {}): CaseTask {
  return {
    id: "task",
    status: "OPEN",
    severity: "NORMAL",
    dueAt: null,
    occurrenceCount: 1,
    dismissedUntilCount: null,
    ...changes,
  };
}

function settle(
  of: CaseTask | null,
  covered: readonly string[],
  uncovered: readonly Occurrence[],
  by = "task",
) {
  return settleCase(
    { task: of, coveredBy: new Map(covered.map((key) => [key, by])), uncovered },
    severityOf,
  );
}
