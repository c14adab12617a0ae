import type { Answers, FormContent } from "../../contract/forms/content-schema.ts";
import type { FormClient } from "../../contract/forms/form-client-schema.ts";
import type { FormClientRow } from "../../db/forms/coach/queries.ts";
import { contentInLanguage, titleInLanguage } from "../../rules/forms/content-in-language.ts";
import { sharedAnswers } from "../../rules/forms/mapped-answers.ts";
import { type StoredPrivacy, withheldFields } from "../../rules/relationships/privacy-settings.ts";

/** A form with its questions, in the reader's language. */
export function presentRequestedForm<
  Row extends {
    readonly title: string;
    readonly content: FormContent;
    readonly locale: string | null;
  },
>({ locale, title, content, ...rest }: Row) {
  return {
    ...rest,
    title: titleInLanguage(locale, title),
    content: contentInLanguage(locale, content),
  };
}

/** A submission for a coach, in their language, without the answers that the client hides. */
export function presentSubmission<
  Row extends Parameters<typeof presentRequestedForm>[0] & {
    readonly answers: Answers;
    readonly privacySettings: StoredPrivacy;
  },
>({ privacySettings, answers, ...row }: Row) {
  const shared = sharedAnswers(row.content, answers, withheldFields(privacySettings));
  return {
    ...presentRequestedForm(row),
    answers: shared.answers,
    withheldQuestionIds: [...shared.withheldQuestionIds],
  };
}

/** An assignment for its client, in their language. */
export function presentOwnAssignment<
  Row extends { readonly id: string; readonly title: string; readonly locale: string | null },
>({ locale, title, ...rest }: Row) {
  return presentFormAssignment({ ...rest, title: titleInLanguage(locale, title) });
}

/** Renames a row's id to its wire name. */
export function presentFormAssignment<Row extends { readonly id: string }>({ id, ...rest }: Row) {
  return { formAssignmentId: id, ...rest };
}

/** A client who has a form, in wire form. */
export function presentFormClient(row: FormClientRow): FormClient {
  const { clientUserId, clientDisplayName, ...assignment } = row;
  const { formId: _form, updatedAt: _updated, cancelledAt: _cancelled, ...shown } = assignment;
  return {
    ...presentFormAssignment(shown),
    client: { userId: clientUserId, displayName: clientDisplayName },
  };
}
