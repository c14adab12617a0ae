import type { z } from "zod";
import { taskParamsSchema } from "../../contract/quick-log/schema.ts";
import {
  completeAllItemsAnswerSchema,
  completeAllItemsSchema,
  recordTaskValueAnswerSchema,
  recordTaskValueSchema,
} from "../../contract/quick-log/task-acts-schema.ts";
import { BATCH_LIMITS } from "../../contract/sync/vocabulary.ts";
import { door, type Endpoint } from "../endpoint.ts";
import { parseForDevice } from "../sync/parse-for-device.ts";
import { admitAlone, type LoneOperation } from "./admit-alone.ts";
import { presentCompleteAll, presentValue } from "./present-task-acts.ts";
import { queuedOperation } from "./queued-operation.ts";
import { sentMembers } from "./sent-members.ts";

const shared = {
  method: "POST",
  source: "docs/rules.md#quick-log-routes",
  access: "client",
  traffic: "SYNC",
  params: taskParamsSchema,
  refusals: ["DEVICE_REVOKED", "NOT_FOUND", "RATE_LIMITED", "UNAVAILABLE"],
} as const;

const VALUE_MEMBERS = ["metricKind", "value", "unit", "sourceType", "recordedAt", "localId"];
const COMPLETE_ALL_MEMBERS = ["confirmed", "values"];

/** A payload as large as in a batch, and what is sent beside it. */
const COMPLETE_ALL_BYTES = BATCH_LIMITS.payloadBytes + 16 * 1024;

/** A value as the operation that a device would have queued for it: its payload has what was sent, as it was sent. */
function valueOperation(
  taskId: string,
  body: z.output<typeof recordTaskValueSchema>,
  sent: unknown,
): LoneOperation {
  const { deviceId, clientSentAt, recordedAt, clientRecordedAt = recordedAt } = body;
  const { clientOperationId, expectedTaskRevision, metadata } = body;
  const payload = sentMembers(sent, VALUE_MEMBERS);
  const act = { deviceId, clientOperationId, expectedTaskRevision, metadata, clientRecordedAt };
  return {
    deviceId,
    clientSentAt,
    operation: () =>
      queuedOperation(taskId, { ...act, payload, actionKind: "RECORD_VALUE", scope: "TASK" }),
  };
}

/**
 * Complete-all as the operation that a device would have queued for it. Where the tap's own time is not told it is
 * that of sending: both are the device's, and corrected by what its clock is off.
 */
function completeAllOperation(
  taskId: string,
  body: z.output<typeof completeAllItemsSchema>,
  sent: unknown,
): LoneOperation {
  const { deviceId, clientSentAt, clientOperationId, expectedTaskRevision } = body;
  const { metadata, attachments } = body;
  const clientRecordedAt = body.clientRecordedAt ?? clientSentAt ?? new Date().toISOString();
  const payload = sentMembers(sent, COMPLETE_ALL_MEMBERS);
  const act = { deviceId, clientOperationId, expectedTaskRevision, metadata, clientRecordedAt };
  return {
    deviceId,
    clientSentAt,
    operation: () =>
      queuedOperation(taskId, {
        ...act,
        attachments,
        payload,
        actionKind: "COMPLETE_ALL_ITEMS",
        scope: "GROUP",
      }),
  };
}

/** What is logged of one task by a route of its own: each a batch of one through the door of sync. */
export const taskActEndpoints: readonly Endpoint[] = [
  door({
    ...shared,
    path: "/api/v1/client/quick-log/tasks/{taskId}/values",
    name: "recordTaskValue",
    summary: "Record a value of a task's metric",
    unparsedBody: recordTaskValueSchema,
    answer: recordTaskValueAnswerSchema,
    async handle(input) {
      const { taskId } = input.params;
      const context = { em: input.deps.database.em, caller: input.granted.caller };
      const admitted = await admitAlone(input, async () =>
        valueOperation(
          taskId,
          await parseForDevice(recordTaskValueSchema, input.body, context),
          input.body,
        ),
      );
      return presentValue(admitted);
    },
  }),
  door({
    ...shared,
    path: "/api/v1/client/quick-log/tasks/{taskId}/complete-all",
    name: "completeAllItems",
    summary: "Tick all items of a task that may be ticked at once",
    bodyLimit: COMPLETE_ALL_BYTES,
    unparsedBody: completeAllItemsSchema,
    answer: completeAllItemsAnswerSchema,
    async handle(input) {
      const { taskId } = input.params;
      const context = { em: input.deps.database.em, caller: input.granted.caller };
      const admitted = await admitAlone(input, async () =>
        completeAllOperation(
          taskId,
          await parseForDevice(completeAllItemsSchema, input.body, context),
          input.body,
        ),
      );
      return presentCompleteAll(admitted);
    },
  }),
];
