import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { FINAL_UPLOAD_DAYS } from "../../contract/media/vocabulary.ts";
import { deleteOldest } from "../platform/pruning/delete-oldest.ts";
import { secondsAgo } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { Media } from "./media.ts";
import { Upload } from "./upload.ts";

/** Keys of stored files that no record needs, first those of uploads, longest unused first. */
export async function listUnusedFiles(
  em: SqlEntityManager,
  limit: number,
): Promise<readonly string[]> {
  const ofUploads = await tables(em)
    .selectFrom("upload")
    .select("storageKey")
    .where("status", "<>", "PENDING")
    .where("storageKey", "is not", null)
    .orderBy("updatedAt")
    .limit(limit)
    .$narrowType<{ storageKey: string }>()
    .execute();
  const ofMedia = await tables(em)
    .selectFrom("media")
    .select("storageKey")
    .where("status", "<>", "READY")
    .where("storageKey", "is not", null)
    .orderBy("updatedAt")
    .limit(limit)
    .$narrowType<{ storageKey: string }>()
    .execute();
  return [...ofUploads, ...ofMedia].slice(0, limit).map(({ storageKey }) => storageKey);
}

const LONG_AGO_SECONDS = FINAL_UPLOAD_DAYS * 86_400;

/** Clears the key of a removed file, unless it is needed again. */
export async function forgetFile(tx: Tx, storageKey: string): Promise<void> {
  const none = { storageKey: null };
  await tx.nativeUpdate(Upload, { storageKey, status: { $ne: "PENDING" } }, none);
  await tx.nativeUpdate(Media, { storageKey, status: { $ne: "READY" } }, none);
}

/** Lists the given keys that an upload or a media record has. */
export async function listKnownKeys(
  em: SqlEntityManager,
  keys: readonly string[],
): Promise<readonly string[]> {
  const known = await tables(em)
    .selectFrom("upload")
    .select("storageKey")
    .where(({ eb, fn, val }) => eb("storageKey", "=", fn.any(val(keys))))
    .union((further) =>
      further
        .selectFrom("media")
        .select("storageKey")
        .where(({ eb, fn, val }) => eb("storageKey", "=", fn.any(val(keys)))),
    )
    .$narrowType<{ storageKey: string }>()
    .execute();
  return known.map(({ storageKey }) => storageKey);
}

/**
 * Deletes uploads that ended long ago and have no bytes left; their media records stay.
 *
 * @returns how many were deleted.
 */
export const forgetUploads = deleteOldest("upload", ["id"], (old) =>
  old
    .where("status", "<>", "PENDING")
    .where("storageKey", "is", null)
    .where("updatedAt", "<", secondsAgo(LONG_AGO_SECONDS))
    .orderBy("updatedAt"),
);

/**
 * Deletes attachments of operations that were never accepted.
 *
 * @returns how many were deleted.
 */
export const forgetWaits = deleteOldest(
  "operationAttachment",
  ["lineageId", "relationshipId", "clientOperationId", "uploadId"],
  (old) =>
    old
      .where("receiptId", "is", null)
      .where("createdAt", "<", secondsAgo(LONG_AGO_SECONDS))
      .orderBy("createdAt"),
);
