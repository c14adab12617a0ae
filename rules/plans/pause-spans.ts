import { daysBetween } from "../../contract/days-between.ts";
import { addDays } from "../local-day.ts";
import { type PlanSpan, stopSpans } from "./plan-dates.ts";

/**
 * Stops what runs from a date on and keeps where it stood: what had yet to begin stays as a span without a day
 * (docs/rooms/plans.md#pauses).
 */
export function pauseSpans(spans: readonly PlanSpan[], localDate: string): readonly PlanSpan[] {
  const running = spans.find(({ until }) => until === null);
  const stopped = stopSpans(spans, localDate).filter((span) => span.until !== span.from);
  if (running === undefined || running.from < localDate) return stopped;
  return [...stopped, { ...running, until: running.from }];
}

/** What goes on after a pause. */
export interface Resumption {
  readonly localDate: string;
  readonly startDate: string;
  readonly revision: number;
  /** Number of the day that a program is to go on with, from 0; null where it goes on with the next one. */
  readonly programDay: number | null;
}

/**
 * The span with which a paused assignment goes on: at once, and never before its first day. Days of a program that
 * were to come are moved by whole weeks, as few as put none of them into the past, so that each stays on its weekday;
 * one that is named is done on the first date there is (docs/rooms/plans.md#pauses).
 */
export function resumedSpan(spans: readonly PlanSpan[], resumption: Resumption): PlanSpan {
  const { localDate, startDate, revision, programDay } = resumption;
  const atOnce = localDate < startDate ? startDate : localDate;
  const last = spans.at(-1);
  const stood = last === undefined ? null : standing(last);
  if (programDay !== null || stood === null)
    return { from: atOnce, until: null, revision, programDay };
  const weeks = Math.max(0, Math.ceil(daysBetween(stood.date, localDate) / 7));
  const from = addDays(stood.date, 7 * weeks);
  return { from, until: null, revision, programDay: stood.programDay };
}

/** Which day of a program was to come when its span was stopped, and on which date; null of any other plan. */
function standing({ from, until, programDay }: PlanSpan) {
  if (programDay === null) return null;
  const date = until ?? from;
  return { date, programDay: programDay + daysBetween(from, date) };
}
