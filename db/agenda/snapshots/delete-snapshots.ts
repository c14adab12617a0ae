import { sql } from "kysely";
import { lockName } from "../../platform/lock-name.ts";
import { anyOf } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { nameOfSnapshots } from "./store-snapshots.ts";

/**
 * Deletes those snapshots that no task uses any more, at once. Writers of tasks of these workspaces wait, because one of
 * them may be about to use a snapshot that it found.
 */
export async function eraseSnapshots(tx: Tx, erased: readonly ErasedTask[]): Promise<void> {
  const workspaceIds = new Set(erased.map(({ workspaceId }) => workspaceId));
  const keys = [...new Set(erased.flatMap(({ snapshotKey }) => snapshotKey ?? []))];
  if (keys.length === 0) return;
  await lockName(tx, ...[...workspaceIds].map(nameOfSnapshots).toSorted());
  await tables(tx)
    .deleteFrom("agendaTaskSnapshot as shown")
    .where("shown.key", "=", anyOf(keys))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("agendaTask as task")
            .select("task.id")
            .whereRef("task.snapshotKey", "=", "shown.key"),
        ),
      ),
    )
    .execute();
}

/** A deleted task, with the key of its snapshot; null for an older task. */
interface ErasedTask {
  readonly workspaceId: string;
  readonly snapshotKey: string | null;
}

/** Seconds for which the sweep spares a row that is not trusted any more: longer than any transaction lasts. */
const GRACE_SECONDS = 60;

/** Days after which the sweep reads a snapshot in use again. Until then writers trust it. */
const USED_TRUST_DAYS = 400;

/** Most slices that one run of {@link pruneTaskSnapshots} reads. */
const MOST_SLICES = 5;

/**
 * Deletes snapshots that no task uses and no writer trusts, the least recently trusted ones first. Those in use become
 * trusted for longer, so that the next run does not read them. Locked rows are left to the next run.
 *
 * A writer that found the row trusted has ended, because it was trusted a grace time ago; its task is seen here.
 *
 * @returns how many were deleted.
 */
export async function pruneTaskSnapshots(tx: Tx, limit: number, skip = 0): Promise<number> {
  let deleted = 0;
  for (let slice = 0; slice < MOST_SLICES && deleted < limit; slice += 1) {
    const { rows } = await sql<SweptSlice>`
      with old as materialized (
        select key from agenda_task_snapshot
        where trusted_until < (select clock_now() - make_interval(secs => ${GRACE_SECONDS}))
        order by trusted_until limit ${limit - deleted} offset ${skip} for update skip locked
      ), judged as materialized (
        select old.key, exists (select from agenda_task task where task.snapshot_key = old.key) as used from old
      ), prolonged as (
        update agenda_task_snapshot shown
        set trusted_until = (select clock_now() + make_interval(days => ${USED_TRUST_DAYS}))
        from judged where shown.key = judged.key and judged.used
      ), deleted as (
        delete from agenda_task_snapshot shown using judged where shown.key = judged.key and not judged.used
        returning 1
      )
      select (select count(*)::int from old) as seen, (select count(*)::int from deleted) as deleted
    `.execute(tables(tx));
    const [swept = { seen: 0, deleted: 0 }] = rows;
    deleted += swept.deleted;
    if (swept.seen === 0 || swept.seen === swept.deleted) break;
  }
  return deleted;
}

/** Rows that one slice read, and those of them that it deleted. */
interface SweptSlice {
  readonly seen: number;
  readonly deleted: number;
}
