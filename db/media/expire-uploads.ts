import { expressionBuilder } from "kysely";
import { UNREFERENCED_MEDIA_DAYS, UPLOAD_HOURS } from "../../contract/media/vocabulary.ts";
import { UNDO_WINDOW_HOURS } from "../../contract/quick-log/vocabulary.ts";
import { clockOnce, onceAgo } from "../platform/clock-once.ts";
import { lockFreeScopes } from "../platform/scopes/lock-scopes.ts";
import { clockNow as now } from "../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../tables.ts";
import { clockNow, type Tx } from "../platform/transactions/transact.ts";
import { Media } from "./media.ts";
import { Upload } from "./upload.ts";

/**
 * Expires overdue uploads, and their media if no other upload is pending. Busy relationships are skipped.
 *
 * @returns how many ended.
 */
export async function expireUploads(tx: Tx, limit: number, skip = 0): Promise<number> {
  const overdue = await tables(tx)
    .selectFrom("upload")
    .innerJoin("media", "media.id", "upload.mediaId")
    .select("media.relationshipId")
    .where("upload.status", "=", "PENDING")
    .where("upload.expiresAt", "<=", clockOnce)
    .orderBy("upload.expiresAt")
    .limit(limit)
    .offset(skip)
    .execute();
  const scopes = await lockFreeScopes(tx, idsOf(overdue));
  const ended = await tables(tx)
    .updateTable("upload")
    .from("media")
    .set({ status: "EXPIRED", updatedAt: now })
    .whereRef("media.id", "=", "upload.mediaId")
    .where(({ eb, fn, val }) => eb("media.relationshipId", "=", fn.any(val(scopes))))
    .where("upload.status", "=", "PENDING")
    .where("upload.expiresAt", "<=", clockOnce)
    .executeTakeFirst();
  await expireLeftMedia(tx, scopes);
  return Number(ended.numUpdatedRows);
}

/** Media without a pending upload. */
async function expireLeftMedia(tx: Tx, scopes: readonly string[]): Promise<void> {
  await tables(tx)
    .updateTable("media")
    .set({ status: "EXPIRED", updatedAt: now })
    .where(({ eb, fn, val }) => eb("relationshipId", "=", fn.any(val(scopes))))
    .where("status", "=", "PENDING")
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("upload")
            .select("upload.id")
            .whereRef("upload.mediaId", "=", "media.id")
            .where("upload.status", "=", "PENDING"),
        ),
      ),
    )
    .execute();
}

/**
 * Expires media that no accepted operation has referenced within the limit and no open one waits for. If an operation
 * referenced them and can no longer be undone, they are kept for good and not examined again.
 *
 * @returns how many were examined.
 */
export async function expireUnreferenced(tx: Tx, limit: number, skip = 0): Promise<number> {
  const bound = onceAgo(UNREFERENCED_MEDIA_DAYS * 86_400);
  const old = await tables(tx)
    .selectFrom("media")
    .select("relationshipId")
    .where("status", "=", "READY")
    .where("wantedAt", "<", bound)
    .orderBy("wantedAt")
    .limit(limit)
    .offset(skip)
    .execute();
  const scopes = await lockFreeScopes(tx, idsOf(old));
  const candidates = await tables(tx)
    .selectFrom("media")
    .select((media) => [
      "media.id",
      media.exists(references).as("isTaken"),
      media.exists(references.where("attachment.createdAt", "<", longBefore)).as("isKept"),
    ])
    .where(({ eb, fn, val }) => eb("media.relationshipId", "=", fn.any(val(scopes))))
    .where("media.status", "=", "READY")
    .where("media.wantedAt", "<", bound)
    .execute();
  const retained = candidates.filter(({ isKept }) => isKept).map(({ id }) => id);
  const young = candidates.filter(({ isKept, isTaken }) => isTaken && !isKept).map(({ id }) => id);
  const left = candidates.filter(({ isTaken }) => !isTaken).map(({ id }) => id);
  const updatedAt = await clockNow(tx);
  const retryAt = new Date(updatedAt.getTime() - RETRY_SECONDS * 1_000);
  await tx.nativeUpdate(Media, { id: { $in: young } }, { wantedAt: retryAt, updatedAt });
  await tx.nativeUpdate(Media, { id: { $in: retained } }, { wantedAt: null, updatedAt });
  const ended = { status: "EXPIRED", updatedAt } as const;
  await tx.nativeUpdate(Media, { id: { $in: left } }, ended);
  await tx.nativeUpdate(Upload, { mediaId: { $in: left }, status: "READY" }, ended);
  return candidates.length;
}

/** After this time a reference is final: its upload and its undo window are over. */
const SETTLED_SECONDS = (UPLOAD_HOURS + UNDO_WINDOW_HOURS) * 3_600;
const longBefore = onceAgo(SETTLED_SECONDS);

/** Media referenced recently are examined again once that time is over. */
const RETRY_SECONDS = UNREFERENCED_MEDIA_DAYS * 86_400 - SETTLED_SECONDS;

/**
 * An operation that references the media and was not undone, or is open and waits for them. An undone operation
 * references nothing.
 */
const references = expressionBuilder<Tables, "media">()
  .selectFrom("operationAttachment as attachment")
  .leftJoin("deferredOperation as aside", (join) =>
    join
      .on("attachment.receiptId", "is", null)
      .onRef("aside.lineageId", "=", "attachment.lineageId")
      .onRef("aside.relationshipId", "=", "attachment.relationshipId")
      .onRef("aside.clientOperationId", "=", "attachment.clientOperationId")
      .on("aside.state", "=", "OPEN"),
  )
  .select("attachment.mediaId")
  .whereRef("attachment.mediaId", "=", "media.id")
  .where(({ eb, or }) =>
    or([eb("attachment.receiptId", "is not", null), eb("aside.state", "is not", null)]),
  )
  .where(({ exists, not, selectFrom }) =>
    not(
      exists(
        selectFrom("quickLogOperation as undoing")
          .select("undoing.receiptId")
          .whereRef("undoing.undoesReceiptId", "=", "attachment.receiptId"),
      ),
    ),
  );

function idsOf(rows: readonly { readonly relationshipId: string }[]): string[] {
  return [...new Set(rows.map(({ relationshipId }) => relationshipId))];
}
