import { canonicalForm } from "../../contract/canonical-form.ts";
import { forgetAct } from "../online/outcome-of.ts";
import type { PartContext } from "../parts/part-context.ts";
import type { FormAnswers } from "../wire/form-types.ts";
import type { DraftBody } from "./form-rows.ts";
import { formAnswers, formState, knownRevision } from "./form-state.ts";
import { type FormStores, type KnownForm, loadForm } from "./load-form.ts";
import type { FormDraft, Forms } from "./types.ts";

/** Writes the answers of a person on this device (docs/rooms/device.md#forms). Calls for one form are serialised. */
export async function writeDraft(
  context: PartContext,
  stores: FormStores,
  { formAssignmentId, answers }: FormDraft,
): ReturnType<Forms["write"]> {
  const scope = await context.row();
  const known = await loadForm(stores, scope, formAssignmentId);
  if (known === null) return "ABSENT";
  const refusal = refusalOf(known);
  if (refusal !== null) return refusal;
  const { draft, submission } = known;
  if (isSame(formAnswers(known), answers)) return "WRITTEN";
  const body: DraftBody = {
    answers,
    seenRevision: knownRevision(known),
    operationId: null,
    chosenBy: draft?.body.chosenBy ?? null,
  };
  const { drafts } = stores.rows;
  await context.core.ports.sql.write([
    draft === null
      ? await drafts.insert(scope, { id: formAssignmentId, taskId: null, body, origin: null })
      : await drafts.update(scope, draft, { status: "OPEN", revision: draft.revision + 1, body }),
    // The person has read why the last submission was refused.
    ...(submission === null ? [] : [forgetAct(submission.actId)]),
  ]);
  context.core.changes.emit(scope.scopeId);
  return "WRITTEN";
}

/** Why nothing may be written now. */
export function refusalOf(known: KnownForm): "CONFLICT" | "CLOSED" | null {
  const state = formState(known);
  if (state === "CONFLICT") return "CONFLICT";
  const isClosed = state === "SUBMITTED" || state === "CANCELLED" || state === "SUBMITTING";
  return isClosed ? "CLOSED" : null;
}

function isSame(one: FormAnswers, other: FormAnswers): boolean {
  return canonicalForm(one) === canonicalForm(other);
}
