import type { AdmissionState } from "../../../db/sync/admission/load-admission.ts";
import type { AttachmentRow } from "../../../db/sync/admission/write-admission.ts";
import type { Decided, FreshOperation } from "./decide-operations.ts";

/** What was taken along by operations that were accepted, or that are deferred until it is there. */
export function attachmentRows(
  fresh: readonly FreshOperation[],
  { outcomes }: Decided,
): readonly AttachmentRow[] {
  return fresh.flatMap(({ attachments, operation, receiptId, ordinal }) => {
    const outcome = outcomes.get(ordinal);
    const isRefused = outcome?.kind === "DECIDED" && !outcome.decision.accepted;
    if (isRefused) return [];
    return attachments.map(({ uploadId, mediaId, purpose }) => ({
      client_operation_id: operation.clientOperationId,
      upload_id: uploadId,
      media_id: mediaId,
      purpose,
      receipt_id: outcome?.kind === "DECIDED" ? receiptId : null,
    }));
  });
}

/** Of the operations with a verdict, those that were waiting for media and are judged afresh. */
export function resumedIds(
  decidedIds: readonly string[],
  { deferrals }: AdmissionState,
): readonly string[] {
  const decided = new Set(decidedIds);
  return deferrals
    .filter(({ state, reason }) => state === "OPEN" && reason === "MEDIA")
    .map(({ clientOperationId }) => clientOperationId)
    .filter((id) => decided.has(id));
}
