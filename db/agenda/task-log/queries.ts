import { type Expression, expressionBuilder, sql } from "kysely";
import type { TaskSnapshot } from "../../../contract/agenda/schema.ts";
import { METRIC_KINDS } from "../../../contract/agenda/kinds/vocabulary.ts";
import { LATEST_OPERATIONS, UNDO_WINDOW_HOURS } from "../../../contract/quick-log/vocabulary.ts";
import type { SignInKey } from "../../accounts/guard/queries.ts";
import { joinedContent, joinedSnapshot } from "../snapshots/queries.ts";
import { furtherParts, orderFacts, ownScope } from "../today/agenda-parts.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { prepareQuery, type Slots } from "../../platform/pipeline/prepare-query.ts";
import { batchOf } from "../../platform/statements/receipt-range.ts";
import { literals } from "../../platform/statements/sql-parts.ts";
import type { Tables } from "../../tables.ts";
import { wireInstant } from "../../platform/transactions/transact.ts";

/** The task, the reader, and the revision that the reader already has. */
export interface TaskLogKey extends SignInKey {
  readonly taskId: string;
  /** Null if the reader has none. */
  readonly knownRevision: number | null;
}

/** The parts of a task log that the database builds. */
export interface TaskLogRow {
  readonly taskId: string;
  readonly revision: number;
  /** Null if the reader already has this revision; otherwise two JSON objects that together make the task. */
  readonly factText: string | null;
  readonly furtherText: string | null;
  /** Null also if the task takes no value. */
  readonly snapshot: TaskSnapshot | null;
  /** RFC 3339. */
  readonly dayClosedAt: string | null;
  /** JSON of its newest operations. */
  readonly latestText: string;
}

/** SQL of whether the row `past` was undone; a lookup for each. */
const undone = sql`(select later.receipt_id from quick_log_operation later
  where later.undoes_receipt_id = past.receipt_id limit 1) is not null`;

/** Conditions of `rules/quick-log/actions/undo.ts` that depend on the operation alone. */
const undoEnd = `sent.admitted_at + make_interval(hours => ${UNDO_WINDOW_HOURS})`;
const undoableUntil = sql`case
  when past.status <> 'ACCEPTED' or past.action_kind = 'UNDO' or ${undone}
    or sent.admitted_at <= day.last_reviewed_at or ${sql.raw(undoEnd)} < clock_now() then null
  else ${wireInstant(undoEnd)} end`;

/** The newest operations of the row `task`, refused ones too, as JSON. */
const latestOperations = sql`(
  select coalesce(json_agg(json_build_object(
      'receiptId', past.receipt_id, 'deviceId', sent.device_id, 'actionKind', past.action_kind,
      'itemId', past.item_id, 'status', past.status, 'code', past.rejection_code,
      'revision', past.accepted_task_revision, 'decidedAt', ${wireInstant("sent.admitted_at")},
      'undoableUntil', ${undoableUntil}, 'undone', ${undone}
    ) order by past.receipt_id desc), '[]')
  from (
    select * from quick_log_operation where task_id = task.id
    order by receipt_id desc limit ${sql.lit(LATEST_OPERATIONS)}
  ) past
  cross join lateral (
    select device_id, admitted_at from sync_batch where id = ${batchOf("past.receipt_id")} limit 1
  ) sent)`;

const ofTask = expressionBuilder<{ readonly task: Tables["agendaTask"] }, "task">();

/** The snapshot of a task that takes a value. */
const snapshotOfValue = ofTask
  .case()
  .when("task.taskKind", "in", literals(...METRIC_KINDS))
  .then(joinedSnapshot)
  .end();

const taskLogs = prepareQuery("task-log", (from, slot: Slots<TaskLogKey>) => {
  const isKnown = ofTask(
    "task.revision",
    "=",
    ofTask.cast<number>(slot("knownRevision"), "integer"),
  );
  const unlessKnown = (part: Expression<unknown>) =>
    ofTask.case().when(isKnown).then(ofTask.lit(null)).else(part).end();
  return from
    .selectFrom(
      sql<TaskLogRow>`(
        select task.id as "taskId", task.revision,
          ${unlessKnown(orderFacts)}::text as "factText", ${unlessKnown(furtherParts)}::text as "furtherText",
          ${unlessKnown(snapshotOfValue)} as snapshot,
          ${wireInstant("day.closed_at")} as "dayClosedAt", ${latestOperations}::text as "latestText"
        from ${ownScope(slot)}
        join coach_workspace workspace on workspace.id = relationship.workspace_id
          and workspace.status = 'ACTIVE'
        join agenda_task task on task.relationship_id = relationship.id and task.id = ${slot("taskId")}::uuid
        ${joinedContent}
        left join agenda_day day on day.relationship_id = task.relationship_id
          and day.local_date = task.local_date)`.as("one"),
    )
    .selectAll();
});

/**
 * A task of the signed-in user with its newest operations, from one snapshot; null if it is not theirs. A task is
 * found by its id, also if a device computed the id and the task was never made.
 */
export async function findTaskLog(
  executor: QueryExecutor,
  key: TaskLogKey,
): Promise<TaskLogRow | null> {
  const [found] = await taskLogs(executor, key);
  return found ?? null;
}
