import {
  cancelOpenAssignments,
  type CancelledAssignment,
  type OpenAssignments,
} from "../../db/forms/assignments/cancel-open-assignments.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { recordScopeChanges } from "../../db/platform/scopes/record-scope-changes.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { formAssignmentEvent } from "./form-assignment-event.ts";

/**
 * Cancels an open assignment and emits the event. The caller holds the scope's lock.
 *
 * @returns false if it was already submitted or cancelled; nothing was written then.
 */
export async function cancelFormAssignment(
  tx: Tx,
  { formAssignmentId, ...cancellation }: Cancellation & { readonly formAssignmentId: string },
): Promise<boolean> {
  return (await cancelThose(tx, { formAssignmentId }, cancellation)) === 1;
}

/** The time and the request of a cancellation. */
interface Cancellation {
  readonly now: Date;
  readonly requestId: string | null;
}

/**
 * Cancels all open assignments of a relationship, from any source. The caller holds the scope's lock.
 *
 * @returns how many were open.
 */
export async function cancelOpenFormAssignments(
  tx: Tx,
  { relationshipId, ...cancellation }: Cancellation & { readonly relationshipId: string },
): Promise<number> {
  return await cancelThose(tx, { relationshipId }, cancellation);
}

async function cancelThose(
  tx: Tx,
  which: OpenAssignments,
  { now, requestId }: Cancellation,
): Promise<number> {
  const cancelled = await cancelOpenAssignments(tx, which, now);
  const [first] = cancelled;
  if (first === undefined) return 0;
  const changes = { form_assignment: cancelled.map(({ id }) => id) };
  await recordScopeChanges(tx, [{ relationshipId: first.relationshipId, changes }], now);
  // The assignment of a check-in has no event of its own: its task has one.
  const reported = cancelled.filter(({ sourceType }) => sourceType !== "CHECK_IN");
  await appendEvents(tx, reported.map(cancelledEvent), { now, requestId });
  return cancelled.length;
}

const cancelledEvent = (assignment: CancelledAssignment) =>
  formAssignmentEvent("FormAssignmentCancelled", assignment, assignment.workspaceId);
