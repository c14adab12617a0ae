import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { DayValue } from "../../../contract/agenda/schema.ts";

/** The newest value of a task as its row names it, and as its history has it. */
export interface NewestValue {
  readonly taskId: string;
  /** Null if the row does not know it, or knew it at an earlier revision. */
  readonly named: string | null;
  /** Null if there is none, or if values were not accepted in the order of their instants. */
  readonly logged: string | null;
}

/** The newest values of all tasks of a relationship that have a metric, computed without the product's SQL. */
export async function newestValuesOf(
  em: SqlEntityManager,
  relationshipId: string,
): Promise<readonly NewestValue[]> {
  const db = em.fork().getKysely();
  const { rows: tasks } = await sql<TaskRow>`
    select id, completion_summary -> 'value' as value,
      case when newest_value_revision = revision then newest_value_id end as named
    from agenda_task where relationship_id = ${relationshipId} and task_kind in ('HABIT', 'MEASUREMENT')
    order by id`.execute(db);
  const { rows: entries } = await sql<EntryRow>`
    select receipt_id as id, task_id as "taskId", supersedes_id as "supersedesId",
      extract(epoch from recorded_at)::float8 as at,
      num_nonnulls(numeric_value, text_value, boolean_value) = 1 as "hasValue"
    from quick_log_operation
    where relationship_id = ${relationshipId} and task_id is not null and source_type is not null
    order by receipt_id`.execute(db);
  const superseded = new Set(entries.map(({ supersedesId }) => supersedesId));
  return tasks.map(({ id: taskId, value, named }) => {
    const own = entries.filter((entry) => entry.taskId === taskId && entry.hasValue);
    const inForce = own.filter(({ id }) => !superseded.has(id));
    return { taskId, named, logged: newestOf(inForce, value) };
  });
}

/** The tasks whose rows name another value than their history has; a row may name none. */
export async function misnamedValues(
  em: SqlEntityManager,
  relationshipId: string,
): Promise<readonly NewestValue[]> {
  const newest = await newestValuesOf(em, relationshipId);
  return newest.filter(({ named, logged }) => named !== null && named !== logged);
}

interface TaskRow {
  readonly id: string;
  readonly value: DayValue | null;
  readonly named: string | null;
}

interface EntryRow {
  readonly id: string;
  readonly taskId: string;
  readonly supersedesId: string | null;
  /** Seconds since the epoch. */
  readonly at: number;
  readonly hasValue: boolean;
}

function newestOf(inForce: readonly EntryRow[], value: DayValue | null): string | null {
  const last = inForce.at(-1);
  const shown = value?.imported === undefined ? value : value.imported.manual;
  if (last === undefined || shown === null) return null;
  const isInOrder = inForce.every(({ at }, index) => at >= (inForce[index - 1]?.at ?? at));
  const isShown = Math.round(last.at * 1_000) === Date.parse(shown.lastRecordedAt);
  return isInOrder && isShown && shown.entryCount === inForce.length ? last.id : null;
}
