import type { PlanAssignmentStatus, PlanKind } from "../../contract/plans/vocabulary.ts";

/** Whether an assignment is what a relationship may have one of: a program that runs. A paused one makes room. */
export function isRunningProgram({
  planKind,
  status,
}: {
  readonly planKind: PlanKind;
  readonly status: PlanAssignmentStatus;
}): boolean {
  return planKind === "PROGRAM" && status === "ACTIVE";
}
