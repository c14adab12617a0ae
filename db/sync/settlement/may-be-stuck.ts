import { sql } from "kysely";
import { SEEN_HOURS, STUCK_OUTBOX_HOURS } from "../../../contract/sync/purge-vocabulary.ts";

/**
 * SQL of when its oldest operation was recorded: by the device's clock, or when the device first named it, whichever is
 * earlier.
 */
const oldestAt = "least(seen.outbox_oldest_at, seen.outbox_oldest_since)";

/**
 * SQL of whether the outbox of a row `seen` is stuck or will be, and was not reported yet. Its oldest operation was
 * named at two syncs. An operation recorded after the report is another episode.
 */
export const mayBeStuck = sql<boolean>`(seen.outbox_depth > 0
  and seen.outbox_reported_at > seen.outbox_oldest_since
  and (seen.stuck_told_at is null or ${sql.raw(oldestAt)} > seen.stuck_told_at))`;

/** SQL of the instant at which it is stuck. */
export const stuckAt = `${oldestAt} + interval '${STUCK_OUTBOX_HOURS} hours'`;

/** SQL of whether the device still syncs: an absent one is silent, not stuck. */
export const isAbout = sql<boolean>`(
  clock_now() < seen.last_sync_at + make_interval(hours => ${SEEN_HOURS}))`;
