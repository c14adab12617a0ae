import { dueAfterOldest } from "../due-rule.ts";
import { occurrence, type SourceCase } from "../source-case.ts";

/**
 * One case for the check-ins of a plan assignment, and one for each other form; each submission is an occurrence. The
 * task is due by its oldest open submission, and opens it.
 */
export function formCases(forms: readonly SubmittedForm[]): readonly SourceCase<"FORM">[] {
  const byCase = Map.groupBy(forms, ({ caseId }) => caseId);
  return [...byCase].flatMap(([caseId, own]) =>
    own.slice(0, 1).map(({ relationshipId, submissionId }) => ({
      relationshipId,
      kind: "FORM",
      dedupeKey: `form:${caseId}`,
      taskType: "FORM_REVIEW",
      context: "FORMS",
      summary: "FORM_SUBMITTED",
      sourceType: "FORM_SUBMISSION",
      ...submissionSource(relationshipId, submissionId),
      sourceOf: (oldestKey) => submissionSource(relationshipId, oldestKey),
      due: submissionsDue,
      occurrences: own.map((form) => occurrence(form.submissionId, form.submittedAt)),
    })),
  );
}

/** Forms are due 48 hours after the oldest open submission. */
export const submissionsDue = dueAfterOldest(48);

/** A submitted form. */
export interface SubmittedForm {
  readonly relationshipId: string;
  /** The assignment of the plan that asks for the check-in, else that of the form. */
  readonly caseId: string;
  readonly submissionId: string;
  readonly submittedAt: Date;
}

/** The submission that a coach opens, and its route. */
export function submissionSource(relationshipId: string, submissionId: string) {
  const route = `/clients/${relationshipId}/form-submissions/${submissionId}`;
  return { sourceId: submissionId, route };
}
