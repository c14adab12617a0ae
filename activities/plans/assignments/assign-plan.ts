import { appendEvents } from "../../../db/outbox/append-events.ts";
import type { PlanAssignment } from "../../../db/plans/plan-assignment.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { addAssignment, lockGivenPlan } from "./add-assignment.ts";
import { assignedEvent } from "./assignment-event.ts";
import { beginPlanAct } from "./begin-assignment-act.ts";

/**
 * Assigns a plan of the workspace to a relationship and emits the event, whose consumer creates the tasks of the day.
 *
 * @throws Refusal
 * - NOT_FOUND, PROGRAM_RUNNING, ASSIGNMENT_LIMIT_REACHED
 * - RELATIONSHIP_INACTIVE: paused or ended
 * - ASSIGNMENT_BLOCKED: a program or nutrition plan while the questionnaire is skipped
 * - STATE_CONFLICT: the plan is not published, archived, or already running in the relationship; its form is archived;
 *   or the last day precedes the first
 * - VALIDATION_FAILED: a program with an exercise that the library never had, or an assignment without any occurrence
 */
export async function assignPlan(tx: Tx, input: NewAssignment): Promise<PlanAssignment> {
  const recipient = await beginPlanAct(tx, input);
  const { localDate, now } = recipient;
  const gift = { ...input, startDate: input.startDate ?? localDate, insteadOf: null };
  const given = await lockGivenPlan(tx, recipient, gift);
  const assignment = await addAssignment(tx, recipient, { ...gift, ...given });
  const { requestId } = input;
  await appendEvents(tx, [assignedEvent(assignment, given.content)], { now, requestId });
  return assignment;
}

/** A plan to assign to a relationship; `startDate` null means its present local day. */
export interface NewAssignment {
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly planId: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly followsNewer: boolean;
  readonly assignedByUserId: string;
  readonly requestId: string | null;
}
