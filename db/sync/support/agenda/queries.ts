import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { type Expression, expressionBuilder } from "kysely";
import type { CompletionSummary, DayValue } from "../../../../contract/agenda/schema.ts";
import { Refusal } from "../../../../contract/refusal.ts";
import { itemsOfTask } from "../../../agenda/items/queries.ts";
import { actionSchemaOfTask, snapshotOfTask } from "../../../agenda/snapshots/queries.ts";
import { instantText, jsonList, jsonObject } from "../../../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../../../tables.ts";

/** A task, by its alias in a statement. */
const ofTask = expressionBuilder<Tables & { readonly task: Tables["agendaTask"] }, "task">();

const history = jsonList(
  ofTask
    .selectFrom("agendaTaskEvent as event")
    .select(({ ref }) =>
      jsonObject({
        eventId: ref("event.id"),
        fromStatus: ref("event.fromStatus"),
        toStatus: ref("event.toStatus"),
        reason: ref("event.reason"),
        actorKind: ref("event.actorKind"),
        deviceId: ref("event.deviceId"),
        clientOperationId: ref("event.clientOperationId"),
        metadata: ref("event.metadata"),
        occurredAt: instantText(ref("event.occurredAt")),
      }).as("entry"),
    )
    .whereRef("event.taskId", "=", "task.id")
    .orderBy("event.occurredAt")
    .orderBy("event.id"),
);

/** Operations on the task, refused ones too, without notes and values; found through the index on their day. */
const receipts = jsonList(
  ofTask
    .selectFrom("quickLogOperation as operation")
    .select(({ ref }) =>
      jsonObject({
        receiptId: ref("operation.receiptId"),
        actionKind: ref("operation.actionKind"),
        status: ref("operation.status"),
        rejectionCode: ref("operation.rejectionCode"),
        expectedTaskRevision: ref("operation.expectedTaskRevision"),
        acceptedTaskRevision: ref("operation.acceptedTaskRevision"),
        undoesReceiptId: ref("operation.undoesReceiptId"),
      }).as("entry"),
    )
    .whereRef("operation.relationshipId", "=", "task.relationshipId")
    .whereRef("operation.localDate", "=", "task.localDate")
    .whereRef("operation.taskId", "=", "task.id")
    .orderBy("operation.receiptId"),
);

/** A daily task as stored, with items, history and its receipts by name. @throws Refusal NOT_FOUND. */
export async function getSupportAgendaTask(em: SqlEntityManager, taskId: string) {
  const { items, ...task } = await tables(em)
    .selectFrom("agendaTask as task")
    .where("task.id", "=", taskId)
    .select(["task.id as taskId", "task.workspaceId", "task.relationshipId", "task.localDate"])
    .select(["task.timezone", "task.taskKind", "task.sourceContext", "task.sourceType"])
    .select(["task.sourceId", "task.sourceRevision", "task.sourceChildKey", "task.sourceKey"])
    .select(["task.status", "task.priority", "task.sortKey", snapshotOfTask.as("snapshot")])
    .select(actionSchemaOfTask.as("actionSchema"))
    .select(["task.completionSummary", "task.revision", "task.foreignRevision"])
    .select(["task.revisionBeforeRun", "task.changedByKind", "task.changedByLineageId"])
    .select(["task.lateEvidence", "task.supersededByTaskId"])
    .select(({ ref }) => [
      instantText(ref("task.startsAt")).as("startsAt"),
      instantText(ref("task.dueAt")).as("dueAt"),
      instantText(ref("task.generatedAt")).as("generatedAt"),
      instantText(ref("task.changedAt")).as("changedAt"),
      instantText(ref("task.completedAt")).as("completedAt"),
      instantText(ref("task.canceledAt")).as("canceledAt"),
      instantText(ref("task.supersededAt")).as("supersededAt"),
      itemsOfTask.as("items"),
      history.as("history"),
      receipts.as("receipts"),
    ])
    .executeTakeFirstOrThrow(() => new Refusal("NOT_FOUND"));
  const completionSummary = shownSummary(task.completionSummary);
  return { ...task, completionSummary, items: items.map(shownItem) };
}

/** The progress of a task, without what the client wrote or chose: texts reveal more about a day than numbers. */
function shownSummary({ value, ...summary }: CompletionSummary) {
  if (value === null) return { ...summary, value };
  const { imported, ...stand } = value;
  const manual = imported?.manual ?? null;
  const shownImport = imported && { ...imported, manual: manual && withoutWords(manual) };
  return {
    ...summary,
    value: { ...withoutWords(stand), ...(shownImport && { imported: shownImport }) },
  };
}

type Stand = Omit<DayValue, "imported">;

function withoutWords(stand: Stand) {
  return { ...stand, current: typeof stand.current === "string" ? null : stand.current };
}

type StoredItem = typeof itemsOfTask extends Expression<readonly (infer Item)[]> ? Item : never;

/** An item as support sees it, without values; the keys of its task and source are shown with the task. */
function shownItem(item: StoredItem) {
  const { id: itemId, labelSnapshot: label, amountSnapshot: amount, ...stored } = item;
  const { taskId: _task, relationshipId: _scope, localDate: _day, ...own } = stored;
  const { sourceContext: _context, sourceId: _source, inputValues: _values, ...shown } = own;
  return { itemId, label, amount, ...shown };
}
