import type { z } from "zod";
import { checksumOf } from "../../activities/sync/admission/prepare/judge-operation.ts";
import type {
  completeTaskSchema,
  skipTaskSchema,
  startTaskSchema,
} from "../../contract/quick-log/today-schema.ts";
import type { TODAY_OPERATIONS } from "../../contract/quick-log/vocabulary.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import type { TaskOperation } from "./admit-task-operation.ts";
import { sentMembers } from "./sent-members.ts";

/** A start as the operation that a device would have queued. */
export function startOperation(taskId: string, body: StartTask): TaskOperation {
  return queuedToday("today.start", body, { at: body.startedAt, payload: { taskId } });
}

type StartTask = z.output<typeof startTaskSchema>;
type CompleteTask = z.output<typeof completeTaskSchema>;
type SkipTask = z.output<typeof skipTaskSchema>;

/** A completion as the operation that a device would have queued. */
export function completeOperation(
  taskId: string,
  body: CompleteTask,
  sent: unknown,
): TaskOperation {
  const payload = { ...sentMembers(sent, ["confirmed", "completion"]), taskId };
  return queuedToday("today.complete", body, { at: body.completedAt, payload });
}

/** A skip as the operation that a device would have queued. */
export function skipOperation(taskId: string, body: SkipTask, sent: unknown): TaskOperation {
  const payload = { ...sentMembers(sent, ["reason", "note"]), taskId };
  return queuedToday("today.skip", body, { at: body.skippedAt, payload });
}

/** Same type, payload and checksum: sent once online and once by sync, it is one operation with one receipt. */
function queuedToday(
  operationType: keyof typeof TODAY_OPERATIONS,
  body: StartTask | CompleteTask | SkipTask,
  { at, payload }: { readonly at: string; readonly payload: Operation["payload"] },
): TaskOperation {
  const { deviceId, clientOperationId, expectedTaskRevision, clientSentAt, metadata } = body;
  const attachments = "attachments" in body ? body.attachments : undefined;
  const operation: Operation = {
    clientOperationId,
    operationType,
    operationVersion: 1,
    localSequence: 0,
    clientRecordedAt: at,
    payloadChecksum: checksumOf(payload),
    payload,
    ...(expectedTaskRevision !== undefined && { expectedRevision: expectedTaskRevision }),
    ...(attachments !== undefined && { attachments }),
    ...(metadata !== undefined && { metadata }),
  };
  return { deviceId, clientSentAt, operation: () => operation };
}
