import type { z } from "zod";
import { checksumOf } from "../../activities/sync/admission/judge-operation.ts";
import type {
  completeTaskSchema,
  skipTaskSchema,
  startTaskSchema,
} from "../../contract/quick-log/today-schema.ts";
import type { TODAY_OPERATIONS } from "../../contract/quick-log/vocabulary.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import type { LoneOperation } from "./admit-alone.ts";

type StartTask = z.output<typeof startTaskSchema>;
type CompleteTask = z.output<typeof completeTaskSchema>;
type SkipTask = z.output<typeof skipTaskSchema>;

/** A start as the operation that a device would have queued for it. */
export function startOperation(taskId: string, body: StartTask): LoneOperation {
  return queuedToday("today.start", body, { at: body.startedAt, payload: { taskId } });
}

/** A completion as the operation that a device would have queued for it. */
export function completeOperation(taskId: string, body: CompleteTask): LoneOperation {
  const { confirmed, completion, completedAt: at } = body;
  const payload = {
    taskId,
    ...(confirmed !== undefined && { confirmed }),
    ...(completion !== undefined && { completion }),
  };
  return queuedToday("today.complete", body, { at, payload });
}

/** A skip as the operation that a device would have queued for it. */
export function skipOperation(taskId: string, body: SkipTask): LoneOperation {
  const { reason, note, skippedAt: at } = body;
  const payload = { taskId, reason, ...(note !== undefined && { note }) };
  return queuedToday("today.skip", body, { at, payload });
}

/** Same type, payload and checksum: sent once online and once by sync it is one operation with one receipt. */
function queuedToday(
  operationType: keyof typeof TODAY_OPERATIONS,
  body: StartTask | CompleteTask | SkipTask,
  { at, payload }: { readonly at: string; readonly payload: Operation["payload"] },
): LoneOperation {
  const { deviceId, clientOperationId, expectedTaskRevision, clientSentAt, metadata } = body;
  const operation: Operation = {
    clientOperationId,
    operationType,
    operationVersion: 1,
    localSequence: 0,
    clientRecordedAt: at,
    payloadChecksum: checksumOf(payload),
    payload,
    ...(expectedTaskRevision !== undefined && { expectedRevision: expectedTaskRevision }),
    ...(metadata !== undefined && { metadata }),
  };
  return { deviceId, clientSentAt, operation: () => operation };
}
