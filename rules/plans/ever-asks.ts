import { addDays } from "../local-day.ts";
import { firstSpan, type PlannedAssignment, plannedAhead } from "./plan-dates.ts";
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
  const whole = { ...assigned, span: firstSpan(content.kind, { startDate, revision: 0 }) };
  const near = addDays(localDate, NEAR_DAYS);
  return [near, FOR_EVER].some(
    (through) => plannedAhead(whole, { from: localDate, through }).length > 0,
  );
}
