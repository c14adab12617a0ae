import type * as z from "zod";
import { importPayloadSchema } from "../../contract/quick-log/import-schema.ts";
import {
  type LoggedIntent,
  QUICK_LOG_PAYLOADS,
  type QuickLogIntent,
  type UndoOperation,
  undoPayloadSchema,
} from "../../contract/quick-log/schema.ts";
import { IMPORT_OPERATION } from "../../contract/quick-log/vocabulary.ts";
import type { OperationType } from "../sync/operation-feature.ts";
import { payloadVersion } from "../payload-version.ts";
import { takingMedia, taskOperation } from "./task-operation.ts";
import { todayTypes } from "./today-types.ts";

/** A type whose operations state what they know of their task. */
function reader<Schema extends z.ZodType>(
  schema: Schema,
  intend: (payload: z.output<Schema>) => QuickLogIntent,
): OperationType<QuickLogIntent> {
  return { ...taskOperation(schema, intend), requiresRevision: true };
}

const payloads = QUICK_LOG_PAYLOADS;

/** An import names no task and no revision, and applies to all tasks of its metric. */
const importType: OperationType<LoggedIntent> = {
  principals: ["CLIENT"],
  requiresRevision: false,
  refusedEvent: "QuickLogOperationRejected",
  makes: "quick_log_value_entry",
  versions: new Map([
    [
      1,
      payloadVersion(importPayloadSchema, (payload) => ({ actionKind: "IMPORT_VALUE", payload })),
    ],
  ]),
};

/** The first version knew no other phones: the operation it names is always the phone's own. */
function undoType(): OperationType<QuickLogIntent> {
  const intend = (payload: UndoOperation): QuickLogIntent => ({ actionKind: "UNDO", payload });
  const first = taskOperation(payloads["quick-log.undo"], intend);
  return {
    ...first,
    follows: ["undoesClientOperationId"],
    versions: new Map([...first.versions, [2, payloadVersion(undoPayloadSchema, intend)]]),
  };
}

/**
 * The quick-log operations that sync admits: by the relationship's client, against the task's revision. Whether a
 * value, or its undo, must name a revision depends on the task.
 */
export const quickLogTypes: ReadonlyMap<string, OperationType<LoggedIntent>> = new Map<
  string,
  OperationType<LoggedIntent>
>([
  [
    "quick-log.complete-task",
    takingMedia(
      ["COMPLETE_TASK"],
      reader(payloads["quick-log.complete-task"], (payload) => ({
        actionKind: "COMPLETE_TASK",
        payload,
      })),
    ),
  ],
  [
    "quick-log.complete-item",
    takingMedia(
      ["COMPLETE_ITEM"],
      reader(payloads["quick-log.complete-item"], (payload) => ({
        actionKind: "COMPLETE_ITEM",
        payload,
      })),
    ),
  ],
  [
    "quick-log.complete-all",
    takingMedia(
      ["COMPLETE_ALL_ITEMS"],
      reader(payloads["quick-log.complete-all"], (payload) => ({
        actionKind: "COMPLETE_ALL_ITEMS",
        payload,
      })),
    ),
  ],
  [
    "quick-log.record-value",
    {
      ...taskOperation(payloads["quick-log.record-value"], (payload) => ({
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
    "quick-log.open-structured-log",
    reader(payloads["quick-log.open-structured-log"], (payload) => ({
      actionKind: "OPEN_STRUCTURED_LOG",
      payload,
    })),
  ],
  [
    "quick-log.snooze",
    reader(payloads["quick-log.snooze"], (payload) => ({ actionKind: "SNOOZE", payload })),
  ],
  ["quick-log.undo", undoType()],
  [IMPORT_OPERATION, importType],
  ...todayTypes,
]);
