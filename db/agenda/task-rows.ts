import { expressionBuilder, type QueryCreator } from "kysely";
import type { CompletionSummary } from "../../contract/agenda/schema.ts";
import type { SkipReason } from "../../contract/quick-log/vocabulary.ts";
import { json, jsonEquals, jsonList, jsonText } from "../sql-parts.ts";
import type { Tables } from "../tables.ts";
import { actionSchemaOfTask, itemsOfTask, skipReasonOfItem } from "./items/queries.ts";

/** Tasks of a relationship with their items, whose instants are text as JSON has them. */
export function tasksOf(within: QueryCreator<Tables>, relationshipId: string) {
  return within
    .selectFrom("agendaTask as task")
    .selectAll("task")
    .select(actionSchemaOfTask.as("actionSchema"))
    .select(itemsOfTask.as("items"))
    .select(skipReasonsOfTask.as("skipReasons"))
    .select(({ fn, lit }) => fn.coalesce(dayOfTask, lit(false)).as("notOffered"))
    .where("task.relationshipId", "=", relationshipId);
}

/** A task of some statement, by the name it has there. */
const ofTask = expressionBuilder<Tables & { task: Tables["agendaTask"] }, "task">();

const reasonsOfItems = ofTask
  .selectFrom("agendaTaskItem as item")
  .select(skipReasonOfItem.as("entry"))
  .whereRef("item.taskId", "=", "task.id")
  .where("item.status", "=", "SKIPPED")
  .orderBy("entry");

/** Why a task was skipped, by the newest entry of its history that says so. */
const reasonOfTask = ofTask
  .selectFrom("agendaTaskEvent as event")
  // Late evidence has its own reason; the reason of the skip is stored next to it.
  .select(({ fn, ref }) =>
    fn
      .coalesce(jsonText(ref("event.metadata"), "skipReason"), "event.reason")
      .$castTo<SkipReason>()
      .as("entry"),
  )
  .whereRef("event.taskId", "=", "task.id")
  .where("event.toStatus", "=", "SKIPPED")
  .orderBy("event.occurredAt", "desc")
  .orderBy("event.id", "desc")
  .limit(1);

const summaryField = (field: keyof CompletionSummary) =>
  ofTask.ref("task.completionSummary", "->").key(field);

/**
 * Why the items of a task were skipped, or a SKIPPED task without items, as `rules/agenda/what-counts.ts` asks for it.
 * Only what was skipped is looked up. Nothing of it is stored with the task, so that tasks of every age are read alike.
 */
export const skipReasonsOfTask = ofTask
  .case()
  .when(ofTask.not(jsonEquals(summaryField("skippedItemCount"), 0)))
  .then(jsonList(reasonsOfItems))
  .when(
    ofTask.and([ofTask("task.status", "=", "SKIPPED"), jsonEquals(summaryField("itemCount"), 0)]),
  )
  .then(jsonList(reasonOfTask))
  .else(json<SkipReason[]>([]))
  .end()
  .$castTo<readonly SkipReason[]>();

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
