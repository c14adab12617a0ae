import type { RelationshipAdherenceAnswer } from "../../contract/agenda/adherence/schema.ts";
import { ADHERENCE_DATES } from "../../contract/agenda/adherence/vocabulary.ts";
import type { AdherenceDayRow, RelationshipAdherence } from "../../db/agenda/adherence/queries.ts";
import { adherenceTrend } from "../../rules/agenda/adherence-trend.ts";
import { percentOf } from "../../rules/agenda/summarise-day.ts";

/** The adherence of a relationship in wire form (docs/rooms/agenda.md#adherence). */
export function presentAdherence(
  relationshipId: string,
  { limits, through, days }: RelationshipAdherence,
): RelationshipAdherenceAnswer {
  const over = (dates: number) =>
    through === null ? null : adherenceTrend(days, { through, dates }, limits);
  return {
    relationshipId,
    limits,
    last7: over(ADHERENCE_DATES.SHORT),
    last28: over(ADHERENCE_DATES.LONG),
    days: days.map(presentDay),
  };
}

function presentDay({ score, isClosed: _isClosed, ...day }: AdherenceDayRow) {
  return { ...day, adherencePercent: percentOf({ score, countedCount: day.countedCount }) };
}
