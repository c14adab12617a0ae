/**
 * The shape of a day in a strip. A day with a part done is PARTIAL. It is so even if the rest was skipped, or
 * if the day was opened too late to be offered. LATE says that entries came after the day had closed.
 */
export function shapeOfDay(day: CountedDay): DayShape {
  const { state, tasks, completed, skipped, missed, late } = day;
  if (state === null) return "NONE";
  if (state === "TO_COME") return "TO_COME";
  if (state === "NOT_OFFERED" && completed === 0) return "NOT_OFFERED";
  if (tasks === 0) return "REST";
  if (state === "OPEN" || state === "HELD") return "OPEN";
  if (late > 0 && completed > 0) return "LATE";
  if (completed === tasks) return "DONE";
  if (completed > 0) return "PARTIAL";
  if (missed > 0) return "MISSED";
  return skipped > 0 ? "SKIPPED" : "REST";
}

/** The shapes, in the order of the legend. TO_COME is a date after today, NONE one on which the client had no day. */
export const DAY_SHAPES = [
  "DONE",
  "PARTIAL",
  "SKIPPED",
  "MISSED",
  "LATE",
  "REST",
  "OPEN",
  "NOT_OFFERED",
  "TO_COME",
  "NONE",
] as const;
export type DayShape = (typeof DAY_SHAPES)[number];

/** The counts of a date; the page adds the state TO_COME. An unknown state of a newer server is drawn by its counts. */
export interface CountedDay {
  readonly localDate: string;
  readonly state: string | null;
  readonly tasks: number;
  readonly completed: number;
  readonly skipped: number;
  readonly missed: number;
  readonly late: number;
}

/** How often each shape occurs, in the order of the legend. */
export function shapeCounts(days: readonly CountedDay[]): readonly (readonly [DayShape, number])[] {
  const shapes = days.map(shapeOfDay);
  return DAY_SHAPES.map(
    (shape) => [shape, shapes.filter((one) => one === shape).length] as const,
  ).filter(([, count]) => count > 0);
}

/** Share of the tasks of a day that are done, 0 to 1. */
export const shareDone = ({ tasks, completed }: CountedDay): number =>
  tasks === 0 ? 0 : completed / tasks;
