import { sql } from "kysely";
import { ACTIONS_WITHOUT_EVIDENCE } from "../../contract/agenda/action-vocabulary.ts";
import type { MeasuredValue } from "../../contract/agenda/metric-schema.ts";
import type { QuickLogEffects } from "../../rules/quick-log/types.ts";

const NO_EVIDENCE = ACTIONS_WITHOUT_EVIDENCE.map((kind) => `'${kind}'`).join(", ");

/** SQL of the effects of an accepted operation, by the name of its row in `quick_log_operation`. */
export function effectsOf(row: string) {
  return sql.raw<QuickLogEffects>(`json_build_object('taskFrom', ${row}.task_from,
    'taskTo', ${row}.task_to, 'items', coalesce(${row}.effects -> 'items', '[]'),
    'snooze', ${row}.effects -> 'snooze', 'valueEntryId', case when ${row}.source_type is not null then ${row}.receipt_id end)`);
}

/**
 * SQL of whether an accepted operation came after its day had closed, by the name of its row. Its task was no longer
 * open before it, and it is evidence. An undo counts if it left a status that only a closed
 * day has (docs/rooms/agenda.md#late-evidence).
 */
export function cameAfterClose(row: string) {
  return sql.raw<boolean>(`(${row}.status = 'ACCEPTED' and case when ${row}.action_kind = 'UNDO'
    then ${row}.task_to in ('MISSED', 'COMPLETED')
    when ${row}.action_kind in (${NO_EVIDENCE}) then false
    else coalesce(${row}.task_from not in ('PENDING', 'IN_PROGRESS'), false) end)`);
}

/** The same, and an undo that leaves a skip: its result is the same on an open day and on a closed one. */
export function mayBeLate(row: string) {
  return sql<boolean>`(${cameAfterClose(row)} or ${sql.raw(row)}.status = 'ACCEPTED'
    and ${sql.raw(row)}.action_kind = 'UNDO' and ${sql.raw(row)}.task_to = 'SKIPPED')`;
}

/**
 * SQL of the value of a row of `quick_log_operation`, as JSON of its type; null if the row only takes a value back.
 */
export function typedValue(row: string) {
  return sql.raw<MeasuredValue | null>(`coalesce(to_json(${row}.numeric_value::float8),
    to_json(${row}.text_value), to_json(${row}.boolean_value))`);
}

/** SQL of whether an operation is evidence (docs/rooms/agenda.md#late-evidence), by the name of its row. */
export function isEvidence(row: string) {
  return sql.raw<boolean>(`${row}.action_kind not in (${NO_EVIDENCE})`);
}
