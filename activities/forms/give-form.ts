import { FORM_LIMITS } from "../../contract/forms/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { countOpenGivenForms, getFormRecipient } from "../../db/forms/assignments/queries.ts";
import { findAssignableVersion } from "../../db/forms/queries.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { assignForm } from "./assign-form.ts";
import { isRunning } from "../../rules/relationships/is-running.ts";

/**
 * A coach assigns a form of the workspace to the client of a relationship.
 *
 * @returns id of the assignment.
 * @throws Refusal NOT_FOUND (no such relationship, or no version that can be assigned). RELATIONSHIP_INACTIVE (paused
 * or ended). VALIDATION_FAILED (due in the past). ASSIGNMENT_LIMIT_REACHED (too many are open).
 */
export async function giveForm(tx: Tx, giving: FormGiving): Promise<string> {
  const { relationshipId, workspaceId, formVersionId, dueAt } = giving;
  if (!(await lockScope(tx, relationshipId))) throw new Refusal("NOT_FOUND");
  const now = await clockNow(tx);
  const { status } = await getFormRecipient(tx, giving);
  if (!isRunning({ status })) throw new Refusal("RELATIONSHIP_INACTIVE");
  const version = await findAssignableVersion(tx, { workspaceId, formVersionId });
  if (version === null) throw new Refusal("NOT_FOUND");
  if (dueAt !== null && dueAt <= now) throw duePast();
  if ((await countOpenGivenForms(tx, relationshipId)) >= FORM_LIMITS.openAssignments)
    throw new Refusal("ASSIGNMENT_LIMIT_REACHED");
  const source = { sourceType: "COACH", sourceId: null } as const;
  const assignment = await assignForm(tx, { ...giving, ...source, now });
  return assignment.id;
}

/** A published form that a coach assigns to a client. */
export interface FormGiving {
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly formVersionId: string;
  readonly dueAt: Date | null;
  readonly assignedByUserId: string;
  readonly requestId: string | null;
}

function duePast(): Refusal {
  const error = { pointer: "/dueAt", code: "too_small", message: "This instant has passed" };
  return new Refusal("VALIDATION_FAILED", { errors: [error] });
}
