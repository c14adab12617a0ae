import { daysBetween } from "../../contract/days-between.ts";
import type { PlanContent } from "../../contract/plans/content-schema.ts";
import type { PlanKind } from "../../contract/plans/plan-definitions.ts";
import { addDays } from "../local-day.ts";
import { recurrenceDatesOf, type DateSpan, FOR_EVER } from "./recurrence-dates.ts";

/**
 * Plans the dates of an assignment from the present day on (docs/rooms/plans.md#planned-dates). A program is planned
 * to its end, a rule three months ahead.
 *
 * @param known dates as they were planned; those before the present day are kept for a while.
 */
export function planDates(
  assigned: PlannedAssignment,
  localDate: string,
  known: readonly string[],
): PlannedDates {
  return planFrom(localDate, { assigned, localDate, known });
}

/** A range of dates on which a plan runs. Spans of one assignment follow each other, with gaps while it is paused. */
export interface PlanSpan {
  readonly from: string;
  /** Exclusive; null while it continues. */
  readonly until: string | null;
  readonly revision: number;
  /** The number of the program day on `from`, counted from 0; null for any other plan. */
  readonly programDay: number | null;
}

/** The facts that decide on which dates an assignment yields tasks. */
export interface PlannedAssignment {
  readonly content: PlanContent;
  readonly startDate: string;
  readonly endDate: string | null;
  /** The one that continues. */
  readonly span: PlanSpan;
}

/** The dates on which an assignment yields tasks, as far ahead as they are planned. */
export interface PlannedDates {
  readonly plannedDates: readonly string[];
  readonly plannedThrough: string;
}

/** Minimum of days planned ahead at any time: a query for the next date of a rule finds one within two months. */
const MIN_DAYS_AHEAD = 62;
/** Days planned ahead at once: a month more than the minimum, so a rule is extended about once a month. */
const DAYS_AHEAD = 93;
/** How long past days are kept: longer than the days opened at once, because a day may be opened late. */
const DAYS_KEPT = 35;

/** The earliest `plannedThrough` that is enough on a local day; assignments planned less far ahead are extended. */
export function minimumPlannedThrough(localDate: string): string {
  return addDays(localDate, MIN_DAYS_AHEAD);
}

/**
 * Extends the planned dates of an assignment, after the existing ones, which stay. After a gap longer than dates are
 * kept it starts at the oldest useful date, so that the present one is always included.
 */
export function planFurther(
  { plannedDates, plannedThrough, ...assigned }: PlannedAssignment & PlannedDates,
  localDate: string,
): PlannedDates {
  const from = latest([addDays(plannedThrough, 1), addDays(localDate, -DAYS_KEPT)]);
  return planFrom(from, { assigned, localDate, known: plannedDates });
}

function planFrom(
  from: string,
  {
    assigned,
    localDate,
    known,
  }: {
    readonly assigned: PlannedAssignment;
    readonly localDate: string;
    readonly known: readonly string[];
  },
): PlannedDates {
  const oldest = addDays(localDate, -DAYS_KEPT);
  const remaining = known.filter((date) => date >= oldest && date < from);
  const through = addDays(localDate, DAYS_AHEAD);
  const endsSooner = assigned.endDate !== null && assigned.endDate <= through;
  const isProgram = assigned.content.kind === "PROGRAM";
  const ahead = plannedAhead(assigned, { from, through: isProgram ? FOR_EVER : through });
  return {
    plannedDates: [...remaining, ...ahead],
    plannedThrough: isProgram || endsSooner ? FOR_EVER : through,
  };
}

/** The dates within a span on which an assignment yields tasks, in order. */
export function plannedAhead(
  assigned: PlannedAssignment,
  { from, through }: DateSpan,
): readonly string[] {
  const { content, span, startDate, endDate } = assigned;
  const first = latest([from, span.from, startDate]);
  const last = endDate !== null && endDate < through ? endDate : through;
  if (first > last) return [];
  const within = { from: first, through: last };
  if (content.kind !== "PROGRAM") return recurrenceDatesOf(content.recurrence, startDate, within);
  return programDates(content, span).filter((date) => date >= first && date <= last);
}

