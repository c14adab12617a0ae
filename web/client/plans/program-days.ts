import type { components } from "../../api/routes.d.ts";

/** The training days of a program in order, each with the number by which the API continues with it; none otherwise. */
export function programDays(content: Content | null): readonly NumberedDay[] {
  if (content === null || !("weeks" in content)) return [];
  return content.weeks.flatMap(({ days }, week) =>
    days
      .toSorted((one, other) => one.dayNumber - other.dayNumber)
      .map(({ dayNumber, title }) => ({
        programDay: DAYS_PER_WEEK * week + dayNumber - 1,
        week: week + 1,
        day: dayNumber,
        title,
      })),
  );
}

/** A training day of a program. */
export interface NumberedDay {
  /** From 0, rest days included. */
  readonly programDay: number;
  /** Both from 1. */
  readonly week: number;
  readonly day: number;
  readonly title: string;
}

const DAYS_PER_WEEK = 7;

type Content = components["schemas"]["PlanContent"];
