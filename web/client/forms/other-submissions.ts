/**
 * The other submissions of the form of a shown one, the newest first. The nearest of them is the one before it, else the
 * one after it.
 */
export function otherSubmissions(
  forms: readonly SubmittedForm[],
  shownId: string,
): OtherSubmissions {
  const shown = forms.find(({ submissionId }) => submissionId === shownId);
  const others = forms
    .flatMap(({ formId, submissionId, submittedAt, version }) =>
      formId !== shown?.formId || submissionId === null || submittedAt === null
        ? []
        : [{ submissionId, submittedAt, version }],
    )
    .filter(({ submissionId }) => submissionId !== shownId)
    .toSorted((one, other) => Date.parse(other.submittedAt) - Date.parse(one.submittedAt));
  const at = Date.parse(shown?.submittedAt ?? "");
  const before = others.find(({ submittedAt }) => Date.parse(submittedAt) <= at);
  return {
    others,
    nearest: before ?? others.at(-1) ?? null,
    isNearestBefore: before !== undefined,
  };
}

interface SubmittedForm {
  readonly formId: string;
  readonly submissionId: string | null;
  readonly submittedAt: string | null;
  readonly version: number;
}

/** A submission that another one can be compared with. */
export interface OtherSubmission {
  readonly submissionId: string;
  readonly submittedAt: string;
  readonly version: number;
}

export interface OtherSubmissions {
  readonly others: readonly OtherSubmission[];
  readonly nearest: OtherSubmission | null;
  readonly isNearestBefore: boolean;
}
