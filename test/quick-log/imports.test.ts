import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { metricSchema } from "../../contract/agenda/metric-schema.ts";
import { importPayloadSchema, type ImportValue } from "../../contract/quick-log/import-schema.ts";
import { type ImportEntry, importedFact } from "../../rules/quick-log/imports/import-entry.ts";
import { isWithinDay, judgeImport } from "../../rules/quick-log/imports/judge-import.ts";
import {
  importEntry,
  servesTask,
  withImported,
} from "../../rules/quick-log/imports/take-import.ts";
import { habitContent } from "../factories/plans/assigned-plan.ts";
import { aTaskState, intents, NOW, play, taskPlans } from "../factories/quick-log/task-state.ts";

const timezone = "Europe/Berlin";
const scope = {
  now: new Date("2026-03-29T20:00:00Z"),
  newestDate: "2026-03-29",
  timezone,
  dayZone: timezone,
};

describe("an import", () => {
  test.each([
    ["as it comes", {}, null],
    ["that withdraws", { value: null }, null],
    [
      "of 31 days ago",
      {
        localDate: "2026-02-26",
        windowStart: "2026-02-26T00:00:00Z",
        windowEnd: "2026-02-26T01:00:00Z",
      },
      null,
    ],
    [
      "of 32 days ago",
      {
        localDate: "2026-02-25",
        windowStart: "2026-02-25T00:00:00Z",
        windowEnd: "2026-02-25T01:00:00Z",
      },
      "IMPORT_DAY_OUT_OF_RANGE",
    ],
    ["of a future day", { localDate: "2026-03-30" }, "IMPORT_DAY_OUT_OF_RANGE"],
    ["of a metric without imports", { metricKind: "WATER", unit: "ml" }, "METRIC_NOT_IMPORTABLE"],
    ["in another unit", { unit: "km" }, "METRIC_MISMATCH"],
    ["of half a step", { value: 0.5 }, "VALUE_TOO_PRECISE"],
    ["of more than a day holds", { value: 200_001 }, "VALUE_OUT_OF_RANGE"],
    ["as long as its day", { windowEnd: "2026-03-28T23:00:00Z" }, null],
    ["longer than its day", { windowEnd: "2026-03-28T23:00:00.001Z" }, "IMPORT_WINDOW_INVALID"],
    [
      "longer than a day that clocks shorten",
      {
        localDate: "2026-03-29",
        windowStart: "2026-03-28T20:59:59Z",
        windowEnd: "2026-03-29T20:00:00Z",
      },
      "IMPORT_WINDOW_INVALID",
    ],
    [
      "measured in the future",
      {
        localDate: "2026-03-29",
        windowStart: "2026-03-29T10:00:00Z",
        windowEnd: "2026-03-29T20:05:01Z",
      },
      "IMPORT_WINDOW_INVALID",
    ],
    [
      "withdrawn by a measurement of another day",
      { value: null, localDate: "2026-03-27" },
      "IMPORT_WINDOW_INVALID",
    ],
  ])("%s is accepted or refused by its own code", (_name, change, code) => {
    expect(judgeImport(anImport(change), scope)?.code ?? null).toBe(code);
  });

  test.each([
    ["an unknown source", { sourceType: "FITBIT" }],
    ["an end before its beginning", { windowEnd: "2026-03-27T22:00:00Z" }],
    ["no device", { sourceDevice: "" }],
  ])("is invalid with %s", (_name, change) => {
    expect(() => anImport(change)).toThrow();
  });

  test("must lie within its day, by the clocks of its zone", () => {
    expect(isWithinDay(anImport(), timezone)).toBe(true);
    expect(isWithinDay(anImport({ windowStart: "2026-03-27T22:59:59Z" }), timezone)).toBe(false);
    expect(isWithinDay(anImport(), "UTC")).toBe(false);
  });
});

/** Imports as one day stores them, in the order of arrival. */
function kept(imports: readonly ImportValue[]): readonly ImportEntry[] {
  const known: ImportEntry[] = [];
  for (const [index, payload] of imports.entries()) {
    const id = String(index).padStart(4, "0");
    const made = { id, withinDay: isWithinDay(payload, timezone) };
    const { entry, repeats } = importEntry(known, payload, made);
    if (repeats === null) known.push(entry);
  }
  return known;
}

const until = (hour: number) => `2026-03-28T${String(hour).padStart(2, "0")}:00:00Z`;

