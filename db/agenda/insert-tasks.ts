import type { AgendaTask, AgendaTaskItem, DayTask } from "../../rules/agenda/agenda-task.ts";
import { columnBeside } from "./snapshots/queries.ts";
import { runNamed } from "../platform/pipeline/run-named.ts";
import { type RecordColumn, records } from "../platform/statements/records.ts";
import { json } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/**
 * Stores tasks with their items and the first entry of their history in one statement. A task whose source already
 * has one on that day is skipped, with its items.
 *
 * @returns ids of the tasks that were stored.
 */
export async function insertTasks(tx: Tx, tasks: readonly NewTask[]): Promise<readonly string[]> {
  if (tasks.length === 0) return [];
  const rows = tasks.map(({ task, ...own }) => ({ ...task, ...own }));
  const items = tasks.flatMap(({ task }) => task.items);
  const insert = tables(tx)
    .with("wanted", (part) =>
      part.selectFrom(records(rows, [...TASK, ["eventId", "uuid"]]).as("row")).selectAll(),
    )
    .with("task", (part) =>
      part
        .insertInto("agendaTask")
        .columns([...taskColumns, "snapshot", "actionSchema"])
        .expression((from) =>
          SOURCE.reduce(
            (sorted, name) => sorted.orderBy(name),
            from
              .selectFrom("wanted")
              .select(taskColumns)
              .select(columnBeside("snapshot").as("snapshot"))
              .select(columnBeside("action_schema").as("actionSchema")),
          ),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning("id"),
    )
    .with("item", (part) =>
      part
        .insertInto("agendaTaskItem")
        .columns(itemColumns)
        .expression((from) =>
          from
            .selectFrom(records(items, ITEM).as("row"))
            .innerJoin("task", "task.id", "row.taskId")
            .select(itemColumns.map((name) => `row.${name}` as const)),
        ),
    )
    .with("event", (part) =>
      part
        .insertInto("agendaTaskEvent")
        .columns(EVENT)
        .expression((from) =>
          from
            .selectFrom("wanted")
            .innerJoin("task", "task.id", "wanted.id")
            .select(["wanted.eventId", "wanted.id", "wanted.relationshipId", "wanted.status"])
            .select(({ val }) => val("MATERIALIZED").as("reason"))
            .select("wanted.changedByKind")
            .select(json({}).as("metadata"))
            .select("wanted.changedAt"),
        ),
    )
    .selectFrom("task")
    .select("id");
  const stored = await runNamed(tx, "new-agenda-tasks", insert);
  return stored.map(({ id }) => id);
}

/** A task to store, with the id of the first entry of its history, and the key of its stored snapshot. */
export interface NewTask {
  readonly task: DayTask;
  readonly eventId: string;
  readonly snapshotKey: string;
}

const TASK = [
  ["id", "uuid"],
  ["workspaceId", "uuid"],
  ["relationshipId", "uuid"],
  ["localDate", "date"],
  ["timezone", "text"],
  ["taskKind", "text"],
  ["sourceContext", "text"],
  ["sourceType", "text"],
  ["sourceId", "uuid"],
  ["sourceRevision", "int"],
  ["sourceChildKey", "text"],
  ["sourceKey", "text"],
  ["status", "text"],
  ["priority", "int"],
  ["sortKey", "text"],
  ["startsAt", "timestamptz"],
  ["dueAt", "timestamptz"],
  ["timeCritical", "boolean"],
  ["dependsOnSourceKey", "text"],
  ["snapshotKey", "uuid"],
  ["completionSummary", "jsonb"],
  ["revision", "int"],
  ["changedByLineageId", "uuid"],
  ["changedByKind", "text"],
  ["revisionBeforeRun", "int"],
  ["foreignRevision", "int"],
  ["generatedAt", "timestamptz"],
  ["changedAt", "timestamptz"],
] as const satisfies readonly RecordColumn<keyof AgendaTask | "snapshotKey">[];

const ITEM = [
  ["id", "uuid"],
  ["taskId", "uuid"],
  ["relationshipId", "uuid"],
  ["localDate", "date"],
  ["itemKind", "text"],
  ["sourceContext", "text"],
  ["sourceId", "uuid"],
  ["sourceItemKey", "text"],
  ["sortOrder", "int"],
  ["labelSnapshot", "text"],
  ["amountSnapshot", "text"],
  ["inputSchema", "jsonb"],
  ["bulkEligible", "boolean"],
  ["status", "text"],
  ["revision", "int"],
] as const satisfies readonly RecordColumn<keyof AgendaTaskItem>[];

const taskColumns = TASK.map(([name]) => name);
const itemColumns = ITEM.map(([name]) => name);

/** The key of a task: created twice, it is the same. */
const SOURCE = ["relationshipId", "localDate", "taskKind", "sourceKey"] as const;

const EVENT = [
  "id",
  "taskId",
  "relationshipId",
  "toStatus",
  "reason",
  "actorKind",
  "metadata",
  "occurredAt",
] as const;
