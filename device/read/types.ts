import type { AgendaTask } from "../wire/today-types.ts";

/** A day in three planes, never mixed: what the service accepted, what waits, and what it refused. */
export interface Today {
  readonly localDate: string;
  readonly timezone: string;
  readonly readAt: number;
  readonly tasks: readonly TodayTask[];
  /** The service's own figure; it does not count what waits. */
  readonly adherencePercent: number | null;
}

/** One task of the day. */
export interface TodayTask {
  readonly taskId: string;
  /** As the service accepted it, in the shape of `AgendaTask` of the API. */
  readonly accepted: AcceptedTask;
  /** The same task with what waits applied by the rules; null if nothing waits. */
  readonly expected: ExpectedTask | null;
  /** Operations on it without a verdict. */
  readonly waiting: number;
  /** Refused or conflicted operations on it that the person has not answered. */
  readonly refused: readonly string[];
}

/** A task of the API as it arrived. */
export type AcceptedTask = AgendaTask;

/** How a task probably looks once everything that waits is accepted. */
export interface ExpectedTask {
  readonly status: string;
  readonly items: readonly { readonly itemId: string; readonly status: string }[];
  readonly value: number | string | boolean | null;
  /** False if the rules could not decide about something that waits. */
  readonly sure: boolean;
}
