import { TASK_DEFINITIONS } from "../../contract/agenda/kinds/task-definitions.ts";
import { METRIC_KINDS, TASK_KINDS } from "../../contract/agenda/kinds/vocabulary.ts";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder, type QueryCreator } from "kysely";
import type { StoredActionSchema, TaskSnapshot } from "../../contract/agenda/schema.ts";
import type {
  StoredTask,
  TaskView,
  WorkingItem,
  WorkingTask,
} from "../../rules/agenda/agenda-task.ts";
import type { CountableTask } from "../../rules/agenda/adherence.ts";
import type { QueryExecutor } from "../platform/pipeline/pipeline.ts";
import { prepareQuery, type Slots } from "../platform/pipeline/prepare-query.ts";
import { type Tables, tables } from "../tables.ts";
import { skipReasonOfItem, statesOfItems } from "./items/queries.ts";
import { withContents } from "./snapshots/load-contents.ts";
import { actionSchemaOfTask, ownActionSchema, snapshotOfTask } from "./snapshots/queries.ts";
import { dayOfTask, skipReasonsOfTask, tasksOf, withInstants } from "./task-rows.ts";

/** Tasks with items of some local days of a relationship, by day and id. One statement. */
export async function listDayTasks(
  executor: QueryExecutor,
  relationshipId: string,
  localDates: readonly string[],
): Promise<readonly StoredTask[]> {
  const days = tasksOf(executor.tables, relationshipId)
    .select([snapshotOfTask.as("snapshot"), actionSchemaOfTask.as("actionSchema")])
    .where(({ eb, fn, val }) => eb("task.localDate", "=", fn.any(val(localDates))))
    .orderBy("task.localDate")
    .orderBy("task.id");
  const rows = await executor.named("day-tasks", days);
  return rows.map(withInstants);
}

/** Tasks of a relationship, by their ids. */
interface NamedTasks {
  readonly relationshipId: string;
  readonly taskIds: readonly string[];
}

/** A day of a relationship, and the task in question. */
interface DayStateKey extends RelationshipDay {
  readonly taskId: string;
}

/** The state of a task of a day, with all details of the task in question. */
export interface DayState extends TaskView, CountableTask {
  /** Null for any other task. */
  readonly snapshot: TaskSnapshot | null;
  readonly actionSchema: StoredActionSchema | null;
}

const dayStates = prepareQuery("day-stands", (from, slot: Slots<DayStateKey>) => {
  const named = slot("taskId");
  return from
    .selectFrom("agendaTask as task")
    .select(["task.id", "task.localDate", "task.status", "task.revision", "task.snoozedUntil"])
    .select(["task.completionSummary", skipReasonsOfTask.as("skipReasons")])
    .select(({ fn, lit }) => fn.coalesce(dayOfTask, lit(false)).as("notOffered"))
    .select(({ eb }) => [
      eb.case().when("task.id", "=", named).then(snapshotOfTask).end().as("snapshot"),
      eb.case().when("task.id", "=", named).then(actionSchemaOfTask).end().as("actionSchema"),
      eb.case().when("task.id", "=", named).then(statesOfItems).end().as("items"),
    ])
    .where("task.relationshipId", "=", slot("relationshipId"))
    .where("task.localDate", "=", slot("localDate"))
    .orderBy("task.id");
});

/**
 * The state of all tasks of a relationship's local day, by id. Only the task in question has its items, its snapshot
 * and the actions it offers, because nothing reads those of the others. One statement.
 */
export async function listDayStates(
  executor: QueryExecutor,
  key: DayStateKey,
): Promise<readonly DayState[]> {
  const rows = await dayStates(executor, key);
  return rows.map(({ items, ...row }) => ({ ...row, items: items ?? [] }));
}

const taskStates = prepareQuery("task-states", (from, slot: Slots<NamedTasks>) =>
  from
    .selectFrom("agendaTask as task")
    .select(["task.id", "task.localDate", "task.status", "task.revision", "task.snoozedUntil"])
    .select("task.completionSummary")
    .select(statesOfItems.as("items"))
    .where("task.relationshipId", "=", slot("relationshipId"))
    .where(({ eb, fn }) => eb("task.id", "=", fn.any(slot("taskIds"))))
    .orderBy("task.id"),
);

