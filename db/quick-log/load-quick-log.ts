import { sql } from "kysely";
import type { ValueEntry } from "../../rules/agenda/day-value.ts";
import type { ForeignChange, PastOperation } from "../../rules/quick-log/quick-log-state.ts";
import { wireInstant, type Tx } from "../transact.ts";

/** All value entries of these tasks, by task, in the order they were accepted. */
export async function loadValues(
  tx: Tx,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ValueEntry[]>> {
  if (taskIds.length === 0) return new Map();
  const { rows } = await sql<
    Omit<ValueEntry, "recordedAt"> & { recordedAt: string; taskId: string }
  >`
    select task_id as "taskId", id, numeric_value::float8 as value, ${wireInstant("recorded_at")} as "recordedAt",
      supersedes_id as "supersedesId"
    from quick_log_value_entry
    where task_id = any(${taskIds}::uuid[])
    order by task_id, id
  `.execute(tx.getKysely());
  const entries = rows.map((row) => ({ ...row, recordedAt: new Date(row.recordedAt) }));
  return Map.groupBy(entries, ({ taskId }) => taskId);
}

/** Accepted operations of a lineage by their client ids, for undo. */
export async function loadPastOperations(
  tx: Tx,
  scope: { readonly relationshipId: string; readonly lineageId: string },
  clientOperationIds: readonly string[],
): Promise<readonly PastOperation[]> {
  if (clientOperationIds.length === 0) return [];
  const { rows } = await sql<Omit<PastOperation, "decidedAt"> & { decidedAt: string }>`
    select past.receipt_id as "receiptId", past.client_operation_id as "clientOperationId",
      past.task_id as "taskId", past.action_kind as "actionKind", past.effects,
      ${wireInstant("past.decided_at")} as "decidedAt",
      exists (select from quick_log_operation later
              where later.undoes_receipt_id = past.receipt_id and later.status = 'ACCEPTED') as undone
    from sync_operation operation
    join quick_log_operation past on past.receipt_id = operation.receipt_id
    where operation.lineage_id = ${scope.lineageId}
      and operation.relationship_id = ${scope.relationshipId}
      and operation.client_operation_id = any(${clientOperationIds}::text[])
      and operation.status = 'ACCEPTED'
  `.execute(tx.getKysely());
  return rows.map((row) => ({ ...row, decidedAt: new Date(row.decidedAt) }));
}

/** Accepted changes of these tasks by other device lineages, by task, in the order of their revisions. */
export async function loadForeignChanges(
  tx: Tx,
  { lineageId }: { readonly lineageId: string },
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ForeignChange[]>> {
  if (taskIds.length === 0) return new Map();
  const { rows } = await sql<
    Omit<ForeignChange, "decidedAt"> & { decidedAt: string; taskId: string }
  >`
    select task_id as "taskId", accepted_task_revision as revision, effects,
      ${wireInstant("decided_at")} as "decidedAt"
    from quick_log_operation
    where task_id = any(${taskIds}::uuid[]) and status = 'ACCEPTED' and lineage_id <> ${lineageId}
    order by task_id, accepted_task_revision
  `.execute(tx.getKysely());
  const changes = rows.map((row) => ({ ...row, decidedAt: new Date(row.decidedAt) }));
  return Map.groupBy(changes, ({ taskId }) => taskId);
}