describe("the fact of a day", () => {
  test.each([
    [
      "the later of one source",
      [{ windowEnd: until(12) }, { windowEnd: until(18), value: 6_000 }],
      6_000,
    ],
    [
      "however late it comes",
      [{ windowEnd: until(18), value: 6_000 }, { windowEnd: until(12) }],
      6_000,
    ],
    [
      "of two sources too",
      [
        { windowEnd: until(12) },
        { windowEnd: until(18), value: 7_000, sourceType: "HEALTH_CONNECT" },
      ],
      7_000,
    ],
    ["then the one accepted later", [{}, { value: 5_000 }], 5_000],
    [
      "not what was typed by hand",
      [{}, { windowEnd: until(21), value: 9_000, userEntered: true }],
      4_000,
    ],
    [
      "nor what is of another day too",
      [{}, { windowStart: "2026-03-27T22:00:00Z", windowEnd: until(21), value: 9_000 }],
      4_000,
    ],
    ["nothing once it was withdrawn", [{}, { windowEnd: until(21), value: null }], null],
    [
      "the other source's then",
      [
        {},
        { windowEnd: until(10), value: 3_000, sourceType: "HEALTH_CONNECT" },
        { windowEnd: until(21), value: null },
      ],
      3_000,
    ],
  ] as const)("is %s", (_name, changes, value) => {
    const fact = importedFact(kept(changes.map((change) => anImport(change))));
    expect(fact?.value ?? null).toBe(value);
  });

  const anyImport = fc
    .record({
      value: fc.option(fc.integer({ min: 0, max: 9_000 })),
      hour: fc.integer({ min: 1, max: 22 }),
      sourceType: fc.constantFrom("APPLE_HEALTH", "HEALTH_CONNECT"),
      userEntered: fc.boolean(),
    })
    .map(({ hour, ...change }) => anImport({ ...change, windowEnd: until(hour) }));
  /**
   * No two imports have the same instant. Among those the one accepted later wins, so the result would depend on the
   * order.
   */
  const imports = fc.uniqueArray(anyImport, {
    selector: ({ windowEnd }) => windowEnd,
    maxLength: 8,
  });

  test("is the same in whatever order the imports of a day come", () => {
    fc.assert(
      fc.property(
        imports.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          const [one, other] = [list, shuffled].map((order) => importedFact(kept(order)));
          expect([one?.value, one?.windowEnd]).toEqual([other?.value, other?.windowEnd]);
        },
      ),
    );
  });
});

describe("a task", () => {
  const fact = {
    entryId: "one",
    sourceType: "APPLE_HEALTH" as const,
    value: 4_000,
    measuredUntil: until(20),
  };

  test("takes an import without a new revision for devices to know", () => {
    const { state } = play(aTaskState(taskPlans.steps), [
      ["one", intents.steps(300), { lineageId: "lineage-other" }],
    ]);
    const after = withImported(state, fact);
    expect(after.task).toMatchObject({ status: "IN_PROGRESS", revision: 3, foreignRevision: 2 });
    expect(after.task).toMatchObject({ changedByKind: "CLIENT", changedAt: state.task.changedAt });
    const typed = play(after, [["two", intents.steps(500), { expectedRevision: 2 }]]);
    expect(typed.state.task.completionSummary.value).toMatchObject({
      current: 4_000,
      imported: { entryId: "one", manual: { current: 500, entryCount: 1 } },
    });
    const withdrawn = withImported(typed.state, null);
    expect(withdrawn.task.completionSummary.value).toEqual(
      expect.objectContaining({ current: 500 }),
    );
    expect(withImported(withdrawn, null)).toBe(withdrawn);
  });

  test("is not started by an import, nor by undoing every typed value next to one", () => {
    const untouched = withImported(aTaskState(taskPlans.steps), fact);
    expect(untouched.task).toMatchObject({ status: "PENDING", revision: 2, foreignRevision: 1 });
    const typed = play(untouched, [["one", intents.steps(500), { expectedRevision: 1 }]]);
    expect(typed.state.task.status).toBe("IN_PROGRESS");
    const undone = play(typed.state, [["two", intents.undo("one")]], typed.past);
    expect(undone.state.task).toMatchObject({
      status: "PENDING",
      completionSummary: { value: { current: 4_000 } },
    });
  });

  test("that was skipped keeps its status, and one that is withdrawn or on a closed day takes no import", () => {
    const skipped = play(aTaskState(taskPlans.steps), [["one", intents.skip()]]).state;
    expect(withImported(skipped, fact).task).toMatchObject({ status: "SKIPPED" });
    const request = { metricKind: "STEPS", localDate: "2026-01-05" };
    expect(servesTask(skipped, request)).toBe(true);
    expect(servesTask({ ...skipped, dayClosedAt: NOW }, request)).toBe(false);
    expect(servesTask(aTaskState(taskPlans.steps, { status: "CANCELED" }), request)).toBe(false);
    const { metric: inSteps } = taskPlans.steps;
    const inMiles = metricSchema.parse({ ...inSteps, unit: "miles" });
    expect(servesTask(aTaskState(habitContent({ metric: inMiles })), request)).toBe(false);
    expect(servesTask(aTaskState(taskPlans.water), request)).toBe(false);
    expect(servesTask(aTaskState(taskPlans.habit), request)).toBe(false);
  });
});

function anImport(change: Partial<Record<keyof ImportValue, unknown>> = {}): ImportValue {
  return importPayloadSchema.parse({
    metricKind: "STEPS",
    localDate: "2026-03-28",
    value: 4_000,
    unit: "steps",
    sourceType: "APPLE_HEALTH",
    sourceDevice: "Watch",
    windowStart: "2026-03-27T23:00:00Z",
    windowEnd: "2026-03-28T20:00:00Z",
    userEntered: false,
    ...change,
  });
}
