import { defineEntity, p } from "@mikro-orm/postgresql";
import type { ValueSourceType } from "../../contract/quick-log/vocabulary.ts";

const QuickLogValueEntrySchema = defineEntity({
  name: "QuickLogValueEntry",
  properties: {
    id: p.uuid().primary(),
    receiptId: p.uuid(),
    relationshipId: p.uuid(),
    taskId: p.uuid(),
    localDate: p.date(),
    metricKind: p.text(),
    numericValue: p.decimal("number").precision(12).scale(3).strictNullable(),
    unit: p.text(),
    sourceType: p.text().$type<ValueSourceType>(),
    sourceDeviceId: p.uuid(),
    recordedAt: p.datetime(),
    supersedesId: p.uuid().strictNullable(),
    createdAt: p.datetime(),
    restatesId: p.uuid().strictNullable(),
  },
  uniques: [
    {
      name: "quick_log_value_entry_supersedes_id_unique",
      properties: "supersedesId",
      where: "supersedes_id is not null",
    },
  ],
  indexes: [{ name: "quick_log_value_entry_task_id_idx", properties: ["taskId", "id"] }],
});

/** A recorded value; a correction is a further entry that names the one it supersedes. */
export class QuickLogValueEntry extends QuickLogValueEntrySchema.class {}

QuickLogValueEntrySchema.setClass(QuickLogValueEntry);
