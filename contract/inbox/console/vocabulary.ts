/** Orders of the roster. ATTENTION is the inbox's: the client whose most important task stands first. */
export const ROSTER_SORTS = ["ATTENTION", "NAME", "LAST_SYNC"] as const;
export type RosterSort = (typeof ROSTER_SORTS)[number];

/**
 * States of a client's day. The client may still act on an OPEN day. A HELD day could close, but waits for work that
 * may still come. A day that opened too late to be offered counts for nothing.
 */
export const ROSTER_DAY_STATES = ["OPEN", "HELD", "CLOSED", "NOT_OFFERED"] as const;
export type RosterDayState = (typeof ROSTER_DAY_STATES)[number];

export const ROSTER_LIMITS = {
  /** Maximum number of clients on a page; also the default. */
  clients: 500,
  /** Local dates that each client shows. */
  days: 14,
  searchLength: 100,
} as const;
