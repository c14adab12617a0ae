import { lockFreeScopes } from "../platform/scopes/lock-scopes.ts";
import { clockNow } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { Media } from "./media.ts";
import { OperationAttachment } from "./operation-attachment.ts";
import { Upload } from "./upload.ts";

/** Marks all media of a relationship for erasure, with their pending uploads. */
export async function markErasing(tx: Tx, relationshipId: string): Promise<void> {
  await tables(tx)
    .with("ended", (part) =>
      part
        .updateTable("upload")
        .from("media")
        .set({ status: "EXPIRED", updatedAt: clockNow })
        .whereRef("media.id", "=", "upload.mediaId")
        .where("media.relationshipId", "=", relationshipId)
        .where("upload.status", "in", ["PENDING", "READY"]),
    )
    .updateTable("media")
    .set({ status: "ERASING", wantedAt: null, updatedAt: clockNow })
    .where("relationshipId", "=", relationshipId)
    .where("status", "<>", "ERASING")
    .execute();
}

/**
 * Deletes media marked for erasure that have no bytes left, with their uploads and attachments. Busy relationships
 * are skipped.
 *
 * @returns how many were deleted.
 */
export async function forgetMedia(tx: Tx, limit: number, skip = 0): Promise<number> {
  const found = await listBare(tx, limit, skip);
  const scopes = await lockFreeScopes(tx, [...new Set(found.map((row) => row.relationshipId))]);
  // A device may have started to send one of them again before its relationship was locked.
  const bare = await listBare(tx, limit, skip);
  const ids = bare
    .filter(({ relationshipId }) => scopes.includes(relationshipId))
    .map(({ mediaId }) => mediaId);
  await tx.nativeDelete(OperationAttachment, { mediaId: { $in: ids } });
  await tx.nativeDelete(Upload, { mediaId: { $in: ids } });
  await tx.nativeDelete(Media, { id: { $in: ids } });
  return ids.length;
}

async function listBare(tx: Tx, limit: number, skip: number) {
  return await tables(tx)
    .selectFrom("media")
    .select(["id as mediaId", "relationshipId"])
    .where("status", "=", "ERASING")
    .where("storageKey", "is", null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("upload")
            .select("upload.id")
            .whereRef("upload.mediaId", "=", "media.id")
            .where("upload.storageKey", "is not", null),
        ),
      ),
    )
    .orderBy("id")
    .limit(limit)
    .offset(skip)
    .execute();
}
