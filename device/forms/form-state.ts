import type { FormAnswers } from "../wire/form-types.ts";
import type { KnownForm, Save } from "./load-form.ts";
import type { FormState } from "./types.ts";

/** Where a form stands on this device, computed from its rows. */
export function formState(known: KnownForm): FormState {
  const { form, draft, saves, submission } = known;
  if (form.status === "SUBMITTED") return "SUBMITTED";
  if (form.status === "CANCELLED") return "CANCELLED";
  if (submission?.outcome.kind === "OPEN") return "SUBMITTING";
  const isWaiting = saves.some(isUnsent);
  if (draft === null) return isWaiting ? "QUEUED" : "OPEN";
  if (conflictedSaves(known).length > 0) return "CONFLICT";
  // An answer may be on its way: until it arrives, a newer revision may be this device's own.
  const last = known.draftSave;
  if (isWaiting) return last === null ? "LOCAL_DRAFT" : "QUEUED";
  if (last?.status === "ACCEPTED") return "OPEN";
  if (form.revision > knownRevision(known)) return "CONFLICT";
  return last?.status === "REJECTED" ? "REJECTED" : "LOCAL_DRAFT";
}

/** The answers to show: the draft of this device until the server has it. */
export function formAnswers(known: KnownForm): FormAnswers {
  const { form, draft } = known;
  if (draft === null || form.status === "SUBMITTED") return form.answers;
  const { acceptedRevision = null } = known.draftSave ?? {};
  return acceptedRevision !== null && form.revision >= acceptedRevision
    ? form.answers
    : draft.body.answers;
}

/** Answers that only this device has, of a form that takes no more answers. */
export function unsentAnswers(known: KnownForm): FormAnswers | null {
  const { form, draft } = known;
  const isClosed = form.status === "SUBMITTED" || form.status === "CANCELLED";
  if (draft === null || !isClosed || known.draftSave?.status === "ACCEPTED") return null;
  return draft.body.answers;
}

/**
 * The newest revision of the assignment that the person saw or this device made. Revisions from before the person's
 * last choice do not count: a restored server may have begun with lower ones.
 */
export function knownRevision({ draft, saves, form }: KnownForm): number {
  if (draft === null) return form.revision;
  const { seenRevision, chosenBy } = draft.body;
  const choice = saves.findIndex(({ clientOperationId }) => clientOperationId === chosenBy);
  const made = saves
    .slice(Math.max(choice, 0))
    .map(({ acceptedRevision }) => acceptedRevision ?? 0);
  return Math.max(seenRevision, ...made);
}

/** Saves that the server refused because another device saved a draft. */
export function conflictedSaves({ saves }: KnownForm): readonly Save[] {
  return saves.filter(({ status }) => status === "CONFLICTED");
}

/** Whether a save has no verdict yet. */
export function isUnsent({ status }: Save): boolean {
  return status === "QUEUED" || status === "SYNCING";
}
