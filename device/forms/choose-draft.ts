import type { PartContext } from "../parts/part-context.ts";
import { endedSaves } from "./ended-saves.ts";
import { conflictedSaves, formState } from "./form-state.ts";
import { type FormStores, loadForm } from "./load-form.ts";
import { isSaved, SAVE_DRAFT } from "./save-draft.ts";
import type { Forms } from "./types.ts";

/**
 * Keeps one of two drafts. MINE is saved on the revision of the other draft that the person saw. If that draft changes
 * again, the server refuses, and the person chooses again.
 */
export async function chooseDraft(
  context: PartContext,
  stores: FormStores,
  choice: Parameters<Forms["choose"]>[0],
): ReturnType<Forms["choose"]> {
  const { formAssignmentId, callId = context.core.ports.random.uuid(), theirRevision } = choice;
  const scope = await context.row();
  const known = await loadForm(stores, scope, formAssignmentId);
  if (known === null) return "ABSENT";
  const { draft } = known;
  if (draft?.body.operationId === callId || (await isSaved(context, formAssignmentId, callId)))
    return "CHOSEN";
  const isShown = formState(known) === "CONFLICT" && known.form.revision === theirRevision;
  if (draft === null || !isShown) return "ABSENT";
  if (choice.keep === "THEIRS") {
    await context.core.ports.sql.write([
      stores.rows.drafts.remove(scope, formAssignmentId),
      ...endedSaves(context, conflictedSaves(known).map(idOf)),
    ]);
    context.core.changes.emit(scope.scopeId);
    return "CHOSEN";
  }
  const refused = conflictedSaves(known).map(idOf);
  const last = refused.at(-1);
  const { answers } = draft.body;
  await context.enqueue(
    {
      clientOperationId: callId,
      operationType: SAVE_DRAFT,
      payload: { formAssignmentId, answers },
      expectedRevision: theirRevision,
      ...(last !== undefined && { resubmitOf: last }),
    },
    async (open) => [
      await stores.rows.drafts.update(open, draft, {
        status: "ENDED",
        revision: draft.revision + 1,
        body: { answers, seenRevision: theirRevision, operationId: callId, chosenBy: callId },
      }),
      // The newest refused save is replaced; older ones are over.
      ...endedSaves(context, refused.slice(0, -1)),
    ],
  );
  return "CHOSEN";
}

const idOf = ({ clientOperationId }: { readonly clientOperationId: string }) => clientOperationId;
