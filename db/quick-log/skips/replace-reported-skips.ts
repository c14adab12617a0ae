import { sql } from "kysely";
import type { SkipReason } from "../../../contract/quick-log/vocabulary.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import type { SkipReport } from "../settlement.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";

/** Replaces the skips that some sources reported before. One statement. */
export async function replaceReportedSkips(
  tx: Tx,
  sourceIds: readonly string[],
  reported: readonly ReportedSkip[],
): Promise<ReplacedSkips> {
  const statement = sql<ReplacedSkips>`
    with told as (
      select * from json_to_recordset(${JSON.stringify(reported)}::json) as row (
        id uuid, "sourceId" uuid, "relationshipId" uuid, "taskId" uuid, "localDate" date,
        reason text, "hasNote" boolean)
    ), withdrawn as (
      delete from reported_skip
      where source_id = any(${sourceIds}::uuid[]) and id not in (select id from told)
      returning *
    ), added as (
      insert into reported_skip (id, source_id, relationship_id, task_id, local_date, source_context,
        reason, has_note)
      select id, "sourceId", "relationshipId", "taskId", "localDate", 'PROGRAMS', reason, "hasNote"
      from told order by id
      on conflict (id) do nothing
      returning *
    )
    select (select coalesce(json_agg(json_build_object(${skipColumns})), '[]') from added) as added,
      (select coalesce(json_agg(json_build_object(${skipColumns})), '[]') from withdrawn) as withdrawn
  `;
  const rows = await runNamed(tx, "reported-skips", statement);
  return rows[0] ?? { added: [], withdrawn: [] };
}

/** A skip as another room reports it; only for programs. */
export interface ReportedSkip {
  readonly id: string;
  readonly sourceId: string;
  readonly relationshipId: string;
  readonly taskId: string;
  readonly localDate: string;
  readonly reason: SkipReason;
  readonly hasNote: boolean;
}

/** The skips that some sources reported for the first time, and those that they no longer report. */
export interface ReplacedSkips {
  readonly added: readonly SkipReport[];
  readonly withdrawn: readonly (SkipReport & { readonly sourceId: string })[];
}

const skipColumns =
  sql.raw(`'receiptId', id, 'sourceId', source_id, 'relationshipId', relationship_id, 'taskId', task_id,
  'localDate', local_date::text, 'sourceContext', source_context, 'reason', reason, 'hasNote', has_note`);
