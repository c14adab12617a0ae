import { forgetAct } from "../online/outcome-of.ts";
import type { PartContext } from "../parts/part-context.ts";
import { endedSaves } from "./ended-saves.ts";
import { isUnsent, unsentAnswers } from "./form-state.ts";
import { type FormStores, loadForm, SUBMIT_FORM } from "./load-form.ts";
import type { FormCall, Forms } from "./types.ts";

/** Deletes answers of a closed form that only this device has, with their saves and refusals, in one transaction. */
export async function discardAnswers(
  context: PartContext,
  stores: FormStores,
  { formAssignmentId }: FormCall,
): ReturnType<Forms["discard"]> {
  const scope = await context.row();
  const known = await loadForm(stores, scope, formAssignmentId);
  if (known === null || unsentAnswers(known) === null) return "ABSENT";
  const { saves, submission } = known;
  // The verdict on what was sent comes by itself; a form that is closed refuses it.
  if (saves.some(isUnsent) || submission?.outcome.kind === "OPEN") return "WAITING";
  const { scopeId } = scope;
  const ofForm = { scopeId, actType: SUBMIT_FORM, objectId: formAssignmentId };
  const submissions = await stores.acts.list(ofForm);
  const refused = saves.filter(({ status }) => status === "REJECTED" || status === "CONFLICTED");
  await context.core.ports.sql.write([
    stores.rows.drafts.remove(scope, formAssignmentId),
    ...endedSaves(
      context,
      refused.map(({ clientOperationId }) => clientOperationId),
    ),
    ...submissions.map(({ actId }) => forgetAct(actId)),
  ]);
  context.core.changes.emit(scope.scopeId);
  return "DISCARDED";
}
