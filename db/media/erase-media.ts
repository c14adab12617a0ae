import { sql } from "kysely";
import { lockFreeScopes } from "../lock-scopes.ts";
import type { Tx } from "../transact.ts";

/** Ends all media of a relationship for good, with the uploads that are under way. */
export async function markErasing(tx: Tx, relationshipId: string): Promise<void> {
  await sql`
    with ended as (
      update upload set status = 'EXPIRED', updated_at = clock_now() from media
      where media.id = upload.media_id and media.relationship_id = ${relationshipId}
        and upload.status in ('PENDING', 'READY')
    )
    update media set status = 'ERASING', wanted_at = null, updated_at = clock_now()
    where relationship_id = ${relationshipId} and status <> 'ERASING'
  `.execute(tx.getKysely());
}

/**
 * Deletes media that are to be erased and have no bytes left anywhere, with their uploads and with what
 * operations took along: those of relationships that nobody is writing to at this moment.
 *
 * @returns how many were deleted.
 */
export async function forgetMedia(tx: Tx, limit: number): Promise<number> {
  const found = await listBare(tx, limit);
  const scopes = await lockFreeScopes(tx, [...new Set(found.map((row) => row.relationshipId))]);
  // Somebody may have begun to send one of them again before its relationship was locked.
  const bare = await listBare(tx, limit);
  const ids = bare
    .filter(({ relationshipId }) => scopes.includes(relationshipId))
    .map(({ mediaId }) => mediaId);
  await sql`delete from operation_attachment where media_id = any(${ids}::uuid[])`.execute(
    tx.getKysely(),
  );
  await sql`delete from upload where media_id = any(${ids}::uuid[])`.execute(tx.getKysely());
  await sql`delete from media where id = any(${ids}::uuid[])`.execute(tx.getKysely());
  return ids.length;
}

async function listBare(tx: Tx, limit: number) {
  const { rows } = await sql<{ mediaId: string; relationshipId: string }>`
    select id as "mediaId", relationship_id as "relationshipId" from media
    where status = 'ERASING' and storage_key is null and not exists (
      select from upload where upload.media_id = media.id and upload.storage_key is not null)
    order by id limit ${limit}
  `.execute(tx.getKysely());
  return rows;
}
