import type { ClientWeeksAnswer, WeekDay } from "../../contract/agenda/weeks-schema.ts";
import type { WeekDayRow } from "../../db/agenda/weeks/queries.ts";
import { countStates, weekDayState, weekTaskState } from "../../rules/agenda/weeks/week-states.ts";
import { percentOf, type DayAdherence } from "../../rules/agenda/summarise-day.ts";
import { sumAdherence } from "../../rules/agenda/adherence-trend.ts";
import { daysBetween } from "../../contract/days-between.ts";
import { mondayOf, weeksBack } from "../../rules/agenda/weeks/weeks-back.ts";

/** The weeks of a client in wire form, newest first, from days in order (docs/rooms/agenda.md#weeks). */
export function presentWeeks(
  relationshipId: string,
  days: readonly WeekDayRow[],
): ClientWeeksAnswer {
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return { relationshipId, weeks: [] };
  const count = daysBetween(mondayOf(first.localDate), mondayOf(last.localDate)) / 7 + 1;
  const weeks = weeksBack(last.localDate, count).map((week) => {
    const own = days.filter(({ localDate }) => localDate >= week.from && localDate <= week.to);
    return { ...week, adherencePercent: percentOf(judged(own)), days: own.map(presentDay) };
  });
  return { relationshipId, weeks };
}

/** The sums of the days that are judged: closed and offered. */
function judged(days: readonly WeekDayRow[]): DayAdherence {
  return sumAdherence(days.filter(({ closedAt, notOffered }) => closedAt !== null && !notOffered));
}

function presentDay(day: WeekDayRow): WeekDay {
  const { localDate, timezone, notOffered, closedAt, reviewedAt, changedAfterReviewAt } = day;
  const tasks = day.tasks.map(({ id, taskKind, title, lateEvidence, ...task }) => ({
    taskId: id,
    taskKind,
    title,
    state: weekTaskState({ ...task, notOffered }),
    cameLate: lateEvidence,
  }));
  const counts = countStates(tasks.map(({ state }) => state));
  return {
    localDate,
    timezone,
    state: weekDayState(counts, notOffered),
    counts: {
      open: counts.OPEN,
      begun: counts.BEGUN,
      done: counts.DONE,
      partial: counts.PARTIAL,
      skipped: counts.SKIPPED,
      missed: counts.MISSED,
      cancelled: counts.CANCELLED,
      superseded: counts.SUPERSEDED,
      late: day.lateCount,
    },
    adherencePercent: percentOf(day),
    closedAt,
    reviewedAt,
    changedAfterReviewAt,
    tasks,
  };
}
