import { sql } from "kysely";
import type { TaskPrincipalKind, TaskEventReason } from "../../contract/agenda/vocabulary.ts";
import type { Tx } from "../transact.ts";

/** Which tasks their sources take back, and on whose word. */
export interface SourceWithdrawal {
  readonly relationshipId: string;
  readonly sourceIds: readonly string[];
  /** Tasks of this local day and later ones. */
  readonly fromLocalDate: string;
  readonly reason: TaskEventReason;
  readonly actorUserId: string;
  readonly actorKind: TaskPrincipalKind;
  readonly now: Date;
}

/** A task that was taken back, at its new revision. */
export interface CanceledTask {
  readonly id: string;
  readonly localDate: string;
  readonly revision: number;
}

/**
 * Cancels the tasks of some sources that the client has not touched, and keeps their rows
 * (docs/rules.md#agenda-transitions). What the client began stays as it is. One statement, history
 * included.
 */
export async function cancelSourceTasks(
  tx: Tx,
  withdrawal: SourceWithdrawal,
): Promise<readonly CanceledTask[]> {
  const { now } = withdrawal;
  const { rows } = await sql<CanceledTask>`
    with canceled as (
      update agenda_task set status = 'CANCELED', canceled_at = ${now}, changed_at = ${now},
        revision_before_run = revision, revision = revision + 1,
        changed_by_lineage_id = null, changed_by_kind = ${withdrawal.actorKind}
      where relationship_id = ${withdrawal.relationshipId}
        and local_date >= ${withdrawal.fromLocalDate}::date
        and source_id = any(${[...withdrawal.sourceIds]}::uuid[]) and status = 'PENDING'
      returning id, local_date, revision
    ), event as (
      insert into agenda_task_event (id, task_id, relationship_id, from_status, to_status, reason,
        actor_user_id, actor_kind, metadata, occurred_at)
      select uuidv7(), id, ${withdrawal.relationshipId}::uuid, 'PENDING', 'CANCELED',
        ${withdrawal.reason}, ${withdrawal.actorUserId}::uuid, ${withdrawal.actorKind}, '{}', ${now}::timestamptz
      from canceled
    )
    select id, local_date::text as "localDate", revision from canceled order by id
  `.execute(tx.getKysely());
  return rows;
}
