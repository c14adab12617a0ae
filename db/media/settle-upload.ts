import { sql } from "kysely";
import type { MediaRejection } from "../../contract/media/vocabulary.ts";
import type { Tx } from "../transact.ts";
import type { UploadView } from "./queries.ts";

type Settled = Pick<UploadView, "uploadId" | "mediaId" | "storageKey" | "sizeBytes">;

/** The bytes are there: they become those of the media record, and of whoever else was sending them. */
export async function markReady(tx: Tx, upload: Settled, now: Date): Promise<void> {
  await sql`
    with ready as (
      update media set status = 'READY', rejection_code = null, storage_key = ${upload.storageKey},
        wanted_at = ${now}, updated_at = ${now}
      where id = ${upload.mediaId}
    )
    update upload set status = 'READY', received_bytes = ${upload.sizeBytes}::bigint,
      storage_key = case when id = ${upload.uploadId} then null else storage_key end,
      updated_at = ${now}
    where media_id = ${upload.mediaId} and status = 'PENDING'
  `.execute(tx.getKysely());
}

/** The bytes are not what was announced; another upload of the same media may still go on. */
export async function markRejected(
  tx: Tx,
  upload: Settled,
  { code, now }: { readonly code: MediaRejection; readonly now: Date },
): Promise<void> {
  await sql`
    with refused as (
      update upload set status = 'REJECTED', rejection_code = ${code}, updated_at = ${now}
      where id = ${upload.uploadId}
    )
    update media set status = 'REJECTED', rejection_code = ${code}, updated_at = ${now}
    where id = ${upload.mediaId} and status = 'PENDING' and not exists (
      select from upload other where other.media_id = ${upload.mediaId}
        and other.id <> ${upload.uploadId} and other.status = 'PENDING')
  `.execute(tx.getKysely());
}

/** Its device called the upload off; the media go with it when nobody else sends them. */
export async function markTerminated(tx: Tx, upload: Settled, now: Date): Promise<void> {
  await sql`
    with ended as (
      update upload set status = 'TERMINATED', updated_at = ${now} where id = ${upload.uploadId}
    )
    update media set status = 'EXPIRED', updated_at = ${now}
    where id = ${upload.mediaId} and status = 'PENDING' and not exists (
      select from upload other where other.media_id = ${upload.mediaId}
        and other.id <> ${upload.uploadId} and other.status = 'PENDING')
  `.execute(tx.getKysely());
}

/** Notes how far an upload has come, for those who only ask. */
export async function recordReceived(
  tx: Tx,
  { uploadId, receivedBytes }: { readonly uploadId: string; readonly receivedBytes: number },
): Promise<void> {
  await sql`
    update upload set received_bytes = ${receivedBytes}::bigint, updated_at = clock_now()
    where id = ${uploadId} and status = 'PENDING'
  `.execute(tx.getKysely());
}

/**
 * Makes due the operations that wait for these media. They are tried by the actors of the devices that
 * sent them.
 *
 * @returns ids of those devices.
 */
export async function wakeWaiting(tx: Tx, mediaId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ deviceId: string }>`
    with woken as (
      update operation_set_aside aside set next_attempt_at = clock_now(), updated_at = clock_now()
      from operation_attachment attachment
      where attachment.media_id = ${mediaId} and attachment.receipt_id is null
        and aside.lineage_id = attachment.lineage_id
        and aside.relationship_id = attachment.relationship_id
        and aside.client_operation_id = attachment.client_operation_id
        and aside.state = 'OPEN' and aside.reason = 'MEDIA'
      returning aside.device_id)
    select distinct device_id as "deviceId" from woken order by device_id
  `.execute(tx.getKysely());
  return rows.map(({ deviceId }) => deviceId);
}
