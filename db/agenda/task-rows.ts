import { expressionBuilder, type QueryCreator } from "kysely";
import type { CompletionSummary } from "../../contract/agenda/schema.ts";
import type { SkipReason } from "../../contract/quick-log/vocabulary.ts";
import { json, jsonEquals, jsonList, jsonText } from "../platform/statements/sql-parts.ts";
import type { Tables } from "../tables.ts";
import { itemsOfTask, skipReasonOfItem } from "./items/queries.ts";

/** Tasks of a relationship with their items, without what they show and offer; instants are text, as in JSON. */
export function tasksOf(within: QueryCreator<Tables>, relationshipId: string) {
  return within
    .selectFrom("agendaTask as task")
    .selectAll("task")
    .select(itemsOfTask.as("items"))
    .select(skipReasonsOfTask.as("skipReasons"))
    .select(({ fn, lit }) => fn.coalesce(dayOfTask, lit(false)).as("notOffered"))
    .where("task.relationshipId", "=", relationshipId);
}

/** A task, by its alias in a statement. */
const ofTask = expressionBuilder<Tables & { task: Tables["agendaTask"] }, "task">();

const reasonsOfItems = ofTask
  .selectFrom("agendaTaskItem as item")
  .select(skipReasonOfItem.as("entry"))
  .whereRef("item.taskId", "=", "task.id")
  .where("item.status", "=", "SKIPPED")
  .orderBy("entry");

/** The reason of a skipped task, from the newest entry of its history with a reason. */
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
 * The reasons of a task's skipped items, or of a SKIPPED task without items, for `rules/agenda/adherence.ts`. Only
 * skipped ones are looked up. The reasons are not stored with the task, so tasks of any age are read alike.
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

/** Whether the day of a task was opened too late to be offered; null for a day without a row. */
export const dayOfTask = ofTask
  .selectFrom("agendaDay as day")
  .select("day.notOffered")
  .whereRef("day.relationshipId", "=", "task.relationshipId")
  .whereRef("day.localDate", "=", "task.localDate");

interface ItemInstants {
  readonly completedAt: string | null;
  readonly skippedAt: string | null;
}

/** The same with instants as dates. */
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
