import { dueWithDayOf } from "../due-rule.ts";
import { occurrence, type SourceCase } from "../source-case.ts";

/** One case a relationship; each local day with missed check-ins is an occurrence. */
export function checkInCases(missed: readonly MissedDay[]): readonly SourceCase<"CHECK_IN">[] {
  const byRelationship = Map.groupBy(missed, ({ relationshipId }) => relationshipId);
  return [...byRelationship].map(([relationshipId, days]) => ({
    relationshipId,
    kind: "CHECK_IN",
    dedupeKey: `check-in:${relationshipId}`,
    taskType: "MISSED_CHECK_IN",
    context: "FORMS",
    summary: "CHECK_INS_MISSED",
    sourceType: "RELATIONSHIP",
    sourceId: relationshipId,
    route: `/clients/${relationshipId}/check-ins`,
    due: dueWithDayOf(MANY_DAYS),
    occurrences: days.map(({ localDate, closedAt }) => ({
      ...occurrence(localDate, closedAt),
      localDate,
    })),
    severityOf: ({ length }) => (length >= MANY_DAYS ? "HIGH" : "NORMAL"),
  }));
}

/** A local day with missed check-ins, after the last completed one. */
export interface MissedDay {
  readonly relationshipId: string;
  readonly localDate: string;
  readonly closedAt: Date | null;
}

/** Missed days from which the severity is HIGH, and the task due. */
const MANY_DAYS = 3;
