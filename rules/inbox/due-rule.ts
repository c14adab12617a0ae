import type { Severity } from "../../contract/inbox/vocabulary.ts";
import { dayAfter, localDateOf, startOfLocalDay } from "../local-day.ts";
import { type RelationshipZone, zoneAt } from "../relationships/relationship-zone.ts";

/** When the task of a case is due; null if it never is (docs/rooms/inbox.md#sources). */
export type DueRule = (task: DueState) => Date | null;

/** The facts that decide when a task is due. */
interface DueState {
  readonly severity: Severity;
  /** When the server accepted each occurrence that the task has open. At least one. */
  readonly acceptedAt: readonly Date[];
  /** The present due instant; null for a new task, and without one. */
  readonly dueAt: Date | null;
  readonly zone: RelationshipZone;
  readonly now: Date;
}

/**
 * A number of hours after the task was opened or became more severe, or earlier if its source says so. Repeats never
 * postpone it.
 *
 * @param hoursOf null for a severity that never makes a task due.
 * @param sourceDueAt the deadline that the source itself has set.
 */
export function dueWithin(
  hoursOf: (severity: Severity) => number | null,
  sourceDueAt: Date | null = null,
): DueRule {
  return ({ severity, dueAt, now }) => {
    const hours = hoursOf(severity);
    const wanted = hours === null ? null : new Date(now.getTime() + hours * HOUR_MS);
    return earliest([dueAt, sourceDueAt, wanted]);
  };
}

/**
 * The end of the client's local day on which the task first had this many occurrences. Repeats never move it; with
 * fewer occurrences there is none.
 */
export function dueWithDayOf(count: number): DueRule {
  return ({ acceptedAt, dueAt, zone, now }) => {
    if (acceptedAt.length < count) return null;
    const timezone = zoneAt(zone, now);
    return dueAt ?? startOfLocalDay(dayAfter(localDateOf(now, timezone)), timezone);
  };
}

/** A number of hours after the oldest open occurrence was accepted. */
export function dueAfterOldest(hours: number): DueRule {
  return ({ acceptedAt }) => {
    const oldest = earliest(acceptedAt);
    return oldest === null ? null : new Date(oldest.getTime() + hours * HOUR_MS);
  };
}

const HOUR_MS = 3_600_000;

function earliest(instants: readonly (Date | null)[]): Date | null {
  const times = instants.flatMap((at) => (at === null ? [] : [at.getTime()]));
  return times.length === 0 ? null : new Date(Math.min(...times));
}
