import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { BuiltScope } from "../sync/sync.ts";

/** Status and revision of a task. */
export async function taskRow(em: SqlEntityManager, id: string) {
  const { rows } = await sql<{ status: string; revision: number }>`
    select status, revision from agenda_task where id = ${id}`.execute(em.fork().getKysely());
  return rows[0];
}

/** How many batches, deferrals and log entries a phone caused, and the scope's latest sequence number. */
export async function countStored(em: SqlEntityManager, { deviceId, relationshipId }: BuiltScope) {
  const { rows } = await sql<{ batches: number; deferred: number; history: number; seq: number }>`
    select (select count(*) from sync_batch where device_id = ${deviceId})::int as batches,
      (select count(*) from deferred_operation where relationship_id = ${relationshipId})::int as deferred,
      (select count(*) from quick_log_operation where relationship_id = ${relationshipId})::int as history,
      (select seq from relationship_scope where relationship_id = ${relationshipId})::int as seq
  `.execute(em.fork().getKysely());
  const [counts] = rows;
  if (counts === undefined) throw new Error("The count returned no row");
  return counts;
}
