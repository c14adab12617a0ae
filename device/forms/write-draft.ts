import { canonicalForm } from "../../contract/canonical-form.ts";
import { forgetAct } from "../online/outcome-of.ts";
import type { PartContext } from "../parts/part-context.ts";
import { isUnexpected, type Statement } from "../ports/sql.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import type { FormAnswers } from "../wire/form-types.ts";
import type { DraftBody } from "./form-rows.ts";
import { formAnswers, formState, knownRevision } from "./form-state.ts";
import { type FormStores, type KnownForm, loadForm } from "./load-form.ts";
import { presentForm, versionOf } from "./present-form.ts";
import type { FormDraft, Forms } from "./types.ts";

/**
 * Writes the answers of a person on this device (docs/rooms/device.md#forms). Calls for one form are serialised. If an
 * answer of the server changes the form meanwhile, the call decides once more on the new rows.
 */
export async function writeDraft(
  context: PartContext,
  stores: FormStores,
  draft: FormDraft,
): ReturnType<Forms["write"]> {
  try {
    return await writeOnce(context, stores, draft);
  } catch (fault) {
    if (!isUnexpected(fault)) throw fault;
    return await writeOnce(context, stores, draft);
  }
}

/** @throws SqlFault UNEXPECTED if the form or its draft changed since it was loaded. */
async function writeOnce(
  context: PartContext,
  stores: FormStores,
  { formAssignmentId, answers, seenVersion }: FormDraft,
): ReturnType<Forms["write"]> {
  const scope = await context.row();
  const known = await loadForm(stores, scope, formAssignmentId);
  if (known === null) return { kind: "ABSENT" };
  const refusal = refusalOf(known);
  if (refusal !== null) return { kind: refusal };
  const { draft, submission, form } = known;
  const version = versionOf(form, draft?.revision ?? 0);
  // A repeated write finds its answers written.
  if (isSame(formAnswers(known), answers)) return { kind: "WRITTEN", version };
  if (seenVersion !== undefined && seenVersion !== version)
    return { kind: "STALE", form: presentForm(known) };
  const body: DraftBody = {
    answers,
    seenRevision: knownRevision(known),
    operationId: null,
    chosenBy: draft?.body.chosenBy ?? null,
  };
  const { drafts } = stores.rows;
  await context.core.ports.sql.write([
    draft === null
      ? await drafts.insert(
          scope,
          { id: formAssignmentId, taskId: null, body, origin: null },
          isUnchanged(scope, known),
        )
      : await drafts.update(scope, draft, { status: "OPEN", revision: draft.revision + 1, body }),
    // The person has read why the last submission was refused.
    ...(submission === null ? [] : [forgetAct(submission.actId)]),
  ]);
  context.core.changes.emit(scope.scopeId);
  return { kind: "WRITTEN", version: versionOf(form, (draft?.revision ?? 0) + 1) };
}

/**
 * The form is stored as it was loaded. An accepted submission stores it anew and removes its draft; a draft inserted
 * after that would stay on the device for ever.
 */
function isUnchanged({ scopeId }: ScopeRow, { form, storedRevision }: KnownForm): Statement {
  return {
    sql: `exists (select 1 from snapshot
      where scope_id = ? and kind = 'form' and id = ? and revision is ?)`,
    params: [scopeId, form.formAssignmentId, storedRevision],
  };
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
