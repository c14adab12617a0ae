import { describe, expect, test } from "@jest/globals";
import {
  TASK_EXPLANATION_CODES,
  TASK_EXPLANATIONS,
} from "../../contract/agenda/explanation-vocabulary.ts";
import { TASK_STATUSES } from "../../contract/agenda/vocabulary.ts";
import { completionSummary } from "../../rules/agenda/completion-summary.ts";
import {
  type ExplainedTask,
  type ExplainingEvent,
  explainTask,
  sourceOfEvent,
} from "../../rules/agenda/explain-task.ts";

describe("A missed task is explained:", () => {
  test.each([
    ["nothing was logged", {}, "MISSED_UNTOUCHED"],
    ["it was begun", { events: [event({ from: "IN_PROGRESS" })] }, "MISSED_UNFINISHED"],
    ["it was begun in time and reported late", { lateEvidence: true }, "MISSED_UNFINISHED"],
    ["the day was not offered", { notOffered: true }, "MISSED_NOT_OFFERED"],
    [
      "a part was done, even if the day was not offered",
      {
        notOffered: true,
        completionSummary: { ...completionSummary([]), itemCount: 2, completedItemCount: 1 },
      },
      "MISSED_IN_PART",
    ],
    [
      "what was logged was undone",
      { events: [event({}), event({ reason: "LATE_UNDO", byDevice: true })] },
      "MISSED_TAKEN_BACK",
    ],
  ] as const)("%s", (_, changes, code) => {
    expect(explainTask(task(changes))).toBe(code);
  });
});

describe("A task", () => {
  test("is explained if it was superseded, withdrawn, or came late", () => {
    expect(explainTask(task({ status: "SUPERSEDED" }))).toBe("SUPERSEDED");
    const canceled = (reason: string) =>
      explainTask(task({ status: "CANCELED", events: [event({ to: "CANCELED", reason })] }));
    expect(canceled("ASSIGNMENT_ENDED")).toBe("CANCELED_BY_SOURCE");
    expect(canceled("SOURCE_PAUSED")).toBe("CANCELED_BY_PAUSE");
    expect(canceled("RELATIONSHIP_ENDED")).toBe("CANCELED_BY_END");
    for (const status of ["COMPLETED", "SKIPPED"] as const) {
      expect(explainTask(task({ status }))).toBeNull();
      expect(explainTask(task({ status, lateEvidence: true }))).toBe("CAME_LATE");
    }
  });

  test("was canceled by the end of the relationship if its plan ended then, not if its plan ended before", () => {
    const relationshipEndedAt = "2026-01-05T08:00:00.000Z";
    const canceledAt = (at: string) =>
      explainTask(
        task({
          status: "CANCELED",
          relationshipEndedAt,
          events: [event({ at, to: "CANCELED", reason: "ASSIGNMENT_ENDED" })],
        }),
      );
    expect(canceledAt(relationshipEndedAt)).toBe("CANCELED_BY_END");
    expect(canceledAt("2026-01-05T08:00:01.000Z")).toBe("CANCELED_BY_END");
    expect(canceledAt("2026-01-05T07:59:59.000Z")).toBe("CANCELED_BY_SOURCE");
  });

  test("has a sentence for every code, and a code wherever the status alone does not say why", () => {
    expect(Object.keys(TASK_EXPLANATIONS)).toEqual([...TASK_EXPLANATION_CODES]);
    const silent = TASK_STATUSES.filter((status) => explainTask(task({ status })) === null);
    expect(silent).toEqual(["PENDING", "IN_PROGRESS", "COMPLETED", "SKIPPED"]);
  });
});

test("A change in the history comes from a device, a form, the close, or its source", () => {
  expect(sourceOfEvent(event({ reason: "BUSY", byDevice: true }))).toBe("OPERATION");
  expect(sourceOfEvent(event({ reason: "FORM_SUBMITTED" }))).toBe("FORM");
  expect(sourceOfEvent(event({}))).toBe("CLOSING");
  expect(sourceOfEvent(event({ reason: "RELATIONSHIP_ENDED" }))).toBe("CLOSING");
  expect(sourceOfEvent(event({ reason: "SOURCE_CHANGED" }))).toBe("SOURCE");
});

function event(changes: Partial<ExplainingEvent>): ExplainingEvent {
  return {
    at: "2026-01-05T07:00:00.000Z",
    from: "PENDING",
    to: "MISSED",
    reason: "DAY_CLOSED",
    byDevice: false,
    ...changes,
  };
}

function task(changes: Partial<ExplainedTask>): ExplainedTask {
  return {
    status: "MISSED",
    completionSummary: completionSummary([]),
    lateEvidence: false,
    notOffered: false,
    relationshipEndedAt: null,
    events: [event({ from: null, to: "PENDING", reason: "MATERIALIZED" }), event({})],
    ...changes,
  };
}
