import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import type { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import type { Tx } from "../../db/transact.ts";
import { dayAfter } from "../../rules/local-day.ts";

/**
 * From which date on the days of a program are to come: the next one where the client began, did or skipped that of the
 * present local day, so that a pause neither repeats it nor puts another in its place. Of any other plan the present
 * one.
 */
export async function firstDayToCome(
  tx: Tx,
  { id: sourceId, planKind, relationshipId }: PlanAssignment,
  localDate: string,
): Promise<string> {
  if (planKind !== "PROGRAM") return localDate;
  const status = { $in: ["IN_PROGRESS", "COMPLETED", "SKIPPED"] as const };
  const acted = await tx.count(AgendaTask, { relationshipId, localDate, sourceId, status });
  return acted > 0 ? dayAfter(localDate) : localDate;
}