/** The state of some tasks of a relationship and of their items, by id. One statement. */
export async function listTaskStates(
  executor: QueryExecutor,
  relationshipId: string,
  taskIds: readonly string[],
): Promise<readonly TaskView[]> {
  return await taskStates(executor, { relationshipId, taskIds });
}

/**
 * Tasks with items of the days of some tasks of a relationship, by day and id, without what they show and offer. One
 * statement.
 */
export async function listDaysOfTasks(
  executor: QueryExecutor,
  relationshipId: string,
  taskIds: readonly string[],
): Promise<readonly Omit<StoredTask, "actionSchema" | "snapshot">[]> {
  const days = tasksOf(executor.tables, relationshipId)
    .where("task.localDate", "in", (of) =>
      of
        .selectFrom("agendaTask as named")
        .select("named.localDate")
        .where("named.relationshipId", "=", relationshipId)
        .where(({ eb, fn, val }) => eb("named.id", "=", fn.any(val(taskIds)))),
    )
    .orderBy("task.localDate")
    .orderBy("task.id");
  return (await executor.named("days-of-tasks", days)).map(withInstants);
}

/** The newest local day of a relationship. @throws Error if it has no calendar. */
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

/** A task that an operation names, with its day: last review, close, and whether it was opened too late to count. */
export type NamedTask = WorkingTask & {
  readonly dayReviewedAt: Date | null;
  readonly dayClosedAt: Date | null;
  readonly dayNotOffered: boolean;
  /** How many starts of a measurement are in force; 0 for any other task. */
  readonly starts: number;
};

const namedTasks = prepareQuery("named-tasks", (from, slot: Slots<NamedTasks>) =>
  workingTasks(from)
    .where("task.relationshipId", "=", slot("relationshipId"))
    .where(({ eb, fn }) => eb("task.id", "=", fn.any(slot("taskIds"))))
    .orderBy("task.id"),
);

/** The tasks with these ids that belong to the relationship, ordered by id. */
export async function loadTasks(
  executor: QueryExecutor,
  relationshipId: string,
  taskIds: readonly string[],
): Promise<readonly NamedTask[]> {
  return await withContents(executor, await namedTasks(executor, { relationshipId, taskIds }));
}

/** All tasks of some local days of the relationship that count a metric, ordered by id. */
export async function loadMetricTasks(
  executor: QueryExecutor,
  relationshipId: string,
  localDates: readonly string[],
): Promise<readonly NamedTask[]> {
  if (localDates.length === 0) return [];
  const ofDays = workingTasks(executor.tables)
    .where("task.relationshipId", "=", relationshipId)
    .where(({ eb, fn, val }) => eb("task.localDate", "=", fn.any(val(localDates))))
    .where("task.taskKind", "in", METRIC_KINDS)
    .orderBy("task.id");
  return await withContents(executor, await executor.named("metric-tasks", ofDays));
}

/** Kinds whose starts count until a value arrives. */
const STARTED_KINDS = TASK_KINDS.filter((kind) => TASK_DEFINITIONS[kind].metrics === "SEVERAL");

const startsInForce = expressionBuilder<Tables & { readonly task: Tables["agendaTask"] }, "task">()
  .selectFrom("quickLogOperation as start")
  .select(({ fn }) => fn.countAll().as("count"))
  .whereRef("start.taskId", "=", "task.id")
  .where("start.status", "=", "ACCEPTED")
  .where("start.actionKind", "=", "OPEN_STRUCTURED_LOG")
  .where(({ eb, selectFrom }) =>
    eb(
      selectFrom("quickLogOperation as later")
        .select("later.receiptId")
        .whereRef("later.undoesReceiptId", "=", "start.receiptId")
        .limit(1),
      "is",
      null,
    ),
  );

/** All workouts of some local days of the relationship, in the order in which the agenda offers open ones. */
export async function loadWorkoutTasks(
  executor: QueryExecutor,
  relationshipId: string,
  localDates: readonly string[],
): Promise<readonly NamedTask[]> {
  if (localDates.length === 0) return [];
  const ofDays = workingTasks(executor.tables)
    .where("task.relationshipId", "=", relationshipId)
    .where(({ eb, fn, val }) => eb("task.localDate", "=", fn.any(val(localDates))))
    .where("task.taskKind", "=", "WORKOUT")
    .orderBy(
      ({ fn }) => fn.coalesce("task.startsAt", "task.dueAt"),
      (by) => by.asc().nullsLast(),
    )
    .orderBy("task.dueAt", (by) => by.asc().nullsLast())
    .orderBy("task.priority", "desc")
    .orderBy("task.sortKey")
    .orderBy("task.id");
  return await withContents(executor, await executor.named("workout-tasks", ofDays));
}

