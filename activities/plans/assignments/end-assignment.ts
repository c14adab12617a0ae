import { appendEvents } from "../../../db/outbox/append-events.ts";
import type { PlanAssignment } from "../../../db/plans/plan-assignment.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { stopSpans } from "../../../rules/plans/plan-dates.ts";
import { assignmentEvent } from "./assignment-event.ts";
import { type AssignmentActing, beginAssignmentAct } from "./begin-assignment-act.ts";
import { withdrawAssignment } from "../withdraw-tasks.ts";

/**
 * Ends an assignment from the present local day on: untouched tasks are canceled; started and done ones stay.
 * Idempotent.
 *
 * @throws Refusal NOT_FOUND, RELATIONSHIP_INACTIVE (ended).
 */
export async function endAssignment(tx: Tx, input: AssignmentActing): Promise<PlanAssignment> {
  const { assignment, localDate, now } = await beginAssignmentAct(tx, input);
  if (assignment.status === "ENDED" || assignment.status === "SUPERSEDED") return assignment;
  assignment.status = "ENDED";
  assignment.spans = stopSpans(assignment.spans, localDate);
  assignment.plannedDates = assignment.plannedDates.filter((date) => date < localDate);
  assignment.updatedAt = now;
  await tx.flush();
  const withdrawal = { reason: "ASSIGNMENT_ENDED", successor: null } as const;
  await withdrawAssignment(tx, input, { assignment, localDate, now, ...withdrawal });
  const { requestId } = input;
  await appendEvents(tx, [assignmentEvent(assignment, "ENDED")], { now, requestId });
  return assignment;
}