/** The dates of a program's days within a span, in order. */
function programDates(
  { weeks }: Extract<PlanContent, { kind: "PROGRAM" }>,
  span: PlanSpan,
): readonly string[] {
  return weeks
    .flatMap(({ days }, week) => days.map(({ dayNumber }) => 7 * week + dayNumber - 1))
    .filter((programDay) => programDay >= (span.programDay ?? 0))
    .map((programDay) => addDays(span.from, programDay - (span.programDay ?? 0)))
    .toSorted();
}

/** The span that an assignment starts with, on its first day. */
export function firstSpan(
  kind: PlanKind,
  { startDate, revision }: { readonly startDate: string; readonly revision: number },
): PlanSpan {
  const programDay = kind === "PROGRAM" ? 0 : null;
  return { from: startDate, until: null, revision, programDay };
}

/** The span of an assignment that contains a date, or null. */
export function spanOn(spans: readonly PlanSpan[], localDate: string): PlanSpan | null {
  return (
    spans.find(({ from, until }) => from <= localDate && (until === null || localDate < until)) ??
    null
  );
}

/**
 * The program days that fall on planned dates, each by the span in force then; dates without a running span are left
 * out.
 */
export function programDaysOf(
  spans: readonly PlanSpan[],
  plannedDates: readonly string[],
): readonly { readonly localDate: string; readonly programDay: number }[] {
  return plannedDates.flatMap((localDate) => {
    const span = spanOn(spans, localDate);
    if (span === null || span.programDay === null) return [];
    return [{ localDate, programDay: span.programDay + daysBetween(span.from, localDate) }];
  });
}

/** An assignment's planned dates, until it adopts another revision of its plan. */
export interface FollowingAssignment extends PlannedDates {
  readonly startDate: string;
  readonly endDate: string | null;
  readonly spans: readonly PlanSpan[];
}

/**
 * Switches to another revision of the plan from a date on, or from its first day if that is later
 * (docs/rooms/plans.md#followers). Earlier dates stay as they were; a program continues with its present day. While
 * nothing runs, only later dates change.
 */
export function adoptRevision(
  assigned: FollowingAssignment,
  { revision, content }: { readonly revision: number; readonly content: PlanContent },
  localDate: string,
): Pick<FollowingAssignment, "spans" | "plannedDates" | "plannedThrough"> {
  const { spans, plannedDates, plannedThrough } = assigned;
  const span = adoptedSpan(spans, revision, localDate);
  if (span === null) return { spans, plannedDates, plannedThrough };
  return {
    spans: [...stopSpans(spans, span.from), span],
    ...planDates({ ...assigned, content, span }, localDate, plannedDates),
  };
}

/** The span in which an assignment runs another revision from a date on; null while nothing runs. */
export function adoptedSpan(
  spans: readonly PlanSpan[],
  revision: number,
  localDate: string,
): PlanSpan | null {
  const running = spans.find(({ until }) => until === null);
  if (running === undefined) return null;
  const from = latest([localDate, running.from]);
  const passed = daysBetween(running.from, from);
  const programDay = running.programDay === null ? null : running.programDay + passed;
  return { from, until: null, revision, programDay };
}

/** Ends the running span from a date on. Spans that ended before any kept date are dropped. */
export function stopSpans(spans: readonly PlanSpan[], date: string): readonly PlanSpan[] {
  const oldest = addDays(date, -DAYS_KEPT);
  return spans
    .filter(({ from, until }) => from < date && (until === null || until > oldest))
    .map((span) => (span.until === null || span.until > date ? { ...span, until: date } : span));
}

const latest = (dates: readonly string[]) => dates.toSorted().at(-1) ?? "";

/** Whether a program has a day with this number (from 0) or a later one. */
export function reachesProgramDay(content: PlanContent, programDay: number): boolean {
  if (content.kind !== "PROGRAM") return false;
  return content.weeks.some(({ days }, week) =>
    days.some(({ dayNumber }) => 7 * week + dayNumber - 1 >= programDay),
  );
}
