import { daysBetween } from "../../contract/days-between.ts";
import { addDays } from "../local-day.ts";
import { type PlanSpan, stopSpans } from "./plan-dates.ts";

/**
 * Stops what runs from a date on and remembers its position. A span that has not begun stays as a span without days
 * (docs/rooms/plans.md#pauses).
 */
export function pauseSpans(spans: readonly PlanSpan[], localDate: string): readonly PlanSpan[] {
  const running = spans.find(({ until }) => until === null);
  const stopped = stopSpans(spans, localDate).filter((span) => span.until !== span.from);
  if (running === undefined || running.from < localDate) return stopped;
  return [...stopped, { ...running, until: running.from }];
}

/** How a paused assignment resumes. */
export interface Resumption {
  readonly localDate: string;
  readonly startDate: string;
  readonly revision: number;
  /** Number of the program day to resume with, from 0; null for the next one. */
  readonly programDay: number | null;
}

/**
 * The span with which a paused assignment resumes: at once, but not before its first day. Remaining program days move
 * by whole weeks, as few as needed to leave the past, so that each keeps its weekday. A named day is done on the
 * first possible date (docs/rooms/plans.md#pauses).
 */
export function resumedSpan(spans: readonly PlanSpan[], resumption: Resumption): PlanSpan {
  const { localDate, startDate, revision, programDay } = resumption;
  const atOnce = localDate < startDate ? startDate : localDate;
  const last = spans.at(-1);
  const next = last === undefined ? null : nextProgramDay(last);
  if (programDay !== null || next === null)
    return { from: atOnce, until: null, revision, programDay };
  const weeks = Math.max(0, Math.ceil(daysBetween(next.date, localDate) / 7));
  const from = addDays(next.date, 7 * weeks);
  return { from, until: null, revision, programDay: next.programDay };
}

/** The next program day when its span was stopped, and its date; null for any other plan. */
function nextProgramDay({ from, until, programDay }: PlanSpan) {
  if (programDay === null) return null;
  const date = until ?? from;
  return { date, programDay: programDay + daysBetween(from, date) };
}
