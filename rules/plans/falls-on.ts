import type { Recurrence } from "../../contract/plans/schema.ts";
import { WEEKDAYS, type PlanAssignmentStatus } from "../../contract/plans/vocabulary.ts";
import { isoWeekday } from "../local-day.ts";
import type { AssignedPlan } from "./plan-snapshot.ts";

/** Whether a plan comes round on a calendar day. */
export function fallsOn(recurrence: Recurrence, localDate: string): boolean {
  switch (recurrence.kind) {
    case "DAILY":
      return true;
    case "WEEKDAYS": {
      const weekday = WEEKDAYS[isoWeekday(localDate) - 1];
      return weekday !== undefined && recurrence.weekdays.includes(weekday);
    }
  }
}

/** Whether an assigned plan asks for a task on a calendar day. */
export function asksForTask(assigned: AssignedPlan, localDate: string): boolean {
  const { startDate, plan } = assigned;
  return (
    statusOn(assigned, localDate) === "ACTIVE" &&
    startDate <= localDate &&
    fallsOn(plan.recurrence, localDate)
  );
}

/** Status of an assignment on a calendar day: past its last day it has ended, told or not. */
export function statusOn(
  { status, endDate }: Pick<AssignedPlan, "status" | "endDate">,
  localDate: string,
): PlanAssignmentStatus {
  return endDate !== null && endDate < localDate ? "ENDED" : status;
}
