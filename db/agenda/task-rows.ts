import { expressionBuilder, type QueryCreator } from "kysely";
import type { SkipReason } from "../../contract/quick-log/vocabulary.ts";
import { jsonText } from "../sql-parts.ts";
import type { Tables } from "../tables.ts";
import { actionSchemaOfTask, itemsOfTask } from "./items/queries.ts";

/** Tasks of a relationship with their items, whose instants are text as JSON has them. */
export function tasksOf(within: QueryCreator<Tables>, relationshipId: string) {
  return within
    .selectFrom("agendaTask as task")
    .selectAll("task")
    .select(actionSchemaOfTask.as("actionSchema"))
    .select(itemsOfTask.as("items"))
    .select(skipReasonOfTask.as("skipReason"))
    .select(({ fn, lit }) => fn.coalesce(dayOfTask, lit(false)).as("notOffered"))
    .where("task.relationshipId", "=", relationshipId);
}

/** A task of some statement, by the name it has there. */
const ofTask = expressionBuilder<Tables & { task: Tables["agendaTask"] }, "task">();

/** Why a task was skipped, by the newest entry of its history that says so; null of any other task. */
export const skipReasonOfTask = ofTask
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

/** Whether the day of a task was opened too late for anybody to be asked; null of one without a row. */
export const dayOfTask = ofTask
  .selectFrom("agendaDay as day")
  .select("day.notOffered")
  .whereRef("day.relationshipId", "=", "task.relationshipId")
  .whereRef("day.localDate", "=", "task.localDate");

interface ItemInstants {
  readonly completedAt: string | null;
  readonly skippedAt: string | null;
}

/** The same with instants as such. */
export function withInstants<
  Item extends ItemInstants,
  Task extends { readonly items: readonly Item[] },
>(task: Task & { readonly items: readonly Item[] }) {
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
