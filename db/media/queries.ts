import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { WorkspaceStatus } from "../../contract/workspaces/vocabulary.ts";
import type {
  MediaRejection,
  MediaStatus,
  MediaType,
  UploadPurpose,
  UploadStatus,
} from "../../contract/media/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { wireInstant } from "../transact.ts";

/** An upload with the media record it is for; instants are RFC 3339. */
export interface UploadView {
  readonly uploadId: string;
  readonly mediaId: string;
  readonly relationshipId: string;
  readonly ownerUserId: string;
  readonly purpose: UploadPurpose;
  readonly status: UploadStatus;
  readonly rejectionCode: MediaRejection | null;
  /** Of bytes that are its own; never shown. */
  readonly storageKey: string | null;
  readonly receivedBytes: number;
  readonly expiresAt: string;
  /** PENDING for longer than it may be. */
  readonly isOverdue: boolean;
  readonly mediaStatus: MediaStatus;
  readonly contentType: MediaType;
  readonly contentHash: string;
  readonly sizeBytes: number;
}

/** Columns of {@link UploadView}, of `upload` joined with `media`. */
export const uploadColumns = sql`
  upload.id as "uploadId", media.id as "mediaId", media.relationship_id as "relationshipId",
  media.owner_user_id as "ownerUserId", upload.purpose, upload.status,
  upload.rejection_code as "rejectionCode", upload.storage_key as "storageKey",
  upload.received_bytes::float8 as "receivedBytes",
  ${wireInstant("upload.expires_at")} as "expiresAt",
  upload.status = 'PENDING' and upload.expires_at <= (select clock_now()) as "isOverdue",
  media.status as "mediaStatus", media.content_type as "contentType",
  media.content_hash as "contentHash", media.size_bytes::float8 as "sizeBytes"`;

/** The upload with this id, whoever began it, or null. */
export async function findUpload(
  em: SqlEntityManager,
  uploadId: string,
): Promise<UploadView | null> {
  const { rows } = await sql<UploadView>`
    select ${uploadColumns} from upload join media on media.id = upload.media_id
    where upload.id = ${uploadId}
  `.execute(em.getKysely());
  return rows[0] ?? null;
}

/** Who asks for an upload of his: as the client of its relationship, or as a coach of its workspace. */
export interface UploadOwner {
  readonly userId: string;
  readonly as: "CLIENT" | "COACH";
}

/**
 * An upload that this user began, while he still takes part in its relationship.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function getOwnUpload(
  em: SqlEntityManager,
  uploadId: string,
  { userId, as }: UploadOwner,
): Promise<UploadView> {
  const { rows } = await sql<UploadView>`
    select ${uploadColumns}
    from upload
    join media on media.id = upload.media_id
    join relationship on relationship.id = media.relationship_id
    join coach_workspace workspace on workspace.id = relationship.workspace_id
    where upload.id = ${uploadId} and media.owner_user_id = ${userId}
      and relationship.status <> 'ENDED' and workspace.status = 'ACTIVE'
      and case when ${as === "CLIENT"}::boolean then relationship.client_user_id = ${userId}
        else ${coaches(userId)} end
  `.execute(em.getKysely());
  const row = rows[0];
  if (row === undefined) throw new Refusal("NOT_FOUND");
  return row;
}

/** Media whose bytes are there; the instant is RFC 3339. */
export interface MediaView {
  readonly mediaId: string;
  readonly relationshipId: string;
  readonly ownerUserId: string;
  /** Never shown. */
  readonly storageKey: string;
  readonly contentType: MediaType;
  readonly contentHash: string;
  readonly sizeBytes: number;
  readonly createdAt: string;
}

/**
 * Media that this user may see: a client those they sent, while the relationship goes on; a coach those
 * of the workspace, of relationships that ended too (docs/rules.md#relationships-lifecycle).
 *
 * @throws Refusal NOT_FOUND, WORKSPACE_SUSPENDED (to its coaches).
 */
export async function getShownMedia(
  em: SqlEntityManager,
  mediaId: string,
  { userId, as }: UploadOwner,
): Promise<MediaView> {
  const { rows } = await sql<MediaView & { workspaceStatus: WorkspaceStatus }>`
    select media.id as "mediaId", media.relationship_id as "relationshipId",
      media.owner_user_id as "ownerUserId", media.storage_key as "storageKey",
      media.content_type as "contentType", media.content_hash as "contentHash",
      media.size_bytes::float8 as "sizeBytes", ${wireInstant("media.created_at")} as "createdAt",
      workspace.status as "workspaceStatus"
    from media
    join relationship on relationship.id = media.relationship_id
    join coach_workspace workspace on workspace.id = relationship.workspace_id
    where media.id = ${mediaId} and media.status = 'READY'
      and case when ${as === "CLIENT"}::boolean
        then media.owner_user_id = ${userId} and relationship.client_user_id = ${userId}
          and relationship.status <> 'ENDED' and workspace.status = 'ACTIVE'
        else ${coaches(userId)} end
  `.execute(em.getKysely());
  const row = rows[0];
  if (row === undefined) throw new Refusal("NOT_FOUND");
  const { workspaceStatus, ...media } = row;
  if (workspaceStatus === "SUSPENDED") throw new Refusal("WORKSPACE_SUSPENDED");
  return media;
}

/** Whether a user is a coach of the workspace that a statement looks at. */
const coaches = (userId: string) => sql<boolean>`
  exists (select from workspace_membership membership
    where membership.workspace_id = workspace.id and membership.user_id = ${userId}
      and membership.status = 'ACTIVE')`;

/** What is expected, or lies, under a storage key; null for a key that no record knows. */
export async function findStoredFile(
  em: SqlEntityManager,
  storageKey: string,
): Promise<{ readonly sizeBytes: number; readonly contentType: string } | null> {
  const { rows } = await sql<{ sizeBytes: number; contentType: string }>`
    select size_bytes::float8 as "sizeBytes", content_type as "contentType" from media
    where storage_key = ${storageKey}::uuid
    union all
    select media.size_bytes::float8, media.content_type
    from upload join media on media.id = upload.media_id
    where upload.storage_key = ${storageKey}::uuid
    limit 1
  `.execute(em.getKysely());
  return rows[0] ?? null;
}

/** An upload that operations name; the instant of its end as RFC 3339. */
interface ReferencedUploadRow {
  readonly uploadId: string;
  readonly mediaId: string;
  readonly purpose: UploadPurpose;
  readonly status: UploadStatus;
  readonly expiresAt: string;
  readonly mediaStatus: MediaStatus;
}

/**
 * Those of the named uploads that this user began for this relationship. Whoever admits operations holds
 * the lock of the relationship, so that none of them moves on meanwhile.
 */
export async function listReferencedUploads(
  em: SqlEntityManager,
  asked: {
    readonly relationshipId: string;
    readonly userId: string;
    readonly uploadIds: readonly string[];
  },
): Promise<readonly ReferencedUploadRow[]> {
  const { rows } = await sql<ReferencedUploadRow>`
    select upload.id as "uploadId", media.id as "mediaId", upload.purpose, upload.status,
      ${wireInstant("upload.expires_at")} as "expiresAt", media.status as "mediaStatus"
    from unnest(${asked.uploadIds}::uuid[]) as named (id)
    join upload on upload.id = named.id
    join media on media.id = upload.media_id
    where media.relationship_id = ${asked.relationshipId} and media.owner_user_id = ${asked.userId}
  `.execute(em.getKysely());
  return rows;
}
