import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder, type QueryCreator } from "kysely";
import type { SkipReason } from "../../contract/quick-log/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import type {
  AgendaTaskItem,
  SourcedTask,
  StoredTask,
  WorkingTask,
} from "../../rules/agenda/agenda-task.ts";
import type { Line } from "../flight.ts";
import { runNamed } from "../named-query.ts";
import { records } from "../records.ts";
import { clockNow, instantText, jsonList, jsonObject, jsonText } from "../sql-parts.ts";
import { type Tables, tables } from "../tables.ts";
import { AgendaTask } from "./agenda-task.ts";

/** Tasks with items of some local days of a relationship, by day and id. One statement. */
export async function listDayTasks(
  line: Line,
  relationshipId: string,
  localDates: readonly string[],
): Promise<readonly StoredTask[]> {
  const days = tasks(line.tables, relationshipId)
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
  const days = tasks(line.tables, relationshipId)
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
  const sourced = tasks(tables(em), relationshipId)
    .select((task) =>
      task
        .selectFrom("planAssignment as assignment")
        .innerJoin("plan", "plan.id", "assignment.planId")
        .select(({ ref }) =>
          jsonObject({ revision: ref("plan.revision"), status: ref("assignment.status") }).as(
            "json",
          ),
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

/**
 * What the sums of some days are made of, of any relationships: every task's revision, and what tells whether it
 * counts. One statement, which looks each day up: of a record set the planner assumes 100 rows, for which it would
 * read all tasks there are.
 */
export async function listDayTaskStates(em: SqlEntityManager, days: readonly RelationshipDay[]) {
  const day = records(days, [
    ["relationshipId", "uuid"],
    ["localDate", "date"],
  ]);
  const states = tables(em)
    .selectFrom(day.as("day"))
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom("agendaTask as task")
          .select(["id", "relationshipId", "localDate", "status", "revision", "completionSummary"])
          .select(skipReasonOfTask.as("skipReason"))
          .whereRef("relationshipId", "=", "day.relationshipId")
          .whereRef("localDate", "=", "day.localDate")
          .offset(0)
          .as("task"),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom("agendaDay")
          .select("notOffered")
          .whereRef("relationshipId", "=", "day.relationshipId")
          .whereRef("localDate", "=", "day.localDate")
          .limit(1)
          .as("opened"),
      (join) => join.onTrue(),
    )
    .selectAll("task")
    .select(({ fn, lit }) => fn.coalesce("opened.notOffered", lit(false)).as("notOffered"));
  return await runNamed(em, "day-task-states", states);
}

/** Tasks of a relationship with their items, whose instants are text as JSON has them. */
function tasks(within: QueryCreator<Tables>, relationshipId: string) {
  return within
    .selectFrom("agendaTask as task")
    .selectAll("task")
    .select(itemsOfTask.as("items"))
    .select(skipReasonOfTask.as("skipReason"))
    .select(({ fn, lit }) => fn.coalesce(dayOfTask, lit(false)).as("notOffered"))
    .where("task.relationshipId", "=", relationshipId);
}

/** A task of some statement, by the name it has there. */
const ofTask = expressionBuilder<Tables & { task: Tables["agendaTask"] }, "task">();

/** Why a task was skipped, by the newest entry of its history that says so; null of any other task. */
const skipReasonOfTask = ofTask
  .case()
  .when("task.status", "=", "SKIPPED")
  .then(
    ofTask
      .selectFrom("agendaTaskEvent as event")
      // Late evidence has its own reason, beside which that of the skip is kept.
      .select(({ fn, ref }) =>
        fn.coalesce(jsonText(ref("event.metadata"), "skipReason"), "event.reason").as("reason"),
      )
      .whereRef("event.taskId", "=", "task.id")
      .where("event.toStatus", "=", "SKIPPED")
      .orderBy("event.occurredAt", "desc")
      .orderBy("event.id", "desc")
      .limit(1)
      .$castTo<SkipReason | null>(),
  )
  .end();

const dayOfTask = ofTask
  .selectFrom("agendaDay as day")
  .select("day.notOffered")
  .whereRef("day.relationshipId", "=", "task.relationshipId")
  .whereRef("day.localDate", "=", "task.localDate");

const itemsOfTask = jsonList(
  ofTask
    .selectFrom("agendaTaskItem as item")
    .select(({ ref }) =>
      jsonObject({
        id: ref("item.id"),
        taskId: ref("item.taskId"),
        relationshipId: ref("item.relationshipId"),
        localDate: ref("item.localDate"),
        itemKind: ref("item.itemKind"),
        sourceContext: ref("item.sourceContext"),
        sourceId: ref("item.sourceId"),
        sourceItemKey: ref("item.sourceItemKey"),
        sortOrder: ref("item.sortOrder"),
        labelSnapshot: ref("item.labelSnapshot"),
        amountSnapshot: ref("item.amountSnapshot"),
        inputSchema: ref("item.inputSchema"),
        bulkEligible: ref("item.bulkEligible"),
        status: ref("item.status"),
        revision: ref("item.revision"),
        completionSource: ref("item.completionSource"),
        completedAt: instantText(ref("item.completedAt")),
        skippedAt: instantText(ref("item.skippedAt")),
        latestReceiptId: ref("item.latestReceiptId"),
      }).as("entry"),
    )
    .whereRef("item.taskId", "=", "task.id")
    .orderBy("item.sortOrder")
    .orderBy("item.id"),
);

interface ItemInstants {
  readonly completedAt: string | null;
  readonly skippedAt: string | null;
}

function withInstants<Item extends ItemInstants, Task extends { readonly items: readonly Item[] }>(
  task: Task & { readonly items: readonly Item[] },
) {
  const items = task.items.map((item) => ({
    ...item,
    completedAt: instant(item.completedAt),
    skippedAt: instant(item.skippedAt),
  }));
  return { ...task, items };
}

function instant(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
