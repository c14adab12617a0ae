import { expressionBuilder } from "kysely";
import { instantText, jsonList, jsonObject } from "../../platform/statements/sql-parts.ts";
import type { Tables } from "../../tables.ts";

/** A task, by its alias in a statement. */
const ofTask = expressionBuilder<Tables & { readonly task: Tables["agendaTask"] }, "task">();

/** An item, by its alias in a statement. */
const ofItem = expressionBuilder<Tables & { readonly item: Tables["agendaTaskItem"] }, "item">();

/** The reason of a skipped item, from the operation that skipped it; null for any other. */
export const skipReasonOfItem = ofItem
  .case()
  .when("item.status", "=", "SKIPPED")
  .then(
    ofItem
      .selectFrom("quickLogOperation as skip")
      .select("skip.reason")
      .whereRef("skip.receiptId", "=", "item.latestReceiptId")
      .limit(1),
  )
  .end();

/** Items of a task, in order, with instants as text. */
export const itemsOfTask = jsonList(
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
        inputValues: ref("item.inputValues"),
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

/** The present state of a task's items, in order. */
export const statesOfItems = jsonList(
  ofTask
    .selectFrom("agendaTaskItem as item")
    .select(({ ref }) =>
      jsonObject({
        id: ref("item.id"),
        status: ref("item.status"),
        revision: ref("item.revision"),
      }).as("entry"),
    )
    .whereRef("item.taskId", "=", "task.id")
    .orderBy("item.sortOrder")
    .orderBy("item.id"),
);
