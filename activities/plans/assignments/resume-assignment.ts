import type { PlanContent } from "../../../contract/plans/content-schema.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { stateConflict } from "../../../contract/state-conflict.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { lockPlanForShare } from "../../../db/plans/lock-plan.ts";
import type { PlanAssignment } from "../../../db/plans/plan-assignment.ts";
import { getPlan, getRevisionContent, listOpenAssignments } from "../../../db/plans/queries.ts";
import { recordScopeChanges } from "../../../db/platform/scopes/record-scope-changes.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { resumedSpan } from "../../../rules/plans/pause-spans.ts";
import { planDates, reachesProgramDay } from "../../../rules/plans/plan-dates.ts";
import { isRunningProgram } from "../../../rules/plans/is-running-program.ts";
import { isRunning } from "../../../rules/relationships/is-running.ts";
import { bringUpOrNote } from "../../agenda/calendar/open-days.ts";
import { assignmentEvent } from "./assignment-event.ts";
import { nextTrainingDay } from "../next-training-day.ts";
import { type AssignmentActing, beginAssignmentAct } from "./begin-assignment-act.ts";

/**
 * Resumes a paused assignment from the present local day on, with the newest revision that it follows
 * (docs/rooms/plans.md#pauses), and restores the tasks of that day.
 *
 * @throws Refusal NOT_FOUND, RELATIONSHIP_INACTIVE (paused or ended), STATE_CONFLICT (not paused), PROGRAM_RUNNING,
 * VALIDATION_FAILED for a day that the program does not have.
 */
export async function resumeAssignment(
  tx: Tx,
  input: AssignmentResumption,
): Promise<PlanAssignment> {
  const { relationship, assignment, localDate, now } = await beginAssignmentAct(tx, input);
  if (!isRunning(relationship)) throw new Refusal("RELATIONSHIP_INACTIVE");
  if (assignment.status !== "PAUSED") throw stateConflict("NOT_PAUSED");
  if (assignment.planKind === "PROGRAM") await refuseSecondProgram(tx, assignment);
  const { revision, content } = await newestOf(tx, assignment);
  const { programDay, relationshipId, requestId } = input;
  if (programDay !== null) refuseUnknownDay(content, programDay);
  const { startDate, endDate, spans } = assignment;
  const next = await nextTrainingDay(tx, assignment, localDate);
  const span = resumedSpan(spans, { localDate: next, startDate, revision, programDay });
  const assigned = { content, startDate, endDate, span };
  const planned = planDates(assigned, localDate, assignment.plannedDates);
  assignment.status = "ACTIVE";
  assignment.appliedRevision = revision;
  assignment.spans = [...spans, span];
  assignment.plannedDates = [...planned.plannedDates];
  assignment.plannedThrough = planned.plannedThrough;
  assignment.updatedAt = now;
  await tx.flush();
  // Recorded even if no task changes, because today's warnings change.
  const isProgram = assignment.planKind === "PROGRAM";
  const changes = { agenda_task: [], ...(isProgram && { plan_assignment: [assignment.id] }) };
  await recordScopeChanges(tx, [{ relationshipId, changes }], now);
  await bringUpOrNote(tx, relationshipId, { now, requestId });
  await appendEvents(tx, [assignmentEvent(assignment, "RESUMED")], { now, requestId });
  return assignment;
}

/** The resumption of a paused assignment. */
export interface AssignmentResumption extends AssignmentActing {
  /** Number of the program's day to continue with, from 0; null if the remaining days move by whole weeks. */
  readonly programDay: number | null;
}

async function refuseSecondProgram(tx: Tx, { id, relationshipId }: PlanAssignment): Promise<void> {
  const open = await listOpenAssignments(tx, relationshipId);
  const running = open.find((other) => other.id !== id && isRunningProgram(other));
  if (running !== undefined) throw new Refusal("PROGRAM_RUNNING", { conflictingId: running.id });
}

/** Locks the plan, so that a revision published meanwhile finds this assignment running. */
async function newestOf(
  tx: Tx,
  { workspaceId, planId, followsNewer, appliedRevision }: PlanAssignment,
): Promise<{ readonly revision: number; readonly content: PlanContent }> {
  await lockPlanForShare(tx, { workspaceId, planId });
  const { plan } = await getPlan(tx, { workspaceId, planId });
  const revision = followsNewer ? plan.publishedRevision : appliedRevision;
  return { revision, content: await getRevisionContent(tx, { planId, revision }) };
}

function refuseUnknownDay(content: PlanContent, programDay: number): void {
  if (reachesProgramDay(content, programDay)) return;
  const message = "The plan has no such day, nor one after it";
  throw new Refusal("VALIDATION_FAILED", {
    errors: [{ pointer: "/programDay", code: "no_such_day", message }],
  });
}
