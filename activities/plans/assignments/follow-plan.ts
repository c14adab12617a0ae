import { OPEN_ASSIGNMENT_STATUSES } from "../../../contract/plans/vocabulary.ts";
import { stateConflict } from "../../../contract/state-conflict.ts";
import { withdrawCards } from "../../../db/agenda/cards/withdraw-cards.ts";
import { distinctDays } from "../../../db/agenda/queries.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { lockPlanForShare } from "../../../db/plans/lock-plan.ts";
import type { PlanAssignment } from "../../../db/plans/plan-assignment.ts";
import { getPlan } from "../../../db/plans/queries.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { recordScopeChanges } from "../../../db/platform/scopes/record-scope-changes.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { adoptRevision } from "../../../rules/plans/plan-dates.ts";
import { adoptionEvents } from "../../agenda/adoption-events.ts";
import { bringUpOrNote } from "../../agenda/calendar/open-days.ts";
import { dayRefreshed } from "../../agenda/day-refreshed.ts";
import { projectDays } from "../../agenda/project-days.ts";
import { type AssignmentActing, beginAssignmentAct } from "./begin-assignment-act.ts";

/**
 * Lets an assignment follow its plan again after an exception (docs/rooms/plans.md#exceptions), or for the first time.
 * It applies the newest revision from the present local day on, in this act. Idempotent.
 *
 * @throws Refusal NOT_FOUND, RELATIONSHIP_INACTIVE (ended), STATE_CONFLICT (neither running nor paused).
 */
export async function followPlan(tx: Tx, input: AssignmentActing): Promise<PlanAssignment> {
  const { assignment, localDate, now } = await beginAssignmentAct(tx, input);
  if (!OPEN.includes(assignment.status)) throw stateConflict("ASSIGNMENT_OVER");
  if (assignment.followsNewer) return assignment;
  const isBehind = await followAgain(tx, assignment, { localDate, now });
  const { id, relationshipId, planKind } = assignment;
  const withdrawn = await withdrawLeftOut(tx, assignment, { localDate, now });
  const changes = {
    agenda_task: [],
    agenda_card: withdrawn.map((card) => card.id),
    ...(planKind === "PROGRAM" && { plan_assignment: [id] }),
  };
  await recordScopeChanges(tx, [{ relationshipId, changes }], now);
  const origin = { now, requestId: input.requestId };
  await bringUpOrNote(tx, relationshipId, origin);
  const days = distinctDays(withdrawn);
  await projectDays(tx, days, now);
  const adopted = isBehind ? adoptionEvents([assignment]) : [];
  await appendEvents(tx, [followsAgain(assignment), ...adopted, ...days.map(dayRefreshed)], origin);
  return assignment;
}

const OPEN: readonly PlanAssignment["status"][] = OPEN_ASSIGNMENT_STATUSES;

interface Present {
  readonly localDate: string;
  readonly now: Date;
}

/**
 * Locks the plan, so that a revision published meanwhile finds this assignment among its followers.
 *
 * @returns whether a newer revision was applied.
 */
async function followAgain(
  tx: Tx,
  assignment: PlanAssignment,
  { localDate, now }: Present,
): Promise<boolean> {
  await lockPlanForShare(tx, assignment);
  const { plan, content } = await getPlan(tx, assignment);
  const revision = plan.publishedRevision;
  const isBehind = content !== null && assignment.appliedRevision < revision;
  if (isBehind) {
    const { spans, plannedDates, plannedThrough } = adoptRevision(
      assignment,
      { revision, content },
      localDate,
    );
    const dates = { plannedDates: [...plannedDates], plannedThrough };
    tx.assign(assignment, { appliedRevision: revision, spans, ...dates });
  }
  const exception = { exceptedRevision: null, exceptedByUserId: null, exceptedAt: null };
  const retries = { spreadFailures: 0, spreadAt: null };
  tx.assign(assignment, { followsNewer: true, ...exception, ...retries, updatedAt: now });
  await tx.flush();
  return isBehind;
}

/** Withdraws the present day's card if the newest revision leaves that day out. */
async function withdrawLeftOut(
  tx: Tx,
  { id: sourceId, planKind, relationshipId, plannedDates }: PlanAssignment,
  { localDate, now }: Present,
) {
  if (planKind !== "CUSTOM_REMINDER" || plannedDates.includes(localDate)) return [];
  return await withdrawCards(tx, [{ relationshipId, sourceId, fromLocalDate: localDate }], now);
}

function followsAgain({ id, relationshipId, appliedRevision }: PlanAssignment) {
  return {
    eventId: newId(),
    type: "PlanAssignmentFollowsAgain" as const,
    subjectId: id,
    version: appliedRevision,
    refs: { assignmentId: id, relationshipId },
  };
}
