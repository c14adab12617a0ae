import { addDays } from "../local-day.ts";
import { resumedSpan } from "./pause-spans.ts";
import { firstSpan, type PlannedAssignment, type PlanSpan, plannedAhead } from "./plan-dates.ts";
import { FOR_EVER } from "./recurrence-dates.ts";

/**
 * Why an assignment would yield nothing from the present local day on, or null if it would. Its last day is over, its
 * plan ran its course because it began long ago, or its plan has no date left.
 */
export function findEmptyPart(
  assigned: Omit<PlannedAssignment, "span">,
  localDate: string,
): EmptyPart | null {
  const asks = (change: Partial<typeof assigned> = {}) =>
    everOccurs({ ...assigned, ...change }, localDate);
  if (asks()) return null;
  if (assigned.endDate !== null && asks({ endDate: null })) return "endDate";
  const isLate = assigned.startDate < localDate;
  return isLate && asks({ startDate: localDate, endDate: null }) ? "startDate" : "planId";
}

/** The field of a new assignment because of which it would never yield a task. */
export type EmptyPart = "startDate" | "endDate" | "planId";

/** Days checked first: nearly every plan has a date within them. */
const NEAR_DAYS = 31;

function everOccurs(assigned: Omit<PlannedAssignment, "span">, localDate: string): boolean {
  const { content, startDate } = assigned;
  const span = firstSpan(content.kind, { startDate, revision: 0 });
  return occursFrom({ ...assigned, span }, localDate);
}

function occursFrom(assigned: PlannedAssignment, localDate: string): boolean {
  const near = addDays(localDate, NEAR_DAYS);
  return [near, FOR_EVER].some(
    (through) => plannedAhead(assigned, { from: localDate, through }).length > 0,
  );
}

/** A running or paused assignment with its revision's content. */
export interface OpenAssignment extends Omit<PlannedAssignment, "span"> {
  readonly spans: readonly PlanSpan[];
}

/**
 * Whether an assignment has run its course (docs/rooms/plans.md#one-relationship): it yields nothing from the present
 * local day on, even if resumed after its pause. False for an unreadable plan, which has its own warning.
 */
export function hasRunItsCourse(open: OpenAssignment, localDate: string): boolean {
  const { spans, startDate } = open;
  try {
    const running = spans.find(({ until }) => until === null);
    const resumption = { localDate, startDate, revision: 0, programDay: null };
    return !occursFrom({ ...open, span: running ?? resumedSpan(spans, resumption) }, localDate);
  } catch {
    return false;
  }
}
