import type { MediaUsage } from "../../rules/media/judge-room.ts";
import { clockOnce } from "../platform/clock-once.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/**
 * Usage that counts against the media limits: stored files and each pending upload. Bytes that only await removal do
 * not count.
 */
export async function findMediaUsage(
  tx: Tx,
  { relationshipId, userId }: { readonly relationshipId: string; readonly userId: string },
): Promise<MediaUsage> {
  const there = tables(tx)
    .selectFrom("media")
    .select(({ fn }) => fn.sum<number | null>("sizeBytes").as("thereBytes"))
    .where("relationshipId", "=", relationshipId)
    .where("status", "=", "READY");
  const coming = tables(tx)
    .selectFrom("media")
    .innerJoin("upload", "upload.mediaId", "media.id")
    .select(({ fn }) => [
      fn.sum<number | null>("media.sizeBytes").as("comingBytes"),
      fn.countAll<number>().filterWhere("media.ownerUserId", "=", userId).as("own"),
    ])
    .where("media.relationshipId", "=", relationshipId)
    .where("upload.status", "=", "PENDING")
    .where("upload.expiresAt", ">", clockOnce);
  const { thereBytes, comingBytes, own } = await tables(tx)
    .selectFrom([there.as("there"), coming.as("coming")])
    .selectAll()
    .executeTakeFirstOrThrow();
  return { relationshipBytes: (thereBytes ?? 0) + (comingBytes ?? 0), openUploads: own };
}
