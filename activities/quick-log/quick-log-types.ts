import type * as z from "zod";
import { QUICK_LOG_PAYLOADS, type QuickLogIntent } from "../../contract/quick-log/schema.ts";
import type { OperationType } from "../sync/operation-feature.ts";
import { todayTypes } from "./today-types.ts";

/** Reads a payload of version 1, or null when it is not one. */
function reader<Schema extends z.ZodType>(
  schema: Schema,
  intend: (payload: z.output<Schema>) => QuickLogIntent,
): OperationType<QuickLogIntent> {
  const read = (payload: unknown): QuickLogIntent | null => {
    const parsed = schema.safeParse(payload);
    return parsed.success ? intend(parsed.data) : null;
  };
  return {
    principals: ["CLIENT"],
    requiresRevision: true,
    references: { taskId: "agenda_task" },
    refusedEvent: "QuickLogOperationRejected",
    versions: new Map([[1, { payload: schema, read }]]),
  };
}

const payloads = QUICK_LOG_PAYLOADS;

/** The quick-log operations sync admits: by the relationship's client, against the task's revision. */
export const quickLogTypes: ReadonlyMap<string, OperationType<QuickLogIntent>> = new Map([
  [
    "quick-log.complete-task",
    reader(payloads["quick-log.complete-task"], (payload) => ({
      actionKind: "COMPLETE_TASK",
      payload,
    })),
  ],
  [
    "quick-log.complete-item",
    reader(payloads["quick-log.complete-item"], (payload) => ({
      actionKind: "COMPLETE_ITEM",
      payload,
    })),
  ],
  [
    "quick-log.complete-all",
    reader(payloads["quick-log.complete-all"], (payload) => ({
      actionKind: "COMPLETE_ALL_ITEMS",
      payload,
    })),
  ],
  [
    "quick-log.record-value",
    {
      ...reader(payloads["quick-log.record-value"], (payload) => ({
        actionKind: "RECORD_VALUE",
        payload,
      })),
      makes: "quick_log_value_entry",
    },
  ],
  [
    "quick-log.skip",
    reader(payloads["quick-log.skip"], (payload) => ({ actionKind: "SKIP", payload })),
  ],
  [
    "quick-log.undo",
    reader(payloads["quick-log.undo"], (payload) => ({ actionKind: "UNDO", payload })),
  ],
  ...todayTypes,
]);
