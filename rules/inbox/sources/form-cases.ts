import { dueWithin } from "../due-rule.ts";
import { occurrence, type SourceCase } from "../source-case.ts";

/** One case an assignment; each submission is an occurrence. */
export function formCases(forms: readonly SubmittedForm[]): readonly SourceCase<"FORM">[] {
  return forms.map(({ relationshipId, assignmentId, submissionId, submittedAt }) => ({
    relationshipId,
    kind: "FORM",
    dedupeKey: `form:${assignmentId}`,
    taskType: "FORM_REVIEW",
    context: "FORMS",
    summary: "FORM_SUBMITTED",
    sourceType: "FORM_SUBMISSION",
    sourceId: submissionId,
    route: `/clients/${relationshipId}/form-submissions/${submissionId}`,
    due: dueWithin(() => 48),
    occurrences: [occurrence(submissionId, submittedAt)],
  }));
}

/** A submitted form. */
export interface SubmittedForm {
  readonly relationshipId: string;
  readonly assignmentId: string;
  readonly submissionId: string;
  readonly submittedAt: Date;
}
