import type { AgendaTask } from "../wire/today-types.ts";

/** A day in three separate planes: accepted, waiting and refused. */
export interface Today {
  readonly localDate: string;
  readonly timezone: string;
  readonly readAt: number;
  readonly tasks: readonly TodayTask[];
  /** The server's own figure; waiting operations do not count. */
  readonly adherencePercent: number | null;
}

/** One task of the day. */
export interface TodayTask {
  readonly taskId: string;
  /** The task as the server accepted it, in the format of `AgendaTask` of the API. */
  readonly accepted: AcceptedTask;
  /** The same task with all waiting operations applied by the rules; null if none waits. */
  readonly expected: ExpectedTask | null;
  /** Operations on it without a verdict. */
  readonly waiting: number;
  /** Refused or conflicted operations on it that the person has not resolved. */
  readonly refused: readonly string[];
}

/** A task of the API as it arrived. */
export type AcceptedTask = AgendaTask;

/** The expected task once everything that waits is accepted; each field says which plane it comes from. */
export interface ExpectedTask {
  readonly status: string;
  readonly statusPlane: Plane;
  readonly items: readonly ExpectedItem[];
  readonly value: number | string | boolean | null;
  readonly valuePlane: Plane;
  /** False if the rules could not decide a waiting operation. */
  readonly sure: boolean;
}

/** An item of an expected task. */
export interface ExpectedItem {
  readonly itemId: string;
  readonly status: string;
  readonly plane: Plane;
}

/**
 * Where a shown field comes from.
 * - ACCEPTED: the server said so.
 * - WAITING: this device expects it, because of entries that wait, or whose accepted result was not read yet.
 */
export type Plane = "ACCEPTED" | "WAITING";
