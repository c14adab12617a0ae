import { stateConflict } from "../../../contract/state-conflict.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import type { PlanAssignment } from "../../../db/plans/plan-assignment.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { pauseSpans } from "../../../rules/plans/pause-spans.ts";
import { assignmentEvent } from "./assignment-event.ts";
import { nextTrainingDay } from "../next-training-day.ts";
import { type AssignmentActing, beginAssignmentAct } from "./begin-assignment-act.ts";
import { withdrawAssignment } from "../withdraw-tasks.ts";

/**
 * Pauses an assignment from the present local day on (docs/rooms/plans.md#pauses): untouched tasks are canceled;
 * started and done ones stay.
 *
 * @throws Refusal NOT_FOUND, RELATIONSHIP_INACTIVE (ended), STATE_CONFLICT (not running).
 */
export async function pauseAssignment(tx: Tx, input: AssignmentActing): Promise<PlanAssignment> {
  const { assignment, localDate, now } = await beginAssignmentAct(tx, input);
  if (assignment.status !== "ACTIVE") throw stateConflict("NOT_ACTIVE");
  const next = await nextTrainingDay(tx, assignment, localDate);
  assignment.status = "PAUSED";
  assignment.spans = pauseSpans(assignment.spans, next);
  assignment.plannedDates = assignment.plannedDates.filter((date) => date < next);
  assignment.updatedAt = now;
  await tx.flush();
  const withdrawal = { reason: "SOURCE_PAUSED", successor: null } as const;
  await withdrawAssignment(tx, input, { assignment, localDate, now, ...withdrawal });
  const { requestId } = input;
  await appendEvents(tx, [assignmentEvent(assignment, "PAUSED")], { now, requestId });
  return assignment;
}
