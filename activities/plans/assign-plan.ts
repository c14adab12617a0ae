import type { EventType } from "../../contract/outbox/vocabulary.ts";
import type { PlanKind } from "../../contract/plans/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { lockScope } from "../../db/lock-scopes.ts";
import { newId } from "../../db/new-id.ts";
import { findAssignmentBlocks } from "../../db/onboarding/queries.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { holdPlan } from "../../db/plans/lock-plan.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { findActiveAssignment, getPlan, getPlanRecipient } from "../../db/plans/queries.ts";
import { clockNow, type Tx } from "../../db/transact.ts";
import { firstSpan, planDates, statusOn } from "../../rules/plans/plan-dates.ts";
import { judgeAssignment } from "../../rules/plans/judge-assignment.ts";
import { openDays } from "../agenda/calendar/open-days.ts";

/** A plan to be given to a relationship; `startDate` null means its present local day. */
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

const ASSIGNED_EVENTS = {
  PROGRAM: "ProgramAssigned",
  MEAL: "MealPlanAssigned",
  SUPPLEMENT: "SupplementPlanAssigned",
  HABIT: "HabitPlanAssigned",
  CHECK_IN: "CheckInScheduled",
  MEASUREMENT: "MeasurementRequested",
  PHOTO: "ProgressPhotoRequested",
  REMINDER: "ReminderAssigned",
  CUSTOM_REMINDER: "CoachReminderCreated",
} as const satisfies Record<PlanKind, EventType>;

/**
 * Gives a plan of the workspace to a relationship and tells of it; the tasks of the day are made by who
 * hears it.
 *
 * @throws Refusal NOT_FOUND, RELATIONSHIP_INACTIVE (paused or ended), ASSIGNMENT_BLOCKED (nutrition
 * while the questionnaire is skipped), STATE_CONFLICT (archived, or running in the relationship
 * already, or the last day lies before the first).
 */
export async function assignPlan(tx: Tx, input: NewAssignment): Promise<PlanAssignment> {
  if (!(await lockScope(tx, input.relationshipId))) throw new Refusal("NOT_FOUND");
  const now = await clockNow(tx);
  const relationship = await getPlanRecipient(tx, input);
  // Held, so that a revision published meanwhile finds this assignment among those that follow.
  if (!(await holdPlan(tx, input))) throw new Refusal("NOT_FOUND");
  const { plan, content } = await getPlan(tx, input);
  const { localDate: today } = await openDays(tx, relationship.id, { ...input, now });
  const startDate = input.startDate ?? today;
  const refusal = judgeAssignment({
    relationshipStatus: relationship.status,
    planStatus: plan.status,
    planKind: plan.kind,
    blocks: await findAssignmentBlocks(tx, relationship.id),
    alreadyAssigned: await isRunning(tx, input, { now, today }),
    endsBeforeStart: input.endDate !== null && input.endDate < startDate,
  });
  if (refusal !== null) throw new Refusal(refusal);
  if (content === null) throw new Refusal("STATE_CONFLICT");
  const revision = plan.publishedRevision;
  const span = firstSpan(content.kind, { startDate, revision });
  const { plannedDates, plannedThrough } = planDates(
    { content, startDate, endDate: input.endDate, span },
    today,
    [],
  );
  const assignment = tx.create(PlanAssignment, {
    id: newId(),
    planId: plan.id,
    planKind: plan.kind,
    appliedRevision: revision,
    followsNewer: input.followsNewer,
    workspaceId: input.workspaceId,
    relationshipId: input.relationshipId,
    startDate,
    endDate: input.endDate,
    status: "ACTIVE",
    supersededByAssignmentId: null,
    spans: [span],
    plannedDates: [...plannedDates],
    plannedThrough,
    assignedByUserId: input.assignedByUserId,
    createdAt: now,
    updatedAt: now,
  });
  await tx.flush();
  await appendEvents(tx, [assignedEvent(assignment, plan.kind)], {
    now,
    requestId: input.requestId,
  });
  return assignment;
}

/** An assignment past its last day is closed on the way: it stands in nobody's way. */
async function isRunning(
  tx: Tx,
  input: NewAssignment,
  { now, today }: { now: Date; today: string },
): Promise<boolean> {
  const running = await findActiveAssignment(tx, input);
  if (running === null || statusOn(running, today) !== "ENDED") return running !== null;
  running.status = "ENDED";
  running.updatedAt = now;
  // By itself: the unit of work would insert the new assignment before this one makes room.
  await tx.flush();
  return false;
}

function assignedEvent(assignment: PlanAssignment, kind: PlanKind) {
  return {
    eventId: newId(),
    type: ASSIGNED_EVENTS[kind],
    subjectId: assignment.id,
    version: assignment.appliedRevision,
    refs: { assignmentId: assignment.id, relationshipId: assignment.relationshipId },
  };
}
