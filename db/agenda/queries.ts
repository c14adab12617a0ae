import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { Refusal } from "../../contract/refusal.ts";
import type {
  AgendaTaskItem,
  SourcedTask,
  StoredTask,
  WorkingTask,
} from "../../rules/agenda/agenda-task.ts";
import type { Line } from "../flight.ts";
import { runNamed } from "../named-query.ts";
import { clockNow, jsonObject } from "../sql-parts.ts";
import { tables } from "../tables.ts";
import { AgendaTask } from "./agenda-task.ts";
import { tasksOf, withInstants } from "./task-rows.ts";

/** Tasks with items of some local days of a relationship, by day and id. One statement. */
export async function listDayTasks(
  line: Line,
  relationshipId: string,
  localDates: readonly string[],
): Promise<readonly StoredTask[]> {
  const days = tasksOf(line.tables, relationshipId)
    .where(({ eb, fn, val }) => eb("task.localDate", "=", fn.any(val(localDates))))
    .orderBy("task.localDate")
    .orderBy("task.id");
  const rows = await line.named("day-tasks", days);
  return rows.map(withInstants);
}

/** Tasks with items of the days that some tasks of a relationship are of, by day and id. One statement. */
export async function listDaysOfTasks(
  line: Line,
  relationshipId: string,
  taskIds: readonly string[],
): Promise<readonly StoredTask[]> {
  const days = tasksOf(line.tables, relationshipId)
    .where("task.localDate", "in", (of) =>
      of
        .selectFrom("agendaTask as named")
        .select("named.localDate")
        .where("named.relationshipId", "=", relationshipId)
        .where(({ eb, fn, val }) => eb("named.id", "=", fn.any(val(taskIds)))),
    )
    .orderBy("task.localDate")
    .orderBy("task.id");
  return (await line.named("days-of-tasks", days)).map(withInstants);
}

/** Whose day a client asks for, which day it is and what time, and when the scope was restored, if it ever was. */
export type AgendaScope = Awaited<ReturnType<typeof getAgendaScope>>;

/** The one open relationship of a client. @throws Refusal NOT_FOUND when there is none. */
export async function getAgendaScope(em: SqlEntityManager, clientUserId: string) {
  const scope = await tables(em)
    .selectFrom("relationship")
    .innerJoin("relationshipScope as scope", "scope.relationshipId", "relationship.id")
    .innerJoin("relationshipCalendar as calendar", "calendar.relationshipId", "relationship.id")
    .select(["id as relationshipId", "calendar.timezone", clockNow.as("now")])
    .select(["calendar.localDate", "calendar.nextDayAt", "scope.epoch", "scope.restoredAt"])
    .where("clientUserId", "=", clientUserId)
    .where("status", "<>", "ENDED")
    .executeTakeFirst();
  if (scope === undefined) throw new Refusal("NOT_FOUND");
  return scope;
}

/** The newest local day of a relationship. @throws Error when it has no calendar. */
export async function getPresentDate(
  em: SqlEntityManager,
  relationshipId: string,
): Promise<string> {
  const { localDate } = await tables(em)
    .selectFrom("relationshipCalendar")
    .select("localDate")
    .where("relationshipId", "=", relationshipId)
    .executeTakeFirstOrThrow();
  return localDate;
}

/** Tasks with items of one local day, each with what its source has become. One statement. */
export async function listSourcedTasks(
  em: SqlEntityManager,
  { relationshipId, localDate }: RelationshipDay,
): Promise<readonly SourcedTask[]> {
  const sourced = tasksOf(tables(em), relationshipId)
    .select((task) =>
      task
        .selectFrom("planAssignment as assignment")
        .select(({ ref }) =>
          jsonObject({
            revision: ref("assignment.appliedRevision"),
            status: ref("assignment.status"),
          }).as("json"),
        )
        .whereRef("assignment.id", "=", "task.sourceId")
        .as("source"),
    )
    .where("task.localDate", "=", localDate)
    .orderBy("task.id");
  const rows = await runNamed(em, "sourced-tasks", sourced);
  return rows.map(withInstants);
}

/**
 * A task by name; when the coach last reviewed its day, when that was closed, and whether it was opened too late to
 * count.
 */
export type NamedTask = WorkingTask & {
  readonly dayReviewedAt: Date | null;
  readonly dayClosedAt: Date | null;
  readonly dayNotOffered: boolean;
};

/** The tasks with these ids that belong to the relationship, in id order. */
export async function loadTasks(
  line: Line,
  relationshipId: string,
  taskIds: readonly string[],
): Promise<readonly NamedTask[]> {
  const named = line.tables
    .selectFrom("agendaTask as task")
    .leftJoin("agendaDay as day", (join) =>
      join
        .onRef("day.relationshipId", "=", "task.relationshipId")
        .onRef("day.localDate", "=", "task.localDate"),
    )
    .select([
      "task.id",
      "task.localDate",
      "task.taskKind",
      "task.status",
      "task.snapshot",
      "task.actionSchema",
      "task.completionSummary",
      "task.revision",
      "task.changedByLineageId",
      "task.changedByKind",
      "task.revisionBeforeRun",
      "task.foreignRevision",
      "task.lateEvidence",
      "task.changedAt",
      "task.completedAt",
      "day.lastReviewedAt as dayReviewedAt",
      "day.closedAt as dayClosedAt",
    ])
    .select(({ fn, lit }) => fn.coalesce("day.notOffered", lit(false)).as("dayNotOffered"))
    .where("task.relationshipId", "=", relationshipId)
    .where(({ eb, fn, val }) => eb("task.id", "=", fn.any(val(taskIds))))
    .orderBy("task.id");
  return await line.named("named-tasks", named);
}

/** The items of the tasks with these ids that belong to the relationship, in their order, by task. */
export async function loadItems(
  line: Line,
  relationshipId: string,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, readonly AgendaTaskItem[]>> {
  const named = line.tables
    .selectFrom("agendaTaskItem")
    .selectAll()
    .where("relationshipId", "=", relationshipId)
    .where(({ eb, fn, val }) => eb("taskId", "=", fn.any(val(taskIds))))
    .orderBy("sortOrder")
    .orderBy("id");
  return Map.groupBy(await line.named("named-items", named), ({ taskId }) => taskId);
}

/** Whether a task is a check-in by which a form was asked for. */
export async function isCheckInOf(
  em: SqlEntityManager,
  key: {
    readonly taskId: string;
    readonly relationshipId: string;
    readonly formAssignmentId: string;
  },
): Promise<boolean> {
  const { taskId: id, relationshipId, formAssignmentId: sourceId } = key;
  const checkIn = { taskKind: "CHECK_IN", sourceContext: "FORMS" } as const;
  return (await em.count(AgendaTask, { id, relationshipId, sourceId, ...checkIn })) === 1;
}

/** One day of one relationship. */
export interface RelationshipDay {
  readonly relationshipId: string;
  readonly localDate: string;
}
