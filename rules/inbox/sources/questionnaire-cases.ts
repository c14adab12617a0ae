import { occurrence, type SourceCase } from "../source-case.ts";

/** One case a questionnaire; each time it is postponed is an occurrence. */
export function questionnaireCases(
  skipped: readonly SkippedQuestionnaire[],
): readonly SourceCase<"QUESTIONNAIRE">[] {
  return skipped.map(({ relationshipId, taskId, skippedAt }) => ({
    relationshipId,
    kind: "QUESTIONNAIRE",
    dedupeKey: `questionnaire:${taskId}`,
    taskType: "MESSAGE_FOLLOW_UP",
    context: "FORMS",
    summary: "QUESTIONNAIRE_SKIPPED",
    sourceType: "ONBOARDING_TASK",
    sourceId: taskId,
    route: `/clients/${relationshipId}/onboarding`,
    due: () => null,
    occurrences: [{ ...occurrence(skippedAt.toISOString(), skippedAt), severity: "LOW" }],
  }));
}

/** A skipped onboarding questionnaire. */
export interface SkippedQuestionnaire {
  readonly relationshipId: string;
  readonly taskId: string;
  readonly skippedAt: Date;
}
