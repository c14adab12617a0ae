import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { QueryExecutor } from "../pipeline/pipeline.ts";
import { prepareQuery } from "../pipeline/prepare-query.ts";

/**
 * How far the primary's log is: everything that a statement before this one has seen is in it. Null if the server is
 * a standby.
 *
 * A commit is visible once its record is on disk, so the flushed end suffices. It is also what standbys receive: the
 * inserted end may stay unreachable for them until the next commit. With `synchronous_commit = off` a commit is
 * visible before, so the inserted end counts.
 *
 * `pg_control_checkpoint()` names the timeline of the last checkpoint, which after a promotion is the old one for
 * minutes. The name of a WAL file has the present one.
 */
export async function findPrimaryPosition(
  on: SqlEntityManager | QueryExecutor,
): Promise<WalPosition | null> {
  return positionIn(await ofPrimary(on, {}));
}

/**
 * How far a standby has replayed the log: a later statement sees everything up to there. Null if the server is no
 * standby.
 *
 * A server in recovery shows its timeline only in the control file, which follows when pages are written, at the
 * latest with the next restartpoint. It never runs ahead: a standby that is said to be on a timeline is.
 */
export async function findStandbyPosition(
  on: SqlEntityManager | QueryExecutor,
): Promise<WalPosition | null> {
  return positionIn(await ofStandby(on, {}));
}

/** A place in the log of a database cluster. */
export interface WalPosition {
  /** The cluster with its timeline. Places on different lines cannot be compared. */
  readonly line: string;
  readonly lsn: bigint;
}

interface PositionRow {
  readonly line: string | null;
  readonly lsn: string | null;
}

const ofPrimary = prepareQuery(
  "primary-position",
  () => sql<PositionRow>`
    select (pg_control_system()).system_identifier::text || '/' || ('x' || left(
        pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint::text as line,
      pg_wal_lsn_diff(case current_setting('synchronous_commit')
        when 'off' then pg_current_wal_insert_lsn()
        else pg_current_wal_flush_lsn() end, '0/0')::text as lsn
    where not pg_is_in_recovery()`,
);

const ofStandby = prepareQuery(
  "standby-position",
  () => sql<PositionRow>`
    select (pg_control_system()).system_identifier::text || '/' || greatest(
        (pg_control_checkpoint()).timeline_id,
        (pg_control_recovery()).min_recovery_end_timeline)::text as line,
      pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text as lsn
    where pg_is_in_recovery()`,
);

function positionIn([row]: readonly PositionRow[]): WalPosition | null {
  const { line = null, lsn = null } = row ?? {};
  return line === null || lsn === null ? null : { line, lsn: BigInt(lsn) };
}
