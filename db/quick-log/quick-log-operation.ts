import { defineEntity, p } from "@mikro-orm/postgresql";
import type {
  TaskKind,
  CompletionScope,
  QuickLogActionKind,
} from "../../contract/agenda/vocabulary.ts";
import type { SkipReason } from "../../contract/quick-log/vocabulary.ts";
import type { ClockConfidence, ClockFlag } from "../../contract/sync/clock-vocabulary.ts";
import type { FinalStatus } from "../../contract/sync/vocabulary.ts";
import type { QuickLogEffects } from "../../rules/quick-log/quick-log-state.ts";

const QuickLogOperationSchema = defineEntity({
  name: "QuickLogOperation",
  properties: {
    receiptId: p.uuid().primary(),
    workspaceId: p.uuid(),
    relationshipId: p.uuid(),
    lineageId: p.uuid(),
    deviceId: p.uuid(),
    clientOperationId: p.text().collation("C"),
    taskId: p.uuid(),
    itemId: p.uuid().strictNullable(),
    localDate: p.date(),
    taskKind: p.text().$type<TaskKind>(),
    actionKind: p.text().$type<QuickLogActionKind>(),
    scope: p.text().$type<CompletionScope>(),
    expectedTaskRevision: p.integer(),
    acceptedTaskRevision: p.integer().strictNullable(),
    status: p.text().$type<FinalStatus>(),
    rejectionCode: p.text().strictNullable(),
    reason: p.text().$type<SkipReason>().strictNullable(),
    note: p.text().strictNullable(),
    effects: p.json<QuickLogEffects>().strictNullable(),
    undoesReceiptId: p.uuid().strictNullable(),
    actorUserId: p.uuid(),
    clientRecordedAt: p.datetime(),
    correctedAt: p.datetime().strictNullable(),
    recordedOn: p.date().strictNullable(),
    clockConfidence: p.text().$type<ClockConfidence>().strictNullable(),
    clockFlags: p.array<ClockFlag>().columnType("text[]").strictNullable(),
    decidedAt: p.datetime(),
  },
  uniques: [
    {
      name: "quick_log_operation_undoes_unique",
      properties: "undoesReceiptId",
      where: "status = 'ACCEPTED' and undoes_receipt_id is not null",
    },
  ],
  indexes: [
    {
      name: "quick_log_operation_history_idx",
      properties: ["relationshipId", "localDate", "receiptId"],
    },
    { name: "quick_log_operation_task_id_idx", properties: ["taskId", "receiptId"] },
  ],
});

/** What a quick-log operation did or was refused for (docs/rules.md#quick-log-records). */
export class QuickLogOperation extends QuickLogOperationSchema.class {}

QuickLogOperationSchema.setClass(QuickLogOperation);
