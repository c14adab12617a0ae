import type { OperationResult, RefetchHint } from "../../../contract/sync/schema.ts";
import type { UploadPurpose } from "../../../contract/media/vocabulary.ts";
import type { RefetchReason } from "../../../contract/sync/vocabulary.ts";
import { listReferencedUploads } from "../../../db/media/queries.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { judgeAttachments, type ReferencedUpload } from "../../../rules/media/judge-attachments.ts";
import { findOperationType, type OperationFeature } from "../operation-feature.ts";
import type { ClassifiedOperation, FreshOperation } from "./classify-operations.ts";
import { refuse } from "../../../rules/sync/decision.ts";
import { outcomeOf } from "./outcome.ts";
import { provisionalResult } from "./answers/provisional-result.ts";

/**
 * Loads the media that new operations attach: one statement for all, none without attachments. An operation whose
 * media are in transit waits, unless its type accepts them as pending. One whose media will not arrive must be sent
 * again under the same id (docs/rooms/media.md#attachments).
 */
export async function waitForMedia(
  tx: Tx,
  classified: readonly ClassifiedOperation[],
  scope: MediaScope,
): Promise<readonly ClassifiedOperation[]> {
  const uploadIds = [...new Set(classified.flatMap(uploadIdsOf))];
  if (uploadIds.length === 0) return classified;
  const { relationshipId, actorUserId: userId } = scope;
  const rows = await listReferencedUploads(tx, { relationshipId, userId, uploadIds });
  const named = new Map(rows.map((row) => [row.uploadId, row]));
  return classified.map((entry) => (isLaden(entry) ? judge(entry, named, scope) : entry));
}

/** The scope of the media that operations attach, and the present instant. */
export interface MediaScope {
  readonly relationshipId: string;
  readonly actorUserId: string;
  readonly features: readonly OperationFeature[];
  readonly now: Date;
}

function isLaden(entry: ClassifiedOperation): entry is FreshOperation {
  return uploadIdsOf(entry).length > 0;
}

function uploadIdsOf(entry: ClassifiedOperation): readonly string[] {
  if (entry.kind !== "FRESH" || entry.judged.kind !== "VALID") return [];
  return entry.operation.attachments?.map(({ uploadId }) => uploadId) ?? [];
}

function judge(
  entry: FreshOperation,
  named: ReadonlyMap<string, ReferencedUpload>,
  { features, now }: MediaScope,
): ClassifiedOperation {
  const { operation, ordinal } = entry;
  const judged = judgeAttachments(operation.attachments ?? [], named, now);
  switch (judged.kind) {
    case "THERE":
      return { ...entry, attachments: judged.media };
    case "REFUSED":
      return { ...entry, judged: outcomeOf(refuse("ATTACHMENT_NOT_ALLOWED")) };
    case "EXPIRED":
      return { operation, ordinal, kind: "ANSWERED", result: expired(entry, judged.uploadIds) };
    case "PENDING": {
      const laden = { ...entry, attachments: judged.media };
      const rules = findOperationType(features, operation.operationType)?.type.attachments ?? [];
      const mayBeLate = (purpose: UploadPurpose) =>
        rules.some((rule) => rule.purpose === purpose && rule.takesPending === true);
      const late = judged.media.filter(({ isReady, purpose }) => !isReady && !mayBeLate(purpose));
      if (late.length === 0) return laden;
      const refetch = late.map(({ uploadId }) => uploadHint(uploadId, "PENDING"));
      return {
        ...laden,
        judged: { kind: "WAITING", reason: "MEDIA", until: judged.until, refetch },
      };
    }
  }
}

function expired({ operation }: FreshOperation, uploadIds: readonly string[]): OperationResult {
  const refetch = uploadIds.map((uploadId) => uploadHint(uploadId, "EXPIRED"));
  return provisionalResult(operation, "UPLOAD_EXPIRED", { refetch });
}

function uploadHint(uploadId: string, reason: RefetchReason): RefetchHint {
  const path = `/api/v1/client/uploads/${uploadId}`;
  return { entityType: "upload", entityId: uploadId, path, reason };
}
