import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { newId } from "../../db/platform/new-id.ts";

/** An event about an assignment as such. */
export function formAssignmentEvent(
  type: "FormAssigned" | "FormAssignmentCancelled",
  assignment: AssignmentForEvent,
  workspaceId: string,
): DomainEvent {
  const { id, revision, relationshipId, formVersionId } = assignment;
  const { sourceType, sourceId } = assignment;
  const ids = { workspaceId, relationshipId, formAssignmentId: id, formVersionId };
  return {
    eventId: newId(),
    type,
    subjectId: id,
    version: revision,
    refs: { ...ids, sourceType, sourceId },
  };
}

/** The assignment as its events describe it: ids and its source. */
interface AssignmentForEvent {
  readonly id: string;
  readonly relationshipId: string;
  readonly formVersionId: string;
  readonly sourceType: string;
  readonly sourceId: string;
  readonly revision: number;
}
