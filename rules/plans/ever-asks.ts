import { addDays } from "../local-day.ts";
import { resumedSpan } from "./pause-spans.ts";
import { firstSpan, type PlannedAssignment, type PlanSpan, plannedAhead } from "./plan-dates.ts";
import { FOR_EVER } from "./recurrence.ts";

/** What of an assignment about to be made keeps it from ever asking for anything. */
export type BarrenPart = "startDate" | "endDate" | "planId";

/** Days that are looked through first: nearly every plan asks within them. */
const NEAR_DAYS = 31;

/**
 * Why an assignment would ask for nothing from the present local day on, or null where it asks for something: its last day
 * is over, it began so long ago that its plan has run its course, or its plan falls on no date that is left.
 */
export function barrenPart(
  assigned: Omit<PlannedAssignment, "span">,
  localDate: string,
): BarrenPart | null {
  const asks = (change: Partial<typeof assigned> = {}) =>
    everAsks({ ...assigned, ...change }, localDate);
  if (asks()) return null;
  if (assigned.endDate !== null && asks({ endDate: null })) return "endDate";
  const isLate = assigned.startDate < localDate;
  return isLate && asks({ startDate: localDate, endDate: null }) ? "startDate" : "planId";
}

function everAsks(assigned: Omit<PlannedAssignment, "span">, localDate: string): boolean {
  const { content, startDate } = assigned;
  const span = firstSpan(content.kind, { startDate, revision: 0 });
  return asksFrom({ ...assigned, span }, localDate);
}

function asksFrom(assigned: PlannedAssignment, localDate: string): boolean {
  const near = addDays(localDate, NEAR_DAYS);
  return [near, FOR_EVER].some(
    (through) => plannedAhead(assigned, { from: localDate, through }).length > 0,
  );
}

/** An assignment that runs or is paused, with what its revision says. */
export interface OpenAssignment extends Omit<PlannedAssignment, "span"> {
  readonly spans: readonly PlanSpan[];
}

/**
 * Whether an assignment has run its course (docs/rooms/plans.md#one-relationship): it asks for nothing from the present
 * local day on, nor would it if it went on after its pause. False of a plan that cannot be read, which is warned of by
 * itself.
 */
export function hasRunItsCourse(open: OpenAssignment, localDate: string): boolean {
  const { spans, startDate } = open;
  try {
    const running = spans.find(({ until }) => until === null);
    const resumption = { localDate, startDate, revision: 0, programDay: null };
    return !asksFrom({ ...open, span: running ?? resumedSpan(spans, resumption) }, localDate);
  } catch {
    return false;
  }
}
