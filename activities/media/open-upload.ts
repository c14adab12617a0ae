import type { UploadRequest } from "../../contract/media/schema.ts";
import { type MediaLimits, UPLOAD_HOURS } from "../../contract/media/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { findRelationship } from "../../db/relationships/guard/queries.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { findMediaUsage } from "../../db/media/find-media-usage.ts";
import { Media } from "../../db/media/media.ts";
import type { UploadOwner } from "../../db/media/queries.ts";
import { Upload } from "../../db/media/upload.ts";
import { newId } from "../../db/platform/new-id.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { isLive, judgeAnnouncement } from "../../rules/media/judge-announcement.ts";
import { judgeRoom } from "../../rules/media/judge-room.ts";

/** A file that a device announces. */
export interface OpenUpload extends UploadOwner {
  readonly announced: UploadRequest;
  readonly limits: MediaLimits;
}

/** Retry delay after too many open uploads, some of which may have ended by then. */
const CROWDED_SECONDS = 60;

/** The same with the present instant, under the lock of the relationship. */
interface Opening extends OpenUpload {
  readonly now: Date;
}

/**
 * Opens the upload of a file, or returns the valid one. Each content of an owner in a relationship has one media
 * record, even if its upload expires and starts again (docs/rooms/media.md#uploads).
 *
 * @returns id of the upload.
 * @throws Refusal
 * - NOT_FOUND: the relationship
 * - RELATIONSHIP_INACTIVE: paused
 * - STATE_CONFLICT: this content is known with another size or type, or the relationship's storage is full
 * - RATE_LIMITED: too many open uploads
 */
export async function openUpload(tx: Tx, input: OpenUpload): Promise<string> {
  const { relationshipId, contentHash } = input.announced;
  if (!(await lockScope(tx, relationshipId))) throw new Refusal("NOT_FOUND");
  const now = await clockNow(tx);
  const workspaceId = await getOpenWorkspace(tx, input);
  const opening = { ...input, now };
  const media = await tx.findOne(Media, {
    relationshipId,
    ownerUserId: input.userId,
    contentHash,
  });
  return media === null
    ? await beginUpload(tx, newMedia(tx, opening, workspaceId), opening)
    : await refreshUpload(tx, media, opening);
}

/** The workspace of a relationship that still accepts media from this user. */
async function getOpenWorkspace(tx: Tx, { userId, as, announced }: OpenUpload): Promise<string> {
  const row = await findRelationship(tx, userId, announced.relationshipId);
  const takesPart = as === "CLIENT" ? row?.isClient : row?.isCoach;
  const isOpen = row !== null && row.status !== "ENDED" && row.workspaceStatus === "ACTIVE";
  if (takesPart !== true || !isOpen) throw new Refusal("NOT_FOUND");
  if (row.status === "PAUSED") throw new Refusal("RELATIONSHIP_INACTIVE");
  return row.workspaceId;
}

async function refreshUpload(tx: Tx, media: Media, opening: Opening): Promise<string> {
  const { announced, now } = opening;
  const uploads = await tx.find(Upload, { mediaId: media.id }, { orderBy: { id: "desc" } });
  const judged = judgeAnnouncement(media, uploads, { ...announced, now });
  if (judged.kind === "DIFFERS") throw stateConflict("ANNOUNCED_OTHERWISE");
  media.wantedAt = now;
  if (judged.kind === "SAME") {
    await tx.flush();
    return judged.uploadId;
  }
  const overdue = uploads.filter(({ status }) => status === "PENDING");
  for (const upload of overdue.filter((candidate) => !isLive(candidate, now)))
    tx.assign(upload, { status: "EXPIRED", updatedAt: now });
  // Only one upload may be open: flush the end of the expired one before the next opens.
  await tx.flush();
  if (judged.kind === "THERE") return await recordUpload(tx, media, { ...opening, isThere: true });
  const { sizeBytes, contentType } = announced;
  const again = { status: "PENDING", rejectionCode: null, updatedAt: now } as const;
  tx.assign(media, { ...again, sizeBytes, contentType });
  return await beginUpload(tx, media, opening);
}

function newMedia(tx: Tx, { userId, announced, now }: Opening, workspaceId: string): Media {
  const { relationshipId, contentHash, sizeBytes, contentType } = announced;
  const media = tx.create(Media, {
    id: newId(),
    workspaceId,
    relationshipId,
    ownerUserId: userId,
    contentHash,
    sizeBytes,
    contentType,
    status: "PENDING",
    rejectionCode: null,
    storageKey: null,
    wantedAt: now,
    createdAt: now,
    updatedAt: now,
  });
  tx.persist(media);
  return media;
}

async function beginUpload(tx: Tx, media: Media, opening: Opening): Promise<string> {
  await requireRoom(tx, opening);
  return await recordUpload(tx, media, { ...opening, isThere: false });
}

/** The lock of the relationship prevents two uploads from taking the same last bytes. */
async function requireRoom(tx: Tx, { userId, announced, limits }: Opening): Promise<void> {
  const { relationshipId, sizeBytes } = announced;
  const usage = await findMediaUsage(tx, { relationshipId, userId });
  switch (judgeRoom(usage, limits, sizeBytes)) {
    case "ROOM":
      return;
    case "CROWDED":
      throw new Refusal("RATE_LIMITED", { retryAfterSeconds: CROWDED_SECONDS });
    case "FULL":
      throw stateConflict("STORAGE_FULL");
  }
}

/** An upload that is still to come, or one with nothing to send. */
async function recordUpload(
  tx: Tx,
  media: Media,
  { announced, now, isThere }: Opening & { readonly isThere: boolean },
): Promise<string> {
  const upload = tx.create(Upload, {
    id: newId(),
    mediaId: media.id,
    purpose: announced.purpose,
    status: isThere ? "READY" : "PENDING",
    rejectionCode: null,
    storageKey: isThere ? null : newId(),
    receivedBytes: isThere ? media.sizeBytes : 0,
    expiresAt: new Date(now.getTime() + UPLOAD_HOURS * 3_600_000),
    createdAt: now,
    updatedAt: now,
  });
  tx.persist(upload);
  await tx.flush();
  return upload.id;
}
