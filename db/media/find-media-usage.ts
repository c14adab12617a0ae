import { sql } from "kysely";
import type { MediaUsage } from "../../rules/media/judge-room.ts";
import { firstRow, type Tx } from "../transact.ts";

/**
 * What counts against the limits of media: what is there, and each upload that is under way. Bytes that
 * only wait to be removed do not.
 */
export async function findMediaUsage(
  tx: Tx,
  { relationshipId, userId }: { readonly relationshipId: string; readonly userId: string },
): Promise<MediaUsage> {
  const { rows } = await sql<MediaUsage>`
    select (there.bytes + coming.bytes)::float8 as "relationshipBytes", coming.own as "openUploads"
    from (
      select coalesce(sum(size_bytes), 0) as bytes from media
      where relationship_id = ${relationshipId} and status = 'READY'
    ) there, (
      select coalesce(sum(media.size_bytes), 0) as bytes,
        (count(*) filter (where media.owner_user_id = ${userId}))::int as own
      from media join upload on upload.media_id = media.id
      where media.relationship_id = ${relationshipId} and upload.status = 'PENDING'
        and upload.expires_at > (select clock_now())
    ) coming
  `.execute(tx.getKysely());
  return firstRow(rows);
}
