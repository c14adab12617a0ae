import { isSameAct } from "../outbox/is-same-act.ts";
import type { PartContext } from "../parts/part-context.ts";
import { isInvalidDraft } from "./check-answers.ts";
import { knownRevision } from "./form-state.ts";
import { type FormStores, loadForm } from "./load-form.ts";
import type { FormCall, Forms } from "./types.ts";
import { refusalOf } from "./write-draft.ts";

/** Queues the written draft as an operation, in one transaction with the draft. */
export async function saveDraft(
  context: PartContext,
  stores: FormStores,
  { formAssignmentId, callId = context.core.ports.random.uuid() }: FormCall,
): ReturnType<Forms["save"]> {
  const known = await loadForm(stores, await context.row(), formAssignmentId);
  if (known === null) return "ABSENT";
  const { draft, form } = known;
  if (draft?.body.operationId === callId || (await isSaved(context, formAssignmentId, callId)))
    return "QUEUED";
  const refusal = refusalOf(known);
  if (refusal !== null) return refusal;
  // A save that was refused, discarded or deleted leaves the answers to be saved again.
  const isStored = known.draftSave !== null && known.draftSave.status !== "REJECTED";
  if (draft === null || isStored) return "UNCHANGED";
  const { answers } = draft.body;
  if (isInvalidDraft(form.content, answers)) return "INVALID";
  await context.enqueue(
    {
      clientOperationId: callId,
      operationType: SAVE_DRAFT,
      payload: { formAssignmentId, answers },
      expectedRevision: knownRevision(known),
    },
    async (scope) => [
      await stores.rows.drafts.update(scope, draft, {
        status: "ENDED",
        revision: draft.revision + 1,
        body: { ...draft.body, operationId: callId },
      }),
    ],
  );
  return "QUEUED";
}

/** The operation that saves a draft. */
export const SAVE_DRAFT = "form.save-draft";

/**
 * Whether an earlier call saved a draft of this form under this id. The person may have written more since.
 *
 * @throws ActionFault ID_TAKEN if another act has this id.
 */
export async function isSaved(
  { core, scopeId }: PartContext,
  objectId: string,
  id: string,
): Promise<boolean> {
  return await isSameAct(core, { id, scopeId, operationType: SAVE_DRAFT, objectId });
}
