import { expect, test } from "@jest/globals";
import { reconciliationOf } from "../../rules/agenda/reconcile-task.ts";

const task = { status: "PENDING", sourceRevision: 1, touched: false } as const;

test.each([
  ["nobody asks and there is none", null, null, null],
  ["somebody asks and there is none", null, 1, "MAKE"],
  ["it is what is asked for", task, 1, null],
  ["the source has a newer revision", task, 2, "REFRESH"],
  ["the client acted on it", { ...task, touched: true }, 2, null],
  ["the client began it", { ...task, status: "IN_PROGRESS" }, 2, null],
  ["nobody asks any more", task, null, "CANCEL"],
  ["nobody asks for what was begun", { ...task, status: "IN_PROGRESS" }, null, null],
  ["nobody asks for what was canceled", { ...task, status: "CANCELED" }, null, null],
  ["somebody asks again for what was canceled", { ...task, status: "CANCELED" }, 1, "RESUME"],
  ["somebody asks for what was completed", { ...task, status: "COMPLETED" }, 2, null],
  ["another took its place", { ...task, status: "SUPERSEDED" }, 2, null],
] as const)("%s", (_, has, asked, becomes) => {
  expect(reconciliationOf(has, asked)).toBe(becomes);
});
