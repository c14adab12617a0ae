import { sql } from "kysely";
import type { QuickLogEffects } from "../../rules/quick-log/quick-log-state.ts";

/** SQL of what an accepted operation did, by the name of its row in `quick_log_operation`. */
export function effectsOf(row: string) {
  return sql.raw<QuickLogEffects>(`json_build_object('taskFrom', ${row}.task_from,
    'taskTo', ${row}.task_to, 'items', coalesce(${row}.effects -> 'items', '[]'),
    'valueEntryId', case when ${row}.source_type is not null then ${row}.receipt_id end)`);
}
