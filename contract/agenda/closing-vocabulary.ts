/** Minimum number of hours between the end of a day and its close (docs/rooms/agenda.md#closing). */
export const CLOSE_AFTER_HOURS = 22;

/** Minimum number of hours before an open day closes once its relationship resumes after a pause. */
export const CLOSE_AFTER_RESUME_HOURS = 24;

/** Maximum number of hours by which known unsent work delays the close of a day. */
export const HOLD_HOURS = 48;

/** Minutes between two checks of a day whose close is delayed. */
export const HOLD_POLL_MINUTES = 15;

/**
 * Why the close of a day is delayed (docs/rooms/agenda.md#closing).
 * - `UNSENT_WORK`: one of the client's devices had unsent operations at its last sync.
 * - `DEFERRED_WORK`: an operation for the relationship is deferred or quarantined.
 * - `OUTAGE`: our service was down, which must not count against the client.
 */
export const HOLD_REASONS = ["UNSENT_WORK", "DEFERRED_WORK", "OUTAGE"] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];
