import { ADHERENCE_DATES } from "../../contract/agenda/adherence/vocabulary.ts";
import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { listTrendFacts, type TrendFacts } from "../../db/agenda/adherence/queries.ts";
import { saveTrends } from "../../db/agenda/adherence/save-trends.ts";
import { newId } from "../../db/platform/new-id.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import {
  adherenceTrend,
  judgeTrend,
  type AdherenceTrend,
} from "../../rules/agenda/adherence-trend.ts";
import { isRunning } from "../../rules/relationships/is-running.ts";

/**
 * Judges the trends of relationships that have closed a day, after their days were projected, and reports those that
 * fell off track (docs/rooms/agenda.md#adherence). Paused and ended relationships are not reported. Two statements
 * for any number of them; safe to repeat. The caller holds their scopes' locks and appends the events.
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
    judged.map(({ stored }) => stored),
  );
  return judged.flatMap(({ event }) => event ?? []);
}

function judgeFact(fact: TrendFacts, now: Date) {
  const { relationshipId, through, days, limits } = fact;
  const trend = adherenceTrend(days, { through, dates: ADHERENCE_DATES.SHORT }, limits);
  const former = { fellAt: instant(fact.fellAt), toldAt: instant(fact.toldAt) };
  const { notifies, ...stored } = judgeTrend(former, trend.bucket, now);
  return {
    stored: { relationshipId, bucket: trend.bucket, judgedAt: now, ...stored },
    event: notifies ? trendDetected(fact, trend) : null,
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
