import type * as z from "zod";
import {
  QUICK_LOG_ACTIONS,
  type QuickLogActionFacts,
  type QuickLogActionKind,
} from "../../contract/agenda/task-actions.ts";
import { importPayloadSchema } from "../../contract/quick-log/import-schema.ts";
import {
  type LoggedIntent,
  ownUndoPayloadSchema,
  QUICK_LOG_PAYLOADS,
  type QuickLogIntent,
  type QuickLogPayloads,
} from "../../contract/quick-log/payload-schema.ts";
import { IMPORT_OPERATION, QUICK_LOG_OPERATIONS } from "../../contract/quick-log/vocabulary.ts";
import { payloadVersion } from "../payload-version.ts";
import type { OperationType } from "../sync/operation-feature.ts";
import { takingMedia, taskOperation } from "./task-operation.ts";
import { todayTypes } from "./today-types.ts";

/**
 * The quick-log operations that sync admits: by the relationship's client, against the task's revision. Whether a
 * value, or its undo, must name a revision depends on the task.
 */
export const quickLogTypes: ReadonlyMap<string, OperationType<LoggedIntent>> = new Map<
  string,
  OperationType<LoggedIntent>
>([
  ...Object.entries(QUICK_LOG_OPERATIONS)
    .filter(([, { actionKind }]) => actionKind !== "UNDO")
    .map(([type, { actionKind }]) => [type, actionType(actionKind)] as const),
  [QUICK_LOG_ACTIONS.UNDO.operationType, undoType()],
  [IMPORT_OPERATION, importType()],
  ...todayTypes,
]);

/** The type of an action: its names and facts, its payload, and the media that the table of actions permits. */
function actionType<Kind extends QuickLogActionKind>(
  kind: Kind,
): OperationType<QuickLogIntent<Kind>> {
  const { isRevisionByMetric = false, makes }: QuickLogActionFacts = QUICK_LOG_ACTIONS[kind];
  const payloads: PayloadSchemas = QUICK_LOG_PAYLOADS;
  const type = taskOperation(
    payloadVersion(payloads[kind], (payload): QuickLogIntent<Kind> => ({
      actionKind: kind,
      payload,
    })),
  );
  return {
    ...takingMedia([kind], type),
    requiresRevision: !isRevisionByMetric,
    ...(makes !== undefined && { makes }),
  };
}

type PayloadSchemas = {
  readonly [Kind in QuickLogActionKind]: z.ZodType<QuickLogPayloads[Kind]>;
};

/** The first version of an undo knew no other phones: the operation it names is always the phone's own. */
function undoType(): OperationType<QuickLogIntent> {
  const intend = (payload: QuickLogPayloads["UNDO"]) => ({ actionKind: "UNDO", payload }) as const;
  const versions = new Map([
    [1, payloadVersion(ownUndoPayloadSchema, intend)],
    [2, payloadVersion(QUICK_LOG_PAYLOADS.UNDO, intend)],
  ]);
  return { ...actionType("UNDO"), follows: ["undoesClientOperationId"], versions };
}

/** An import names no task and no revision, and applies to all tasks of its metric. */
function importType(): OperationType<LoggedIntent> {
  return {
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
}
