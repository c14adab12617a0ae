import { sql } from "kysely";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { prepareQuery, type Slots } from "../../platform/pipeline/prepare-query.ts";
import { findContent, rememberContent, type TaskContent } from "./snapshot-memory.ts";

/**
 * Adds to rows what their tasks show and offer, from memory where it is known. The rest is one statement, which follows
 * the read of the rows; it must not be called where a commit follows in the same packet.
 */
export async function withContents<Row extends KeyedRow>(
  executor: QueryExecutor,
  rows: readonly Row[],
): Promise<readonly (Omit<Row, keyof KeyedRow> & TaskContent)[]> {
  const loaded = await loadUnknown(executor, rows);
  return rows.map(({ snapshotKey, snapshot, actionSchema, ...row }) => {
    const content = snapshotKey === null ? undefined : loaded.get(snapshotKey);
    return {
      ...row,
      snapshot: required(snapshot ?? content?.snapshot),
      actionSchema: required(actionSchema ?? content?.actionSchema),
    };
  });
}

/** A task with the key of its snapshot, or with the columns of an older task. */
export interface KeyedRow {
  readonly snapshotKey: string | null;
  readonly snapshot: TaskContent["snapshot"] | null;
  readonly actionSchema: TaskContent["actionSchema"] | null;
}

/** The contents of rows by key, read now if they are not in memory. */
async function loadUnknown(
  executor: QueryExecutor,
  rows: readonly KeyedRow[],
): Promise<ReadonlyMap<string, TaskContent>> {
  const loaded = new Map<string, TaskContent>();
  const unknown = new Set<string>();
  for (const { snapshotKey, snapshot, actionSchema } of rows) {
    if (snapshotKey === null || (snapshot !== null && actionSchema !== null)) continue;
    const content = findContent(snapshotKey);
    if (content === undefined) unknown.add(snapshotKey);
    else loaded.set(snapshotKey, content);
  }
  if (unknown.size === 0) return loaded;
  for (const { key, ...content } of await contents(executor, { keys: [...unknown] })) {
    rememberContent(key, content);
    loaded.set(key, content);
  }
  return loaded;
}

interface StoredContent extends TaskContent {
  readonly key: string;
}

const contents = prepareQuery(
  "task-contents",
  (_from, slot: Slots<{ readonly keys: readonly string[] }>) => sql<StoredContent>`
    select key, snapshot, action_schema_as_read(action_schema) as "actionSchema"
    from agenda_task_snapshot where key = any(${slot("keys")}::uuid[])`,
);

function required<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error("The snapshot of a task is missing");
  return value;
}
