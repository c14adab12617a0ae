/** Rating of the adherence over some days, by the workspace's limits (docs/rooms/agenda.md#adherence). */
export const ADHERENCE_BUCKETS = ["ON_TRACK", "ATTENTION", "OFF_TRACK", "TOO_FEW"] as const;
export type AdherenceBucket = (typeof ADHERENCE_BUCKETS)[number];

/** Number of dates over which adherence is computed, up to the newest closed day. */
export const ADHERENCE_DATES = { SHORT: 7, LONG: 28 } as const;

/** Minimum number of days between two notices to a coach that a client fell off track. */
export const TREND_PAUSE_DAYS = 7;
