import type * as z from "zod";
import { QUICK_LOG_PAYLOADS, type QuickLogIntent } from "../../contract/quick-log/schema.ts";
import type { OperationType } from "../sync/operation-feature.ts";
import { taskOperation } from "./task-operation.ts";
import { todayTypes } from "./today-types.ts";

/** A type whose operations say what they know of their task. */
function reader<Schema extends z.ZodType>(
  schema: Schema,
  intend: (payload: z.output<Schema>) => QuickLogIntent,
): OperationType<QuickLogIntent> {
  return { ...taskOperation(schema, intend), requiresRevision: true };
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
