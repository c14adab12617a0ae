import type { PlanKind } from "../../contract/plans/plan-definitions.ts";
import type { PlanAssignmentStatus } from "../../contract/plans/vocabulary.ts";

/** Whether an assignment counts as the relationship's one running program. A paused program does not. */
export function isRunningProgram({
  planKind,
  status,
}: {
  readonly planKind: PlanKind;
  readonly status: PlanAssignmentStatus;
}): boolean {
  return planKind === "PROGRAM" && status === "ACTIVE";
}
