import type { FormSource } from "../../contract/forms/vocabulary.ts";
import { FormAssignment } from "../../db/forms/form-assignment.ts";
import { newId } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { recordScopeChanges } from "../../db/platform/scopes/record-scope-changes.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { formAssignmentEvent } from "./form-assignment-event.ts";

/** Asks the client of a relationship to fill in a form, and emits the event. The caller holds the scope's lock. */
export async function assignForm(tx: Tx, form: FormToAssign): Promise<FormAssignment> {
  const { relationshipId, workspaceId, now, requestId } = form;
  const id = newId();
  const assignment = tx.create(FormAssignment, {
    id,
    formVersionId: form.formVersionId,
    relationshipId,
    sourceType: form.sourceType,
    sourceId: form.sourceId ?? id,
    status: "ASSIGNED",
    revision: 1,
    dueAt: form.dueAt,
    assignedByUserId: form.assignedByUserId,
    createdAt: now,
    updatedAt: now,
    submittedAt: null,
    cancelledAt: null,
  });
  await tx.flush();
  await recordScopeChanges(tx, [{ relationshipId, changes: { form_assignment: [id] } }], now);
  const event = formAssignmentEvent("FormAssigned", assignment, workspaceId);
  await appendEvents(tx, [event], { now, requestId });
  return assignment;
}

/** A published version to be filled in, by whom and for what. */
export interface FormToAssign {
  readonly relationshipId: string;
  readonly workspaceId: string;
  /** Published by the workspace; the caller has checked. */
  readonly formVersionId: string;
  readonly sourceType: FormSource;
  /** The onboarding task; null when the assignment is its own source. */
  readonly sourceId: string | null;
  /** Null if the system assigns it. */
  readonly assignedByUserId: string | null;
  readonly dueAt: Date | null;
  readonly now: Date;
  readonly requestId: string | null;
}
