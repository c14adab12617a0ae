import type { z } from "zod";
import type {
  completeAllItemsSchema,
  recordTaskValueSchema,
} from "../../contract/quick-log/task-acts-schema.ts";
import type { TaskOperation } from "./admit-task-operation.ts";
import { queuedOperation } from "./queued-operation.ts";
import { sentMembers } from "./sent-members.ts";

/** A value as the operation that a device would have queued, with the payload exactly as sent. */
export function valueOperation(
  taskId: string,
  body: z.output<typeof recordTaskValueSchema>,
  sent: unknown,
): TaskOperation {
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

const VALUE_MEMBERS = ["metricKind", "value", "unit", "sourceType", "recordedAt", "localId"];
const COMPLETE_ALL_MEMBERS = ["confirmed", "values"];

/**
 * Complete-all as the operation that a device would have queued. Without the tap's own time, the time of sending is
 * used: both come from the device's clock, and are corrected alike.
 */
export function completeAllOperation(
  taskId: string,
  body: z.output<typeof completeAllItemsSchema>,
  sent: unknown,
): TaskOperation {
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
