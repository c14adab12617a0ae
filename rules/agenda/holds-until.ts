import { SERVER_CURSOR_DAYS } from "../../contract/sync/vocabulary.ts";
import { nextClockChange } from "../local-day.ts";

const DAY_MS = 86_400_000;

/** What of an answer changes by the time alone. */
export interface PassingFacts {
  readonly now: Date;
  /** When the device was told to come again; always ahead. */
  readonly refetchAfter: Date;
  /** Null while the calendar stands still. */
  readonly nextDayAt: Date | null;
  /** Milliseconds of the epoch of the next changes of an order; null where it stays. */
  readonly reorderMs: readonly (number | null)[];
  /** Zones whose clocks are compared. */
  readonly zones: readonly string[];
  /** From when on checksums do not name the epoch any more, and the cursor that was sent is too old. */
  readonly aged: readonly (Date | null)[];
}

/**
 * Until when what today answers stays so, unless the counter of the scope moves or its calendar changes: before that
 * instant the same read gives the same (docs/rooms/agenda.md#conditional-requests). Never after `refetchAfter`.
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

/** The instant at which what is kept so long as a cursor lives has had its time. */
export function agedFrom(since: Date | null): Date | null {
  return since === null ? null : new Date(since.getTime() + SERVER_CURSOR_DAYS * DAY_MS);
}
