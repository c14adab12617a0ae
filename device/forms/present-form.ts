import { checkAnswers } from "./check-answers.ts";
import {
  conflictedSaves,
  formAnswers,
  formState,
  knownRevision,
  unsentAnswers,
} from "./form-state.ts";
import type { OwnFormAssignment } from "../wire/form-types.ts";
import type { KnownForm } from "./load-form.ts";
import type { Form, FormConflict, FormSummary } from "./types.ts";

/** A form as a screen shows it. */
export function presentForm(known: KnownForm): Form {
  const { form, submission } = known;
  const summary = summarise(known);
  const answers = formAnswers(known);
  const outcome = submission?.outcome;
  return {
    ...summary,
    content: form.content,
    answers,
    version: versionOf(form, known.draft?.revision ?? 0),
    writtenAt: known.draft?.updatedAt ?? null,
    unsent: unsentAnswers(known),
    canWrite: !["CONFLICT", "SUBMITTING", "SUBMITTED", "CANCELLED"].includes(summary.state),
    check: checkAnswers(form.content, answers),
    conflict: summary.state === "CONFLICT" ? conflictOf(known) : null,
    submission: outcome === undefined || outcome.kind === "DONE" ? null : outcome,
  };
}

/**
 * Version of a form with its draft. The next draft counts its revisions anew, but on a newer form, so that no version
 * is named twice.
 */
export function versionOf(
  form: Pick<OwnFormAssignment, "revision">,
  draftRevision: number,
): string {
  return `${form.revision}.${draftRevision}`;
}

/** A form in a list. */
export function summarise(known: KnownForm): FormSummary {
  const { content: _, answers: __, draftSavedAt: ___, canSave: ____, ...assignment } = known.form;
  return { assignment, state: formState(known) };
}

/** Null until the other draft was read. */
function conflictOf(known: KnownForm): FormConflict | null {
  const { form, draft } = known;
  if (draft === null || !isOtherRead(known)) return null;
  return {
    mine: draft.body.answers,
    theirs: form.answers,
    theirRevision: form.revision,
    theirSavedAt: form.draftSavedAt,
  };
}

/** A restored server has lower revisions than the known one: what was read after its refusal is the other draft. */
function isOtherRead(known: KnownForm): boolean {
  const refusal = conflictedSaves(known).at(-1);
  return (
    known.form.revision > knownRevision(known) ||
    (refusal !== undefined && known.readAt >= refusal.updatedAt)
  );
}
