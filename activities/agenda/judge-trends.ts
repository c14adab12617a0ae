import { ADHERENCE_DATES } from "../../contract/agenda/vocabulary.ts";
import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { listTrendFacts, type TrendFacts } from "../../db/agenda/adherence/queries.ts";
import { saveTrends } from "../../db/agenda/adherence/save-trends.ts";
import { newId } from "../../db/new-id.ts";
import type { Tx } from "../../db/transact.ts";
import {
  adherenceTrend,
  judgeTrend,
  type AdherenceTrend,
} from "../../rules/agenda/adherence-trend.ts";
import { isRunning } from "../../rules/relationships/is-running.ts";

/**
 * Judges how relationships stand that have closed a day, after the sums of their days were computed, and tells of
 * those that fell off track (docs/rooms/agenda.md#adherence); of who pauses or has left nothing is told. Two statements, whatever their number; it may run any
 * number of times. The caller holds their scopes and appends the events.
 */
export async function judgeTrends(
  tx: Tx,
  relationshipIds: readonly string[],
  now: Date,
): Promise<readonly DomainEvent[]> {
  if (relationshipIds.length === 0) return [];
  const dates = ADHERENCE_DATES.SHORT;
  const facts = await listTrendFacts(tx, { relationshipIds: [...new Set(relationshipIds)], dates });
  const judged = facts.filter(isRunning).map((fact) => judgeFact(fact, now));
  await saveTrends(
    tx,
    judged.map(({ kept }) => kept),
  );
  return judged.flatMap(({ event }) => event ?? []);
}

function judgeFact(fact: TrendFacts, now: Date) {
  const { relationshipId, through, days, limits } = fact;
  const trend = adherenceTrend(days, { through, dates: ADHERENCE_DATES.SHORT }, limits);
  const former = { fellAt: instant(fact.fellAt), toldAt: instant(fact.toldAt) };
  const { tells, ...kept } = judgeTrend(former, trend.bucket, now);
  return {
    kept: { relationshipId, bucket: trend.bucket, judgedAt: now, ...kept },
    event: tells ? trendDetected(fact, trend) : null,
  };
}

function trendDetected(
  { relationshipId, workspaceId }: TrendFacts,
  { to, bucket, countedCount, adherencePercent }: AdherenceTrend,
): DomainEvent {
  return {
    eventId: newId(),
    type: "ProgressTrendDetected",
    subjectId: relationshipId,
    version: 0,
    refs: {
      workspaceId,
      relationshipId,
      kind: "ADHERENCE",
      bucket,
      localDate: to,
      countedCount,
      adherencePercent,
    },
  };
}

function instant(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
