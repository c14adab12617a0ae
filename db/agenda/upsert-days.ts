import { sql } from "kysely";
import { zoneNow } from "../relationships/zone-now.ts";
import type { Tx } from "../transact.ts";
import type { RelationshipDay } from "./queries.ts";

/** Snapshot metadata of one day, as computed from its tasks. */
export interface ProjectedDay extends RelationshipDay {
  readonly projectionVersion: number;
  readonly taskCount: number;
  readonly completedCount: number;
  readonly skippedCount: number;
  readonly missedCount: number;
  readonly agendaChecksum: string;
}

/** Stores projected days, one statement. The zone is the relationship's when the day is first seen. */
export async function upsertDays(tx: Tx, days: readonly ProjectedDay[], now: Date): Promise<void> {
  if (days.length === 0) return;
  await sql`/* named: agenda-days */
    insert into agenda_day (relationship_id, local_date, timezone, projection_version, task_count,
      completed_count, skipped_count, missed_count, agenda_checksum, projected_at)
    select day."relationshipId", day."localDate", ${zoneNow("relationship")}, day."projectionVersion",
      day."taskCount", day."completedCount", day."skippedCount", day."missedCount",
      day."agendaChecksum", ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(days)}::json) as day (
      "relationshipId" uuid, "localDate" date, "projectionVersion" bigint, "taskCount" int,
      "completedCount" int, "skippedCount" int, "missedCount" int, "agendaChecksum" text)
    join relationship on relationship.id = day."relationshipId"
    order by day."relationshipId", day."localDate"
    on conflict (relationship_id, local_date) do update set
      projection_version = excluded.projection_version, task_count = excluded.task_count,
      completed_count = excluded.completed_count, skipped_count = excluded.skipped_count,
      missed_count = excluded.missed_count, agenda_checksum = excluded.agenda_checksum,
      projected_at = excluded.projected_at
  `.execute(tx.getKysely());
}
