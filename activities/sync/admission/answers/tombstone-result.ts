import type { CanonicalId, Operation, OperationResult } from "../../../../contract/sync/schema.ts";
import {
  VERDICT_CODES,
  type SyncEntityType,
  type VerdictCode,
} from "../../../../contract/sync/vocabulary.ts";
import type { KnownTombstone } from "../../../../db/sync/admission/load-admission.ts";
import { refuse } from "../../../../rules/sync/decision.ts";
import {
  acceptedResult,
  refusedResult,
  replayedResult,
} from "../../../../rules/sync/operation-result.ts";
import { scopeRefetch } from "../../../../rules/sync/scope-refetch.ts";
import { findOperationType, type OperationFeature } from "../../operation-feature.ts";

/**
 * Replays what a tombstone still contains (docs/rooms/sync.md#retention): status, receipt id, revision and canonical
 * id, and a hint to read the scope again. A refusal is replayed by its code, with a message in the present language.
 */
export function tombstoneResult(
  operation: Operation,
  tombstone: KnownTombstone,
  context: TombstoneContext,
): OperationResult {
  const { receiptId, status, canonicalId, revision } = tombstone;
  const frame = {
    clientOperationId: operation.clientOperationId,
    receiptId,
    diagnosticsRef: receiptId,
    locale: operation.metadata?.locale ?? null,
  };
  const refetch = [scopeRefetch(context, "CHANGED")];
  if (status !== "ACCEPTED" || canonicalId === null || revision === null)
    return refusedResult(frame, { ...refuse(refusedCode(tombstone)), refetch });
  const { operationType } = operation;
  const makes = findOperationType(context.features, operationType)?.type.makes;
  const canonicalIds = localIds(operation, canonicalId, makes);
  const accepted = { accepted: true, canonicalRecordId: canonicalId } as const;
  return replayedResult(acceptedResult(frame, { ...accepted, revision, canonicalIds, refetch }));
}

/** The device of an operation, and the features that know what its type creates. */
export interface TombstoneContext {
  readonly relationshipId: string;
  readonly deviceId: string;
  readonly features: readonly OperationFeature[];
}

/** The payload is unchanged, because its checksum is part of the fingerprint. */
function localIds(
  { payload }: Operation,
  canonicalId: string,
  entityType: SyncEntityType | undefined,
): CanonicalId[] {
  const { localId } = payload;
  if (entityType === undefined || typeof localId !== "string") return [];
  return [{ localId, canonicalId, entityType }];
}

/** Maps a code that no longer exists to a code of its category. */
function refusedCode({ status, code }: KnownTombstone): VerdictCode {
  if (isVerdictCode(code)) return code;
  return status === "CONFLICT" ? "STALE_REVISION" : "PAYLOAD_INVALID";
}

function isVerdictCode(code: string): code is VerdictCode {
  return Object.hasOwn(VERDICT_CODES, code);
}
