import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { Operation } from "../../../contract/sync/schema.ts";
import { type BuiltScope, queued } from "../sync/sync.ts";

/** The import of 4,000 steps of today from a watch. */
export function anImport({ agenda: { localDate } }: BuiltScope, change: object = {}): Operation {
  return queued("quick-log.import-value", {
    metricKind: "STEPS",
    localDate,
    value: 4_000,
    unit: "steps",
    sourceType: "APPLE_HEALTH",
    sourceDevice: "Watch",
    windowStart: `${localDate}T00:00:00.000Z`,
    windowEnd: `${localDate}T00:00:01.000Z`,
    userEntered: false,
    ...change,
  });
}

/** Steps that the client typed. */
export function walk(
  { agenda: { steps } }: BuiltScope,
  value: number,
  changes: Partial<Operation> = {},
): Operation {
  return queued(
    "quick-log.record-value",
    {
      taskId: steps.id,
      metricKind: "STEPS",
      value,
      unit: "steps",
      sourceType: "MANUAL",
      recordedAt: new Date().toISOString(),
    },
    changes,
  );
}

/** Status, revision and value of a task. */
export async function taskWithValue(em: SqlEntityManager, id: string) {
  const { rows } = await sql<{ status: string; revision: number; value: unknown }>`
    select status, revision, completion_summary -> 'value' as value
    from agenda_task where id = ${id}`.execute(em.fork().getKysely());
  return rows[0];
}

/** The stored imports of a relationship, oldest first. */
export async function storedImports(em: SqlEntityManager, { relationshipId }: BuiltScope) {
  const { rows } = await sql<Record<string, unknown>>`
    select numeric_value::float8 as value, source_type as source, supersedes_id is not null as supersedes,
      user_entered as typed, clock_flags as flags
    from quick_log_operation where relationship_id = ${relationshipId} and task_id is null
    order by receipt_id`.execute(em.fork().getKysely());
  return rows;
}
