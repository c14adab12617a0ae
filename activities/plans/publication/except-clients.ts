import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import {
  type Exception,
  exceptAssignments,
} from "../../../db/plans/publication/except-assignments.ts";
import type { PublicationRow } from "../../../db/plans/publication/queries.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { recordScopeChanges } from "../../../db/platform/scopes/record-scope-changes.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";

/**
 * Lets clients stop following a plan; they keep the revision in force. Devices store whether a program follows, so
 * their cursors see it. The caller holds the scopes' locks.
 */
export async function exceptClients(
  tx: Tx,
  excepted: readonly PublicationRow[],
  exception: Exception,
): Promise<void> {
  const ids = excepted.map(({ id }) => id);
  await exceptAssignments(tx, ids, exception);
  const changes = excepted
    .filter(({ planKind }) => planKind === "PROGRAM")
    .map(({ id, relationshipId }) => ({ relationshipId, changes: { plan_assignment: [id] } }));
  await recordScopeChanges(tx, changes, exception.at);
}

/** The event that a client no longer follows a plan. */
export function exceptedEvent({
  id,
  relationshipId,
  appliedRevision,
}: PublicationRow): DomainEvent {
  return {
    eventId: newId(),
    type: "PlanAssignmentExcepted",
    subjectId: id,
    version: appliedRevision,
    refs: { assignmentId: id, relationshipId },
  };
}
