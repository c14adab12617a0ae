import { sql } from "kysely";
import { UNREFERENCED_MEDIA_DAYS } from "../../contract/media/vocabulary.ts";
import { lockFreeScopes } from "../lock-scopes.ts";
import type { Tx } from "../transact.ts";

/**
 * Ends uploads whose time is over, with the media that nobody else is sending: those of relationships
 * that nobody is writing to at this moment.
 *
 * @returns how many ended.
 */
export async function expireUploads(tx: Tx, limit: number): Promise<number> {
  const { rows: overdue } = await sql<{ relationshipId: string }>`
    select media.relationship_id as "relationshipId"
    from upload join media on media.id = upload.media_id
    where upload.status = 'PENDING' and upload.expires_at <= (select clock_now())
    order by upload.expires_at limit ${limit}
  `.execute(tx.getKysely());
  const scopes = await lockFreeScopes(tx, idsOf(overdue));
  const { rows } = await sql`
    update upload set status = 'EXPIRED', updated_at = clock_now()
    from media
    where media.id = upload.media_id and media.relationship_id = any(${scopes}::uuid[])
      and upload.status = 'PENDING' and upload.expires_at <= (select clock_now())
    returning 1
  `.execute(tx.getKysely());
  await sql`
    update media set status = 'EXPIRED', updated_at = clock_now()
    where relationship_id = any(${scopes}::uuid[]) and status = 'PENDING' and not exists (
      select from upload where upload.media_id = media.id and upload.status = 'PENDING')
  `.execute(tx.getKysely());
  return rows.length;
}

/**
 * Ends media that no accepted operation has taken along for so long, and that none waits for. What one
 * did is kept for good and not looked at again.
 *
 * @returns how many were looked at.
 */
export async function expireUnreferenced(tx: Tx, limit: number): Promise<number> {
  const bound = sql`clock_now() - make_interval(days => ${UNREFERENCED_MEDIA_DAYS})`;
  const { rows: old } = await sql<{ relationshipId: string }>`
    select relationship_id as "relationshipId" from media
    where status = 'READY' and wanted_at < (select ${bound})
    order by wanted_at limit ${limit}
  `.execute(tx.getKysely());
  const scopes = await lockFreeScopes(tx, idsOf(old));
  const { rows } = await sql`
    with old as (
      select media.id, exists (
        select from operation_attachment attachment
        left join operation_set_aside aside on attachment.receipt_id is null
          and aside.lineage_id = attachment.lineage_id
          and aside.relationship_id = attachment.relationship_id
          and aside.client_operation_id = attachment.client_operation_id and aside.state = 'OPEN'
        where attachment.media_id = media.id
          and (attachment.receipt_id is not null or aside.state is not null)) as is_kept
      from media
      where media.relationship_id = any(${scopes}::uuid[]) and media.status = 'READY'
        and media.wanted_at < (select ${bound})
    ), ended as (
      update upload set status = 'EXPIRED', updated_at = clock_now()
      from old where upload.media_id = old.id and not old.is_kept and upload.status = 'READY'
    )
    update media set wanted_at = case when old.is_kept then null else media.wanted_at end,
      status = case when old.is_kept then media.status else 'EXPIRED' end, updated_at = clock_now()
    from old where media.id = old.id
    returning 1
  `.execute(tx.getKysely());
  return rows.length;
}

function idsOf(rows: readonly { readonly relationshipId: string }[]): string[] {
  return [...new Set(rows.map(({ relationshipId }) => relationshipId))];
}
