import { Refusal } from "../../../contract/refusal.ts";
import { lockScope } from "../../../db/platform/scopes/lock-scopes.ts";
import type { PlanAssignment } from "../../../db/plans/plan-assignment.ts";
import { endPastAssignments } from "../../../db/plans/planned-dates.ts";
import { getAssignment, getPlanRecipient } from "../../../db/plans/queries.ts";
import type { Relationship } from "../../../db/relationships/relationship.ts";
import { recordScopeChanges } from "../../../db/platform/scopes/record-scope-changes.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";
import { openDaysOrNote } from "../../agenda/calendar/open-days.ts";

/**
 * The same, with one of its assignments.
 *
 * @throws Refusal NOT_FOUND, RELATIONSHIP_INACTIVE (ended).
 */
export async function beginAssignmentAct(
  tx: Tx,
  act: AssignmentActing,
): Promise<PlanRecipient & { readonly assignment: PlanAssignment }> {
  const recipient = await beginPlanAct(tx, act);
  const assignment = await getAssignment(tx, act);
  if (recipient.relationship.status === "ENDED") throw new Refusal("RELATIONSHIP_INACTIVE");
  return { ...recipient, assignment };
}

/** A coach's act on an assignment of a relationship. */
export interface AssignmentActing {
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly assignmentId: string;
  readonly byUserId: string;
  readonly requestId: string | null;
}

/** A locked relationship whose plans are about to change. */
export interface PlanRecipient {
  readonly relationship: Relationship;
  /** Its present local day. */
  readonly localDate: string;
  readonly now: Date;
}

/**
 * Locks a relationship whose plans are about to change, opens its days up to now, and ends assignments past their
 * last day.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function beginPlanAct(
  tx: Tx,
  act: Omit<AssignmentActing, "assignmentId" | "byUserId">,
): Promise<PlanRecipient> {
  const { relationshipId, requestId } = act;
  if (!(await lockScope(tx, relationshipId))) throw new Refusal("NOT_FOUND");
  const now = await clockNow(tx);
  const relationship = await getPlanRecipient(tx, act);
  const { localDate } = await openDaysOrNote(tx, relationshipId, { now, requestId });
  const ended = await endPastAssignments(tx, [{ relationshipId, localDate }], now);
  const changes = { plan_assignment: ended.map(({ id }) => id) };
  if (ended.length > 0) await recordScopeChanges(tx, [{ relationshipId, changes }], now);
  return { relationship, localDate, now };
}
