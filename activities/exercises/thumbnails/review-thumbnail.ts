import { NORMALISATION_VERSION, type ReviewAction } from "../../../contract/exercises/matching.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { stateConflict } from "../../../contract/state-conflict.ts";
import {
  findNextCandidate,
  findReviewedItem,
  lockReview,
  type ReviewRows,
  saveRejection,
} from "../../../db/exercises/thumbnails/review-rows.ts";
import { ThumbnailDecision } from "../../../db/exercises/thumbnails/thumbnail-decision.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";
import { type Reviewed, reviewedColumns } from "./matched-columns.ts";
import { emitMediaUpdated } from "./emit-media-updated.ts";

/**
 * Stores a reviewer's decision on what an exercise shows (docs/rooms/exercises.md#review).
 *
 * @returns the exercise.
 * @throws Refusal NOT_FOUND for a candidate or an item that does not exist or has no picture. STATE_CONFLICT when the
 * mapping changed since it was read, or the candidate was rejected.
 */
export async function reviewThumbnail(tx: Tx, deed: ReviewDeed): Promise<string> {
  const rows = await lockReview(tx, deed.candidateId);
  if (rows === null) throw new Refusal("NOT_FOUND");
  const { mapping } = rows;
  if (mapping.revision !== deed.expectedRevision) throw stateConflict("CHANGED_SINCE_READ");
  if (rows.isRejected && deed.action !== "UNMATCH" && deed.action !== "REPLACE")
    throw stateConflict("CANDIDATE_REJECTED");
  const now = await clockNow(tx);
  const before = { status: mapping.status, assetId: mapping.assetId };
  const reviewed = await decide(tx, rows, { deed, now });
  const { status, item } = reviewed;
  const { reviewer } = deed;
  const columns = reviewedColumns(reviewed, { reviewer, now });
  tx.assign(mapping, { ...columns, revision: mapping.revision + 1 });
  tx.create(ThumbnailDecision, {
    id: newId(),
    exerciseId: mapping.exerciseId,
    itemId: item?.id ?? rows.candidate.itemId,
    action: deed.action,
    fromStatus: before.status,
    toStatus: status,
    revision: mapping.revision,
    reviewer,
    note: deed.note,
    decidedAt: now,
  });
  await tx.flush();
  const isChanged = before.assetId !== mapping.assetId;
  const origin = { now, requestId: deed.requestId };
  await emitMediaUpdated(tx, isChanged ? [mapping] : [], origin);
  return mapping.exerciseId;
}

/** A reviewer's action on a candidate. */
export interface ReviewDeed {
  readonly candidateId: string;
  readonly action: ReviewAction;
  /** For REPLACE: the item that shows the exercise instead. */
  readonly libraryItemId: string | null;
  /** Revision of the mapping that the reviewer saw. */
  readonly expectedRevision: number;
  readonly note: string | null;
  /** Name of the reviewer, safe to store. */
  readonly reviewer: string;
  readonly requestId: string;
}

async function decide(
  tx: Tx,
  rows: ReviewRows,
  { deed, now }: { readonly deed: ReviewDeed; readonly now: Date },
): Promise<Reviewed> {
  switch (deed.action) {
    case "APPROVE":
      return { status: "APPROVED", item: await itemOf(tx, rows.candidate.itemId) };
    case "REPLACE":
      return { status: "APPROVED", item: await itemOf(tx, deed.libraryItemId ?? "") };
    case "UNMATCH":
      return { status: "UNMATCHED", item: null };
    case "REJECT":
      return await reject(tx, rows, { deed, now });
  }
}

async function itemOf(tx: Tx, itemId: string) {
  const item = await findReviewedItem(tx, itemId);
  if (item === null) throw new Refusal("NOT_FOUND");
  return item;
}

/** The pair stays rejected, and the next best candidate comes up for review. Another approved picture stays. */
async function reject(
  tx: Tx,
  { mapping, candidate }: ReviewRows,
  { deed, now }: { readonly deed: ReviewDeed; readonly now: Date },
): Promise<Reviewed> {
  const { exerciseId, promptVersion } = mapping;
  await saveRejection(tx, {
    exerciseId,
    itemId: candidate.itemId,
    normalisationVersion: NORMALISATION_VERSION,
    promptVersion,
    rejectedBy: deed.reviewer,
    rejectedAt: now,
  });
  const next = await findNextCandidate(tx, exerciseId);
  tx.assign(mapping, {
    candidateId: next?.id ?? null,
    score: next?.score ?? null,
    hasConflict: next !== null && next.conflicts.length > 0,
  });
  const { itemId, itemHash, assetId } = mapping;
  if (itemId !== null && itemHash !== null && assetId !== null && itemId !== candidate.itemId)
    return { status: "APPROVED", item: { id: itemId, itemHash, assetId } };
  const isWorthALook = next !== null && next.verdict !== "UNMATCHED";
  return { status: isWorthALook ? "NEEDS_REVIEW" : "REJECTED", item: null };
}
