import type { MediaRejection } from "../../contract/media/vocabulary.ts";
import { clockNow } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { Media } from "./media.ts";
import type { UploadView } from "./queries.ts";
import { Upload } from "./upload.ts";

type Settled = Pick<UploadView, "uploadId" | "mediaId" | "storageKey" | "sizeBytes">;

/** The bytes have arrived: the media record gets them, and its other pending uploads end too. */
export async function markReady(tx: Tx, upload: Settled, now: Date): Promise<void> {
  const { uploadId, mediaId, storageKey, sizeBytes } = upload;
  const media = await tx.findOneOrFail(Media, { id: mediaId });
  const ready = { status: "READY", updatedAt: now } as const;
  tx.assign(media, { ...ready, rejectionCode: null, storageKey, wantedAt: now });
  for (const sent of await tx.find(Upload, { mediaId, status: "PENDING" })) {
    tx.assign(sent, { ...ready, receivedBytes: sizeBytes });
    if (sent.id === uploadId) sent.storageKey = null;
  }
  await tx.flush();
}

/** The bytes differ from what was announced; another upload of the same media may continue. */
export async function markRejected(
  tx: Tx,
  upload: Settled,
  { code, now }: { readonly code: MediaRejection; readonly now: Date },
): Promise<void> {
  const refused = { status: "REJECTED", rejectionCode: code } as const;
  await endUpload(tx, upload, { upload: refused, media: refused, now });
}

/** The device cancelled the upload; the media end too if no other upload is pending. */
export async function markTerminated(tx: Tx, upload: Settled, now: Date): Promise<void> {
  const ends = { upload: { status: "TERMINATED" }, media: { status: "EXPIRED" }, now } as const;
  await endUpload(tx, upload, ends);
}

/** How an upload ends, and its media too if no other upload is pending. */
interface UploadEnd {
  readonly upload: Partial<Pick<Upload, "status" | "rejectionCode">>;
  readonly media: Partial<Pick<Media, "status" | "rejectionCode">>;
  readonly now: Date;
}

async function endUpload(tx: Tx, { uploadId, mediaId }: Settled, end: UploadEnd): Promise<void> {
  const media = await tx.findOneOrFail(Media, { id: mediaId });
  const pending = await tx.find(Upload, { mediaId, status: "PENDING" });
  const [own, others] = [
    pending.filter(({ id }) => id === uploadId),
    pending.filter(({ id }) => id !== uploadId),
  ];
  for (const upload of own) tx.assign(upload, { ...end.upload, updatedAt: end.now });
  if (media.status === "PENDING" && others.length === 0)
    tx.assign(media, { ...end.media, updatedAt: end.now });
  await tx.flush();
}

/** Stores the progress of an upload, for status queries. */
export async function recordReceived(
  tx: Tx,
  { uploadId, receivedBytes }: { readonly uploadId: string; readonly receivedBytes: number },
): Promise<void> {
  await tables(tx)
    .updateTable("upload")
    .set({ receivedBytes, updatedAt: clockNow })
    .where("id", "=", uploadId)
    .where("status", "=", "PENDING")
    .execute();
}

/**
 * Makes the operations due that wait for these media. The actors of the sending devices retry them.
 *
 * @returns ids of those devices.
 */
export async function wakeWaiting(tx: Tx, mediaId: string): Promise<readonly string[]> {
  const devices = await tables(tx)
    .with("woken", (part) =>
      part
        .updateTable("deferredOperation as aside")
        .from("operationAttachment as attachment")
        .set({ nextAttemptAt: clockNow, updatedAt: clockNow })
        .where("attachment.mediaId", "=", mediaId)
        .where("attachment.receiptId", "is", null)
        .whereRef("aside.lineageId", "=", "attachment.lineageId")
        .whereRef("aside.relationshipId", "=", "attachment.relationshipId")
        .whereRef("aside.clientOperationId", "=", "attachment.clientOperationId")
        .where("aside.state", "=", "OPEN")
        .where("aside.reason", "=", "MEDIA")
        .returning("aside.deviceId"),
    )
    .selectFrom("woken")
    .select("deviceId")
    .distinct()
    .orderBy("deviceId")
    .execute();
  return devices.map(({ deviceId }) => deviceId);
}
