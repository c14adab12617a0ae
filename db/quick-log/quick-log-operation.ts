import { defineEntity, p } from "@mikro-orm/postgresql";
import type { QuickLogActionKind } from "../../contract/agenda/task-actions.ts";
import type { ImportSourceType } from "../../contract/agenda/value-vocabulary.ts";
import type { CompletionScope, TaskStatus } from "../../contract/agenda/vocabulary.ts";
import type {
  RecordFlag,
  SkipReason,
  ValueSourceType,
} from "../../contract/quick-log/vocabulary.ts";
import type { ClockConfidence } from "../../contract/sync/clock-vocabulary.ts";
import type { FinalStatus } from "../../contract/sync/vocabulary.ts";
import type { StoredEffects } from "../../rules/quick-log/stored-effects.ts";

const QuickLogOperationSchema = defineEntity({
  name: "QuickLogOperation",
  properties: {
    receiptId: p.uuid().primary(),
    relationshipId: p.uuid(),
    taskId: p.uuid().strictNullable(),
    itemId: p.uuid().strictNullable(),
    undoesReceiptId: p.uuid().strictNullable(),
    supersedesId: p.uuid().strictNullable(),
    restatesId: p.uuid().strictNullable(),
    clientRecordedAt: p.datetime(),
    correctedAt: p.datetime().strictNullable(),
    recordedAt: p.datetime().strictNullable(),
    windowStart: p.datetime().strictNullable(),
    localDate: p.date(),
    recordedOn: p.date().strictNullable(),
    expectedTaskRevision: p.integer(),
    acceptedTaskRevision: p.integer().strictNullable(),
    actionKind: p.text().$type<QuickLogActionKind>(),
    scope: p.text().$type<CompletionScope>(),
    status: p.text().$type<FinalStatus>(),
    rejectionCode: p.text().strictNullable(),
    reason: p.text().$type<SkipReason>().strictNullable(),
    note: p.text().strictNullable(),
    taskFrom: p.text().$type<TaskStatus>().strictNullable(),
    taskTo: p.text().$type<TaskStatus>().strictNullable(),
    effects: p.json<StoredEffects>().strictNullable(),
    sourceType: p.text().$type<ValueSourceType | ImportSourceType>().strictNullable(),
    numericValue: p.decimal("number").precision(12).scale(3).strictNullable(),
    textValue: p.text().strictNullable(),
    booleanValue: p.boolean().strictNullable(),
    userEntered: p.boolean().strictNullable(),
    metricKind: p.text().strictNullable(),
    unit: p.text().strictNullable(),
    sourceDevice: p.text().strictNullable(),
    clockConfidence: p.text().$type<ClockConfidence>().strictNullable(),
    clockFlags: p.array<RecordFlag>().columnType("text[]").strictNullable(),
  },
  uniques: [
    {
      name: "quick_log_operation_undoes_unique",
      properties: "undoesReceiptId",
      where: "undoes_receipt_id is not null",
    },
    {
      name: "quick_log_operation_supersedes_unique",
      properties: "supersedesId",
      where: "supersedes_id is not null",
    },
  ],
  indexes: [
    { name: "quick_log_operation_day_idx", properties: ["relationshipId", "localDate"] },
    {
      name: "quick_log_operation_import_idx",
      properties: ["relationshipId", "localDate", "metricKind"],
      where: "task_id is null",
    },
    {
      name: "quick_log_operation_task_id_idx",
      properties: ["taskId", "receiptId"],
      where: "task_id is not null",
    },
  ],
});

/**
 * The history of quick-log: the effects of an operation, or why it was refused, and the one value that it recorded.
 * It never changes (docs/rooms/quick-log.md#records).
 */
export class QuickLogOperation extends QuickLogOperationSchema.class {}

QuickLogOperationSchema.setClass(QuickLogOperation);
