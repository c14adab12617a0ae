/** Maximum number of days in one read by a client (docs/rooms/agenda.md#range). */
export const RANGE_DAYS = 31;

/** Maximum length of the checksums that a client sends for a range, in characters. */
export const RANGE_CHECKSUMS_LENGTH = 4_096;

/** Maximum number of days in a coach's summary (docs/rooms/agenda.md#coach-summary). */
export const SUMMARY_DAYS = 31;

/** Maximum number of clients on a page of a workspace's overview; also the default. */
export const OVERVIEW_CLIENTS = 500;
