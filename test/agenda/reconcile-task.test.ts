import { expect, test } from "@jest/globals";
import { reconciliationOf } from "../../rules/agenda/reconciliation.ts";

const task = { status: "PENDING", sourceRevision: 1, touched: false } as const;

test.each([
  ["nothing asks and no task exists", null, null, null],
  ["a source asks and no task exists", null, 1, "MAKE"],
  ["the task is what is asked for", task, 1, null],
  ["the source has a newer revision", task, 2, "REFRESH"],
  ["the client acted on it", { ...task, touched: true }, 2, null],
  ["the client started it", { ...task, status: "IN_PROGRESS" }, 2, null],
  ["nothing asks any more", task, null, "CANCEL"],
  ["nothing asks for a started task", { ...task, status: "IN_PROGRESS" }, null, null],
  ["nothing asks for a canceled task", { ...task, status: "CANCELED" }, null, null],
  ["a source asks again for a canceled task", { ...task, status: "CANCELED" }, 1, "RESUME"],
  ["a source asks for a completed task", { ...task, status: "COMPLETED" }, 2, null],
  ["another task superseded it", { ...task, status: "SUPERSEDED" }, 2, null],
] as const)("A task is reconciled with its source when %s", (_, has, planned, becomes) => {
  expect(reconciliationOf(has, planned)).toBe(becomes);
});
