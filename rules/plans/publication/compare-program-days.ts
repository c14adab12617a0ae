import type { ProgramDay } from "../../../contract/agenda/program-day/schema.ts";
import type { PlanDifference } from "../../../contract/plans/publication-schema.ts";
import { compareLists, isSame } from "./compare-lists.ts";

/**
 * The differences between the days of two programs, week by week. An equal difference on several days is listed once,
 * with all their places. The exercises of a day that is added or removed are not listed.
 */
export function compareProgramDays(before: Weeks, after: Weeks): readonly PlanDifference[] {
  const weeks = Array.from({ length: Math.max(before.length, after.length) }, (_, week) => week);
  const found = weeks.flatMap((week) =>
    compareLists(before[week]?.days ?? [], after[week]?.days ?? [], ({ dayNumber }) =>
      String(dayNumber),
    ).flatMap((day) => differencesOf(week + 1, day)),
  );
  return joined(found);
}

type Weeks = readonly { readonly days: readonly ProgramDay[] }[];
type DayDifference = ReturnType<typeof compareLists<ProgramDay>>[number];
type Placed = Extract<PlanDifference, { readonly places: unknown }>;

/** The differences of one day. The order of the days in a week means nothing: each has its number. */
function differencesOf(week: number, { change, before, after }: DayDifference): readonly Placed[] {
  const places = [{ week, dayNumber: (after ?? before)?.dayNumber ?? 0 }];
  const titles = { before: before?.title ?? null, after: after?.title ?? null };
  if (before === null || after === null) return [{ subject: "DAY", change, places, ...titles }];
  const { exercises: old, ...head } = before;
  const { exercises: present, ...newHead } = after;
  const changed = isSame(head, newHead)
    ? []
    : [{ subject: "DAY", change: "CHANGED", places, ...titles } as const];
  const exercises = compareLists(old, present, ({ exerciseKey }) => exerciseKey);
  return [
    ...changed,
    ...exercises.map((exercise) => ({ subject: "EXERCISE", places, ...exercise }) as const),
  ];
}

function joined(found: readonly Placed[]): readonly PlanDifference[] {
  const alike = new Map<string, Placed[]>();
  for (const difference of found) {
    const { places: _places, ...rest } = difference;
    const key = JSON.stringify(rest);
    alike.set(key, [...(alike.get(key) ?? []), difference]);
  }
  return [...alike.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, places: [first, ...others].flatMap(({ places }) => places) }],
  );
}
