import type { SqlEntityManager } from "@mikro-orm/postgresql";
import {
  OPEN_TASK_STATUSES,
  type TaskEventReason,
  type TaskStatus,
} from "../../../contract/agenda/vocabulary.ts";
import type { AgendaTask } from "../../../rules/agenda/agenda-task.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import { type RecordColumn, records } from "../../platform/statements/records.ts";
import { anyOf } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import type { AgendaTaskEvent } from "../agenda-task-event.ts";
import type { RelationshipDay } from "../queries.ts";
import { snapshotOfTask } from "../snapshots/queries.ts";
import { skipReasonsOfTask } from "../task-rows.ts";

/**
 * The open tasks of some days, by day and id. One statement, which looks each day up; the caller has locked the
 * relationships.
 */
export async function listOpenTasks(tx: Tx, days: readonly RelationshipDay[]) {
  const open = tables(tx)
    .selectFrom(records(days, DAY).as("day"))
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom("agendaTask")
          .select(["id", "relationshipId", "localDate", "taskKind", "status"])
          .select(["revision", "completionSummary", "snapshotKey", "snapshot"])
          .whereRef("relationshipId", "=", "day.relationshipId")
          .whereRef("localDate", "=", "day.localDate")
          .offset(0)
          .as("task"),
      (join) => join.onTrue(),
    )
    .select(["task.id", "task.relationshipId", "task.localDate", "task.taskKind", "task.status"])
    .select(["task.revision", "task.completionSummary", snapshotOfTask.as("snapshot")])
    .select(skipReasonsOfTask.as("skipReasons"))
    .where("task.status", "in", OPEN_TASK_STATUSES)
    .orderBy("task.relationshipId")
    .orderBy("task.localDate")
    .orderBy("task.id");
  return await runNamed(tx, "open-tasks-of-days", open);
}

/** An open task of a closing day. */
export type OpenTask = Awaited<ReturnType<typeof listOpenTasks>>[number];

/** The result of closing an open task, with the entry for its history. */
export interface ClosedTask extends Pick<
  AgendaTask,
  "id" | "relationshipId" | "revision" | "completedAt" | "canceledAt"
> {
  readonly revisionBefore: number;
  readonly fromStatus: TaskStatus;
  readonly toStatus: TaskStatus;
  readonly eventId: string;
  readonly reason: TaskEventReason;
  readonly metadata: AgendaTaskEvent["metadata"];
}

/**
 * Stores the tasks of closed days and their history, in one statement. A close does not count as a change by others: it
 * raises the revision, but leaves the other fields that show what a device knows (docs/rooms/agenda.md#closing).
 *
 * @throws Error if a task no longer has its revision although the scope is locked.
 */
export async function storeClosedTasks(
  tx: Tx,
  closed: readonly ClosedTask[],
  now: Date,
): Promise<void> {
  if (closed.length === 0) return;
  const ids = closed.map(({ id }) => id);
  const store = tables(tx)
    .with("wanted", (part) => part.selectFrom(records(closed, CLOSED).as("row")).selectAll())
    .with("updated", (part) =>
      part
        .updateTable("agendaTask as task")
        .from("wanted")
        .set(({ ref }) => ({
          status: ref("wanted.toStatus"),
          revision: ref("wanted.revision"),
          changedAt: now,
          completedAt: ref("wanted.completedAt"),
          canceledAt: ref("wanted.canceledAt"),
        }))
        .where("task.id", "=", anyOf(ids))
        .whereRef("task.id", "=", "wanted.id")
        .whereRef("task.revision", "=", "wanted.revisionBefore")
        .returning("task.id"),
    )
    .with("event", (part) =>
      part
        .insertInto("agendaTaskEvent")
        .columns(EVENT)
        .expression((from) =>
          from
            .selectFrom("wanted")
            .select(["wanted.eventId", "wanted.id", "wanted.relationshipId"])
            .select(["wanted.fromStatus", "wanted.toStatus", "wanted.reason"])
            .select(({ val, cast }) => [
              val("SYSTEM").as("actorKind"),
              "wanted.metadata",
              cast<Date>(val(now), "timestamptz").as("occurredAt"),
            ])
            .orderBy("wanted.eventId"),
        ),
    )
    .selectFrom("updated")
    .select("id");
  const stored = await runNamed(tx, "closed-tasks", store);
  if (stored.length !== closed.length) throw new Error("A task changed under the lock");
}

const CLOSED = [
  ["id", "uuid"],
  ["relationshipId", "uuid"],
  ["revisionBefore", "int"],
  ["revision", "int"],
  ["fromStatus", "text"],
  ["toStatus", "text"],
  ["completedAt", "timestamptz"],
  ["canceledAt", "timestamptz"],
  ["eventId", "uuid"],
  ["reason", "text"],
  ["metadata", "jsonb"],
] as const satisfies readonly RecordColumn<keyof ClosedTask>[];

const EVENT = [
  "id",
  "taskId",
  "relationshipId",
  "fromStatus",
  "toStatus",
  "reason",
  "actorKind",
  "metadata",
  "occurredAt",
] as const;

/** The changes that the close of some days made to their tasks, by day and task, from their history. */
export async function listClosedTasks(em: SqlEntityManager, days: readonly RelationshipDay[]) {
  const closed = tables(em)
    .selectFrom(records(days, DAY).as("wanted"))
    .innerJoin("agendaDay as day", (join) =>
      join
        .onRef("day.relationshipId", "=", "wanted.relationshipId")
        .onRef("day.localDate", "=", "wanted.localDate"),
    )
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom("agendaTask")
          .select(["id", "taskKind"])
          .whereRef("relationshipId", "=", "day.relationshipId")
          .whereRef("localDate", "=", "day.localDate")
          .offset(0)
          .as("task"),
      (join) => join.onTrue(),
    )
    .innerJoin("agendaTaskEvent as event", (join) =>
      join
        .onRef("event.taskId", "=", "task.id")
        .onRef("event.occurredAt", "=", "day.closedAt")
        .on("event.reason", "in", ["DAY_CLOSED", "RELATIONSHIP_ENDED"]),
    )
    .select(["day.relationshipId", "day.localDate", "task.id", "task.taskKind"])
    .select(["event.toStatus", "event.metadata"])
    .orderBy("day.relationshipId")
    .orderBy("day.localDate")
    .orderBy("task.id");
  return await runNamed(em, "closed-tasks-of-days", closed);
}

const DAY = [
  ["relationshipId", "uuid"],
  ["localDate", "date"],
] as const;
