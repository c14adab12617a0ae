import type { PlanContent } from "../../../contract/plans/content-schema.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { type ConflictReason, stateConflict } from "../../../contract/state-conflict.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { findAssignmentBlocks } from "../../../db/onboarding/queries.ts";
import { lockPlanForShare } from "../../../db/plans/lock-plan.ts";
import { PlanAssignment } from "../../../db/plans/plan-assignment.ts";
import { getPlan, listOpenAssignments, type PublishedPlan } from "../../../db/plans/queries.ts";
import { recordScopeChanges } from "../../../db/platform/scopes/record-scope-changes.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { type AssignmentRequest, judgeAssignment } from "../../../rules/plans/judge-assignment.ts";
import { findEmptyPart } from "../../../rules/plans/find-empty-part.ts";
import { firstSpan, planDates } from "../../../rules/plans/plan-dates.ts";
import { isRunningProgram } from "../../../rules/plans/is-running-program.ts";
import type { PlanRecipient } from "./begin-assignment-act.ts";
import { hasItsForm } from "../refuse-missing-form.ts";
import { hasItsExercises } from "../refuse-unknown-exercises.ts";

/** Assigns a plan to a relationship; bringing the day up to now creates its tasks. */
export async function addAssignment(
  tx: Tx,
  { relationship, localDate, now }: PlanRecipient,
  gift: PlanGift & GivenPlan & { readonly id?: string },
): Promise<PlanAssignment> {
  const { plan, content, startDate, endDate } = gift;
  const revision = plan.publishedRevision;
  const span = firstSpan(content.kind, { startDate, revision });
  const assigned = { content, startDate, endDate, span };
  const { plannedDates, plannedThrough } = planDates(assigned, localDate, []);
  const assignment = tx.create(PlanAssignment, {
    id: gift.id ?? newId(),
    planId: plan.id,
    planKind: plan.kind,
    appliedRevision: revision,
    followsNewer: gift.followsNewer,
    workspaceId: gift.workspaceId,
    relationshipId: relationship.id,
    startDate,
    endDate,
    status: "ACTIVE",
    supersededByAssignmentId: null,
    spans: [span],
    plannedDates: [...plannedDates],
    plannedThrough,
    assignedByUserId: gift.assignedByUserId,
    createdAt: now,
    updatedAt: now,
  });
  await tx.flush();
  // Devices store a whole program; of any other plan they see only its tasks.
  const { relationshipId } = assignment;
  const changes = { plan_assignment: [assignment.id] };
  if (plan.kind === "PROGRAM") await recordScopeChanges(tx, [{ relationshipId, changes }], now);
  return assignment;
}

/** A plan to assign to a relationship, from its start date on. */
export interface PlanGift {
  readonly workspaceId: string;
  readonly planId: string;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly followsNewer: boolean;
  readonly assignedByUserId: string;
  /** The assignment that it replaces; null for none. */
  readonly insteadOf: string | null;
}

/** An assignable plan with its newest revision. */
export interface GivenPlan {
  readonly plan: PublishedPlan["plan"];
  readonly content: PlanContent;
}

/**
 * Locks the plan to assign, so that a revision published meanwhile finds its assignment among the followers.
 *
 * @throws Refusal
 * - NOT_FOUND, PROGRAM_RUNNING, ASSIGNMENT_LIMIT_REACHED
 * - RELATIONSHIP_INACTIVE: paused or ended
 * - ASSIGNMENT_BLOCKED: the questionnaire is skipped
 * - STATE_CONFLICT: the plan is not published, archived, or already running in the relationship; its form is archived;
 *   or the last day precedes the first
 * - VALIDATION_FAILED: a program with an exercise that the library never had, or an assignment without any occurrence
 */
export async function lockGivenPlan(
  tx: Tx,
  { relationship, localDate }: PlanRecipient,
  gift: PlanGift,
): Promise<GivenPlan> {
  if (!(await lockPlanForShare(tx, gift))) throw new Refusal("NOT_FOUND");
  const { plan, content } = await getPlan(tx, gift);
  const open = await listOpenAssignments(tx, relationship.id);
  const others = open.filter(({ id }) => id !== gift.insteadOf);
  const program = others.find(isRunningProgram);
  const request = {
    relationshipStatus: relationship.status,
    planStatus: plan.status,
    planKind: plan.kind,
    blocks: await findAssignmentBlocks(tx, relationship.id),
    alreadyAssigned: open.some(({ planId }) => planId === plan.id),
    endsBeforeStart: gift.endDate !== null && gift.endDate < gift.startDate,
    programRuns: program !== undefined,
    openAssignments: others.length,
  };
  const refusal = judgeAssignment(request);
  if (refusal === "STATE_CONFLICT") throw stateConflict(conflictOf(request));
  if (refusal === "PROGRAM_RUNNING" && program !== undefined)
    throw new Refusal(refusal, { conflictingId: program.id });
  if (refusal !== null) throw new Refusal(refusal);
  if (content === null || !(await hasItsForm(tx, gift.workspaceId, content)))
    throw stateConflict("FORM_NOT_PUBLISHED");
  if (!(await hasItsExercises(tx, gift.workspaceId, content))) {
    const message = "Names an exercise that is not in the library";
    throw new Refusal("VALIDATION_FAILED", {
      errors: [{ pointer: "/planId", code: "unknown_exercise", message }],
    });
  }
  rejectEmpty({ ...gift, content }, localDate);
  return { plan, content };
}

/** The reason of an assignment's conflict. */
function conflictOf({ planStatus, alreadyAssigned }: AssignmentRequest): ConflictReason {
  if (planStatus !== "PUBLISHED") return "NOT_PUBLISHED";
  return alreadyAssigned ? "ALREADY_ASSIGNED" : "OVER_BEFORE_IT_STARTS";
}

/** @throws Refusal VALIDATION_FAILED naming why the assignment would never have an occurrence. */
function rejectEmpty(
  given: Pick<PlanGift, "startDate" | "endDate"> & Pick<GivenPlan, "content">,
  localDate: string,
): void {
  const part = findEmptyPart(given, localDate);
  if (part === null) return;
  const message = "Has no occurrence from the client's present day on";
  throw new Refusal("VALIDATION_FAILED", {
    errors: [{ pointer: `/${part}`, code: "never_asks", message }],
  });
}
