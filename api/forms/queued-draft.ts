import type { z } from "zod";
import { SAVE_DRAFT } from "../../activities/forms/form-feature.ts";
import { checksumOf } from "../../activities/sync/admission/prepare/judge-operation.ts";
import type { saveDraftSchema } from "../../contract/forms/assignment-schema.ts";
import type { Operation } from "../../contract/sync/schema.ts";

/**
 * A draft saved online, as the operation that a device would have queued: same type, payload and checksum. Sent once
 * online and once by sync, it is one operation with one receipt (docs/rooms/forms.md#versions-and-drafts).
 */
export function queuedDraft(
  formAssignmentId: string,
  { answers, metadata, ...saving }: z.output<typeof saveDraftSchema>,
): Operation {
  const payload = { formAssignmentId, answers };
  return {
    clientOperationId: saving.clientOperationId,
    operationType: SAVE_DRAFT,
    operationVersion: 1,
    localSequence: 0,
    expectedRevision: saving.expectedRevision,
    clientRecordedAt: saving.clientRecordedAt,
    payloadChecksum: checksumOf(payload),
    payload,
    ...(metadata === undefined ? {} : { metadata }),
  };
}
