import type { RelationshipAdherenceAnswer } from "../../contract/agenda/adherence/schema.ts";
import { daysBetween } from "../../contract/days-between.ts";
import { ADHERENCE_DATES } from "../../contract/agenda/adherence/vocabulary.ts";
import type { AdherenceDayRow, RelationshipAdherence } from "../../db/agenda/adherence/queries.ts";
import { adherenceTrend } from "../../rules/agenda/adherence-trend.ts";
import { percentOf } from "../../rules/agenda/summarise-day.ts";
import { weeksBack } from "../../rules/agenda/weeks/weeks-back.ts";

/** The adherence of a relationship in wire form, with some of its newest weeks (docs/rooms/agenda.md#adherence). */
export function presentAdherence(
  relationshipId: string,
  { limits, through, days }: RelationshipAdherence,
  weeks: number,
): RelationshipAdherenceAnswer {
  const [newest] = days;
  const over = (dates: number) =>
    through === null ? null : adherenceTrend(days, { through, dates }, limits);
  return {
    relationshipId,
    limits,
    last7: over(ADHERENCE_DATES.SHORT),
    last28: over(ADHERENCE_DATES.LONG),
    days: days.filter((day) => isRecent(day, through)).map(presentDay),
    weeks:
      newest === undefined
        ? []
        : weeksBack(newest.localDate, weeks).map(({ to }) =>
            adherenceTrend(days, { through: to, dates: 7 }, limits),
          ),
  };
}

function isRecent({ localDate }: AdherenceDayRow, through: string | null): boolean {
  return through === null || daysBetween(localDate, through) < ADHERENCE_DATES.LONG;
}

function presentDay({ score, isClosed: _isClosed, ...day }: AdherenceDayRow) {
  return { ...day, adherencePercent: percentOf({ score, countedCount: day.countedCount }) };
}
