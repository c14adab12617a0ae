import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import type { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { dayAfter } from "../../rules/local-day.ts";

/**
 * The first date of a program's remaining days. It is the next day if the client already acted on the program's
 * present day, so that a pause neither repeats nor replaces it. For any other plan it is the present day.
 */
export async function nextTrainingDay(
  tx: Tx,
  { id: sourceId, planKind, relationshipId }: PlanAssignment,
  localDate: string,
): Promise<string> {
  if (planKind !== "PROGRAM") return localDate;
  const status = { $in: ["IN_PROGRESS", "COMPLETED", "SKIPPED"] as const };
  const acted = await tx.count(AgendaTask, { relationshipId, localDate, sourceId, status });
  return acted > 0 ? dayAfter(localDate) : localDate;
}
