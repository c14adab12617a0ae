import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder } from "kysely";
import { Refusal } from "../../contract/refusal.ts";
import { clockOnce } from "../platform/clock-once.ts";
import { holds, instantText } from "../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../tables.ts";

/** An upload with its media record; instants are RFC 3339. */
export type UploadView = Awaited<ReturnType<typeof getOwnUpload>>;

/** Uploads with their media; `isOverdue` marks those PENDING for too long. */
export function uploads(em: SqlEntityManager) {
  return tables(em)
    .selectFrom("upload")
    .innerJoin("media", "media.id", "upload.mediaId")
    .select((upload) => [
      "upload.id as uploadId",
      "media.id as mediaId",
      "media.relationshipId",
      "media.ownerUserId",
      "upload.purpose",
      "upload.status",
      "upload.rejectionCode",
      "upload.storageKey",
      "upload.receivedBytes",
      instantText(upload.ref("upload.expiresAt")).as("expiresAt"),
      holds(
        upload.and([
          upload("upload.status", "=", "PENDING"),
          upload("upload.expiresAt", "<=", clockOnce),
        ]),
      ).as("isOverdue"),
      "media.status as mediaStatus",
      "media.contentType",
      "media.contentHash",
      "media.sizeBytes",
    ]);
}

/** The upload with this id, from any user, or null. */
export async function findUpload(
  em: SqlEntityManager,
  uploadId: string,
): Promise<UploadView | null> {
  return (await uploads(em).where("upload.id", "=", uploadId).executeTakeFirst()) ?? null;
}

/** The user asking for their own upload: as the client of its relationship, or as a coach of its workspace. */
export interface UploadOwner {
  readonly userId: string;
  readonly as: "CLIENT" | "COACH";
}

/**
 * An upload that this user started, while they take part in its relationship.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function getOwnUpload(
  em: SqlEntityManager,
  uploadId: string,
  { userId, as }: UploadOwner,
) {
  const row = await uploads(em)
    .innerJoin("relationship", "relationship.id", "media.relationshipId")
    .innerJoin("coachWorkspace as workspace", "workspace.id", "relationship.workspaceId")
    .where("upload.id", "=", uploadId)
    .where("media.ownerUserId", "=", userId)
    .where("relationship.status", "<>", "ENDED")
    .where("workspace.status", "=", "ACTIVE")
    .where((of) =>
      as === "CLIENT" ? of("relationship.clientUserId", "=", userId) : coaches(userId),
    )
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("NOT_FOUND");
  return row;
}

/** Stored media; the instant is RFC 3339, the storage key is never shown. */
export type MediaView = Awaited<ReturnType<typeof getShownMedia>>;

/**
 * Media that this user may see. A client sees their own while the relationship lasts; a coach sees those of the
 * workspace, from ended relationships too (docs/rooms/relationships.md#lifecycle).
 *
 * @throws Refusal NOT_FOUND, WORKSPACE_SUSPENDED (to its coaches).
 */
export async function getShownMedia(
  em: SqlEntityManager,
  mediaId: string,
  { userId, as }: UploadOwner,
) {
  const row = await tables(em)
    .selectFrom("media")
    .innerJoin("relationship", "relationship.id", "media.relationshipId")
    .innerJoin("coachWorkspace as workspace", "workspace.id", "relationship.workspaceId")
    .select((media) => [
      "media.id as mediaId",
      "media.relationshipId",
      "media.ownerUserId",
      "media.storageKey",
      "media.contentType",
      "media.contentHash",
      "media.sizeBytes",
      instantText(media.ref("media.createdAt")).as("createdAt"),
      "workspace.status as workspaceStatus",
    ])
    .where("media.id", "=", mediaId)
    .where("media.status", "=", "READY")
    .where((of) =>
      as === "COACH"
        ? coaches(userId)
        : of.and([
            of("media.ownerUserId", "=", userId),
            of("relationship.clientUserId", "=", userId),
            of("relationship.status", "<>", "ENDED"),
            of("workspace.status", "=", "ACTIVE"),
          ]),
    )
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("NOT_FOUND");
  const { workspaceStatus, storageKey, ...media } = row;
  if (workspaceStatus === "SUSPENDED") throw new Refusal("WORKSPACE_SUSPENDED");
  if (storageKey === null) throw new Error("READY media have no storage key");
  return { ...media, storageKey };
}

/** Whether a user coaches in the statement's workspace. */
function coaches(userId: string) {
  const { exists, selectFrom } = expressionBuilder<
    Tables & { workspace: Tables["coachWorkspace"] },
    "workspace"
  >();
  return exists(
    selectFrom("workspaceMembership as membership")
      .select("membership.id")
      .whereRef("membership.workspaceId", "=", "workspace.id")
      .where("membership.userId", "=", userId)
      .where("membership.status", "=", "ACTIVE"),
  );
}

/** The expected or stored file of a storage key; null for an unknown key. */
export async function findStoredFile(em: SqlEntityManager, storageKey: string) {
  const found = await tables(em)
    .selectFrom("media")
    .select(["sizeBytes", "contentType"])
    .where("storageKey", "=", storageKey)
    .unionAll((further) =>
      further
        .selectFrom("upload")
        .innerJoin("media", "media.id", "upload.mediaId")
        .select(["media.sizeBytes", "media.contentType"])
        .where("upload.storageKey", "=", storageKey),
    )
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Lists the named uploads that this user started for this relationship. The caller, which admits operations, has locked
 * the relationship, so that none of them changes meanwhile.
 */
export async function listReferencedUploads(
  em: SqlEntityManager,
  page: {
    readonly relationshipId: string;
    readonly userId: string;
    readonly uploadIds: readonly string[];
  },
) {
  return await tables(em)
    .selectFrom("upload")
    .innerJoin("media", "media.id", "upload.mediaId")
    .select([
      "upload.id as uploadId",
      "media.id as mediaId",
      "upload.purpose",
      "upload.status",
      "upload.expiresAt",
      "media.status as mediaStatus",
    ])
    .where(({ eb, fn, val }) => eb("upload.id", "=", fn.any(val(page.uploadIds))))
    .where("media.relationshipId", "=", page.relationshipId)
    .where("media.ownerUserId", "=", page.userId)
    .execute();
}
