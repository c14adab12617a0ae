import { describe, expect, test } from "@jest/globals";
import { COACH_TASK_TYPES, SOURCE_KINDS } from "../../../contract/inbox/source-vocabulary.ts";
import { DISMISS_REASONS, RESOLUTION_TYPES } from "../../../contract/inbox/vocabulary.ts";
import { judgeDismissal, judgeResolution } from "../../../rules/inbox/judge-act.ts";
import { NOTED_WAY, offeredWays } from "../../../web/inbox/acts/offered-ways.ts";

const PAIRS = COACH_TASK_TYPES.flatMap((taskType) =>
  SOURCE_KINDS.map((kind) => [taskType, kind] as const),
);

describe("The ways to resolve a task in the inbox", () => {
  test.each(PAIRS)("of a %s about %s are those that the API takes", (taskType, sourceKind) => {
    const taken = RESOLUTION_TYPES.filter(
      (way) => judgeResolution({ taskType, sourceKind }, way, "Called her.") === null,
    );
    expect(offeredWays([{ taskType, facts: { kind: sourceKind } }])).toEqual(taken);
  });

  test("of several tasks are those that the API takes for each", () => {
    const [first, second] = [
      { taskType: "PLAN_UPDATE", facts: { kind: "WORKOUT" } },
      { taskType: "MISSED_CHECK_IN", facts: { kind: "CHECK_IN" } },
    ];
    const both = offeredWays([first, second]);
    expect(both).toEqual(offeredWays([first]).filter((way) => offeredWays([second]).includes(way)));
    expect(both).toContain("NOT_RELEVANT");
  });

  test("of a task that a newer server made are all that a person may choose", () => {
    const ways = offeredWays([{ taskType: "SLEEP_REVIEW", facts: null }]);
    expect(ways).toEqual(RESOLUTION_TYPES.filter((way) => way !== "SOURCE_COMPLETED"));
  });
});

test("The way that asks for a note is the one that the API refuses without a note, to resolve and to dismiss", () => {
  const withoutNote = { note: null, untilOccurrences: null };
  const dismissed = DISMISS_REASONS.filter(
    (reason) => judgeDismissal("NORMAL", reason, withoutNote) === "NOTE_REQUIRED",
  );
  const task = { taskType: "PLAN_UPDATE", sourceKind: "WORKOUT" } as const;
  const resolved = RESOLUTION_TYPES.filter(
    (way) => judgeResolution(task, way, null) === "NOTE_REQUIRED",
  );
  expect([dismissed, resolved]).toEqual([[NOTED_WAY], [NOTED_WAY]]);
});
