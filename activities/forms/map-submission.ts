import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import {
  findReceivedAnswers,
  type ReceivedAnswers,
} from "../../db/forms/assignments/find-submittable.ts";
import { newId } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { mappedAnswers } from "../../rules/forms/mapped-answers.ts";
import { fillClientProfile, type FilledProfile } from "../relationships/fill-client-profile.ts";
import type { RelationshipHooks } from "../relationships/relationship-hook.ts";

/**
 * Consumer `form-mapping`: copies answers that fill a profile field into the profile, as if the client had saved it
 * on submission. The client's latest value wins, in any number and order of deliveries.
 *
 * @returns null when there is nothing to store, or the client saved a later value.
 */
export async function mapSubmission(
  tx: Tx,
  { submissionId, requestId }: { readonly submissionId: string; readonly requestId: string | null },
  hooks: RelationshipHooks,
): Promise<FilledProfile | null> {
  const received = await findReceivedAnswers(tx, submissionId);
  if (received === null) return null;
  const fields = mappedAnswers(received.content, received.answers);
  if (Object.keys(fields).length === 0) return null;
  const { submittedByUserId: userId, submittedAt: statedAt } = received;
  const filled = await fillClientProfile(tx, { userId, fields, statedAt, requestId }, hooks);
  if (filled === null) return null;
  const now = await clockNow(tx);
  await appendEvents(tx, [mappedEvent(received, filled)], { now, requestId });
  return filled;
}

/** Counts the fields that were stored and refused; it names neither the fields nor the answers. */
function mappedEvent(
  { id, formAssignmentId, relationshipId, workspaceId }: ReceivedAnswers,
  { keptCount, refusedCount }: FilledProfile,
): DomainEvent {
  const ids = { workspaceId, relationshipId, formAssignmentId, submissionId: id };
  return {
    eventId: newId(),
    type: "FormAnswersMapped",
    subjectId: id,
    version: 0,
    refs: { ...ids, keptCount, refusedCount },
  };
}
