import { defineEntity, p } from "@mikro-orm/postgresql";
import type { InputValues, RequiredInput } from "../../contract/agenda/schema.ts";
import type {
  AgendaItemStatus,
  TaskItemKind,
  TaskSourceContext,
  CompletionSource,
} from "../../contract/agenda/vocabulary.ts";
import { AgendaTask } from "./agenda-task.ts";

const AgendaTaskItemSchema = defineEntity({
  name: "AgendaTaskItem",
  properties: {
    id: p.uuid().primary(),
    taskId: () => p.manyToOne(AgendaTask).mapToPk(),
    relationshipId: p.uuid(),
    localDate: p.date(),
    itemKind: p.text().$type<TaskItemKind>(),
    sourceContext: p.text().$type<TaskSourceContext>(),
    sourceId: p.uuid(),
    sourceItemKey: p.text(),
    sortOrder: p.integer(),
    labelSnapshot: p.text(),
    amountSnapshot: p.text().strictNullable(),
    inputSchema: p.json<readonly RequiredInput[]>(),
    inputValues: p.json<InputValues>().strictNullable(),
    bulkEligible: p.boolean(),
    status: p.text().$type<AgendaItemStatus>(),
    revision: p.integer(),
    completionSource: p.text().$type<CompletionSource>().strictNullable(),
    completedAt: p.datetime().strictNullable(),
    skippedAt: p.datetime().strictNullable(),
    latestReceiptId: p.uuid().strictNullable(),
  },
  uniques: [
    {
      name: "agenda_task_item_task_id_source_item_key_unique",
      properties: ["taskId", "sourceItemKey"],
    },
  ],
});

/** An item of a task that is ticked individually (docs/rooms/quick-log.md#records). */
export class AgendaTaskItem extends AgendaTaskItemSchema.class {}
AgendaTaskItemSchema.setClass(AgendaTaskItem);
