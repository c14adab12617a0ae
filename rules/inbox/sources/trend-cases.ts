import { dueWithin } from "../due-rule.ts";
import { occurrence, type SourceCase } from "../source-case.ts";

/** One case a relationship; each fall off track is an occurrence. */
export function trendCases(trends: readonly FallenTrend[]): readonly SourceCase<"TREND">[] {
  return trends.map(({ relationshipId, toldAt, localDate }) => ({
    relationshipId,
    kind: "TREND",
    dedupeKey: `trend:${relationshipId}:ADHERENCE`,
    taskType: "PROGRESS_ALERT",
    context: "ANALYTICS",
    summary: "ADHERENCE_FELL",
    sourceType: "RELATIONSHIP",
    sourceId: relationshipId,
    route: `/clients/${relationshipId}/adherence`,
    due: dueWithin(() => 24),
    occurrences: [{ ...occurrence(toldAt.toISOString(), toldAt), localDate, severity: "HIGH" }],
  }));
}

/** A client who fell off track, and the newest closed day that was reported. */
export interface FallenTrend {
  readonly relationshipId: string;
  readonly toldAt: Date;
  readonly localDate: string | null;
}
