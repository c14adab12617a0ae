import { sql } from "kysely";
import { SEEN_HOURS, STUCK_OUTBOX_HOURS } from "../../../contract/sync/purge-vocabulary.ts";

/** SQL of when its oldest operation was made: not after a device first named it, whatever its clock says. */
const oldestAt = "least(seen.outbox_oldest_at, seen.outbox_oldest_since)";

/**
 * SQL of an outbox that will be stuck, or is, of a row `seen`: its oldest operation was named at two
 * syncs, and this was not told yet. After it was told, an operation recorded since is another episode.
 */
export const mayBeStuck = sql<boolean>`(seen.outbox_depth > 0
  and seen.outbox_reported_at > seen.outbox_oldest_since
  and (seen.stuck_told_at is null or ${sql.raw(oldestAt)} > seen.stuck_told_at))`;

/** SQL of the instant at which it is. */
export const stuckAt = `${oldestAt} + interval '${STUCK_OUTBOX_HOURS} hours'`;

/** SQL of whether the device is still about: one that went away is silent, not stuck. */
export const isAbout = sql<boolean>`(
  clock_now() < seen.last_sync_at + make_interval(hours => ${SEEN_HOURS}))`;
