import { SERVER_CURSOR_DAYS } from "../../contract/sync/vocabulary.ts";
import { nextClockChange } from "../local-day.ts";

/**
 * The instant until which an answer of today stays valid, if the scope's counter and calendar do not change. Before it
 * the same read returns the same (docs/rooms/agenda.md#conditional-requests). At most `refetchAfter`.
 */
export function holdsUntil(facts: PassingFacts): Date {
  const { now, refetchAfter, nextDayAt, reorderMs, aged } = facts;
  const instants = [
    refetchAfter.getTime(),
    ...[nextDayAt, ...aged].flatMap((at) => at?.getTime() ?? []),
    ...reorderMs.filter((at) => at !== null),
  ];
  const until = new Date(Math.min(...instants.filter((at) => at > now.getTime())));
  const changes = facts.zones.flatMap((zone) => nextClockChange(zone, now, until) ?? []);
  return changes.reduce((first, at) => (at < first ? at : first), until);
}

const DAY_MS = 86_400_000;

/** The facts of an answer that change with time alone. */
export interface PassingFacts {
  readonly now: Date;
  /** When the device refetches; always in the future. */
  readonly refetchAfter: Date;
  /** Null while the calendar is stopped. */
  readonly nextDayAt: Date | null;
  /** Epoch milliseconds of the next changes of order; null if it does not change. */
  readonly reorderMs: readonly (number | null)[];
  /** Zones whose clocks are compared. */
  readonly zones: readonly string[];
  /** From when checksums omit the epoch, and from when the received cursor is too old. */
  readonly aged: readonly (Date | null)[];
}

/** When something that is kept for a cursor's lifetime expires. */
export function agedFrom(since: Date | null): Date | null {
  return since === null ? null : new Date(since.getTime() + SERVER_CURSOR_DAYS * DAY_MS);
}
