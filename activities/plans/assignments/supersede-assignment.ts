import { stateConflict } from "../../../contract/state-conflict.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import type { PlanAssignment } from "../../../db/plans/plan-assignment.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { stopSpans } from "../../../rules/plans/plan-dates.ts";
import { bringUpOrNote } from "../../agenda/calendar/open-days.ts";
import { addAssignment, lockGivenPlan } from "./add-assignment.ts";
import { assignedEvent, assignmentEvent } from "./assignment-event.ts";
import type { AssignmentHooks } from "./assignment-hook.ts";
import { type AssignmentActing, beginAssignmentAct } from "./begin-assignment-act.ts";
import { withdrawAssignment } from "../withdraw-tasks.ts";

/**
 * Replaces an assignment by another plan (docs/rooms/plans.md#superseding). The new plan's task of the same kind
 * supersedes the untouched task of the present day. Everything else is as when an assignment ends.
 *
 * @throws Refusal NOT_FOUND, RELATIONSHIP_INACTIVE (paused or ended), STATE_CONFLICT (neither running nor paused), and
 * the codes of `addAssignment` for the new plan.
 */
export async function supersedeAssignment(
  tx: Tx,
  input: AssignmentReplacement,
  hooks: AssignmentHooks,
): Promise<ReplacedAssignment> {
  const { assignment: former, ...recipient } = await beginAssignmentAct(tx, input);
  const { localDate, now } = recipient;
  const { byUserId, requestId, relationshipId } = input;
  if (former.status !== "ACTIVE" && former.status !== "PAUSED")
    throw stateConflict("NEITHER_ACTIVE_NOR_PAUSED");
  const place = { insteadOf: former.id, startDate: localDate, assignedByUserId: byUserId };
  const gift = { ...input, ...place };
  const given = await lockGivenPlan(tx, recipient, gift);
  const id = newId();
  // A separate statement: at no point may two programs be running.
  tx.assign(former, { status: "SUPERSEDED", supersededByAssignmentId: id, updatedAt: now });
  await tx.flush();
  const successor = await addAssignment(tx, recipient, { ...gift, ...given, id });
  // The former assignment keeps its occurrence today until the successor has its task.
  const made = await bringUpOrNote(tx, relationshipId, { now, requestId });
  tx.assign(former, {
    spans: stopSpans(former.spans, localDate),
    plannedDates: former.plannedDates.filter((date) => date < localDate),
  });
  await tx.flush();
  const inItsPlace = made.find(({ sourceId }) => sourceId === id) ?? null;
  const withdrawal = { reason: "SOURCE_SUPERSEDED", successor: inItsPlace } as const;
  await withdrawAssignment(tx, input, { assignment: former, localDate, now, ...withdrawal });
  const superseded = { relationshipId, assignmentId: former.id, stopUse: input.stopUse, now };
  for (const hook of hooks) await hook.superseded(tx, superseded);
  const events = [assignmentEvent(former, "SUPERSEDED"), assignedEvent(successor, given.content)];
  await appendEvents(tx, events, { now, requestId });
  return { superseded: former, successor };
}

/** A plan that replaces an assignment from the present local day on. */
export interface AssignmentReplacement extends AssignmentActing {
  readonly planId: string;
  readonly endDate: string | null;
  readonly followsNewer: boolean;
  /** True if nothing may be submitted any more from packages of the former one that devices hold. */
  readonly stopUse: boolean;
}

/** The replaced assignment and its successor. */
export interface ReplacedAssignment {
  readonly superseded: PlanAssignment;
  readonly successor: PlanAssignment;
}