function workingTasks(from: QueryCreator<Tables>) {
  return from
    .selectFrom("agendaTask as task")
    .leftJoin("agendaDay as day", (join) =>
      join
        .onRef("day.relationshipId", "=", "task.relationshipId")
        .onRef("day.localDate", "=", "task.localDate"),
    )
    .select([
      "task.id",
      "task.localDate",
      "task.timezone",
      "task.taskKind",
      "task.status",
      "task.snapshotKey",
      "task.snapshot",
      "task.completionSummary",
      "task.revision",
      "task.newestValueId",
      "task.newestValueRevision",
      "task.changedByLineageId",
      "task.changedByKind",
      "task.revisionBeforeRun",
      "task.foreignRevision",
      "task.lateEvidence",
      "task.startsAt",
      "task.dueAt",
      "task.snoozedUntil",
      "task.snoozeCount",
      "task.changedAt",
      "task.completedAt",
      "day.lastReviewedAt as dayReviewedAt",
      "day.closedAt as dayClosedAt",
    ])
    .select(ownActionSchema.as("actionSchema"))
    .select(({ fn, lit }) => fn.coalesce("day.notOffered", lit(false)).as("dayNotOffered"))
    .select(({ eb, cast, lit }) =>
      eb
        .case()
        .when("task.taskKind", "in", STARTED_KINDS)
        .then(cast<number>(startsInForce, "integer"))
        .else(lit(0))
        .end()
        .as("starts"),
    );
}

const namedItems = prepareQuery("named-items", (from, slot: Slots<NamedTasks>) =>
  from
    .selectFrom("agendaTaskItem as item")
    .selectAll("item")
    .select(skipReasonOfItem.as("skipReason"))
    .where("item.relationshipId", "=", slot("relationshipId"))
    .where(({ eb, fn }) => eb("item.taskId", "=", fn.any(slot("taskIds"))))
    .orderBy("item.sortOrder")
    .orderBy("item.id"),
);

/** The items of the tasks with these ids that belong to the relationship, in order, by task. */
export async function loadItems(
  executor: QueryExecutor,
  relationshipId: string,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, readonly WorkingItem[]>> {
  const items = await namedItems(executor, { relationshipId, taskIds });
  return Map.groupBy(items, ({ taskId }) => taskId);
}

/** Whether a task is a check-in that asks for a form: made from the form, or by a plan that assigned it. */
export async function isCheckInOf(
  em: SqlEntityManager,
  key: {
    readonly taskId: string;
    readonly relationshipId: string;
    readonly formAssignmentId: string;
  },
): Promise<boolean> {
  const task = await tables(em)
    .selectFrom("agendaTask as task")
    .select(["task.sourceId", actionSchemaOfTask.as("actionSchema")])
    .where("task.id", "=", key.taskId)
    .where("task.relationshipId", "=", key.relationshipId)
    .where("task.taskKind", "=", "CHECK_IN")
    .where("task.sourceContext", "=", "FORMS")
    .executeTakeFirst();
  const given = [task?.sourceId, task?.actionSchema.form?.formAssignmentId];
  return given.includes(key.formAssignmentId);
}

/** One day of one relationship. */
export interface RelationshipDay {
  readonly relationshipId: string;
  readonly localDate: string;
}

/** Key of a day where days of many relationships are handled together. */
export const dayKey = ({ relationshipId, localDate }: RelationshipDay) =>
  `${relationshipId}/${localDate}`;

/** Each day once, without other properties. */
export function distinctDays(days: readonly RelationshipDay[]): readonly RelationshipDay[] {
  const byKey = new Map<string, RelationshipDay>();
  for (const { relationshipId, localDate } of days) {
    const day = { relationshipId, localDate };
    byKey.set(dayKey(day), day);
  }
  return [...byKey.values()];
}
