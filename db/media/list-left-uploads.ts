import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { LEFT_UPLOAD_MINUTES } from "../../contract/media/vocabulary.ts";
import { uploadColumns, type UploadView } from "./queries.ts";

/**
 * Uploads that are open and of which nothing was noted for a while: a process that took in their last
 * bytes may have been killed before it looked at them.
 */
export async function listLeftUploads(
  em: SqlEntityManager,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly UploadView[]> {
  const { rows } = await sql<UploadView>`
    select ${uploadColumns} from upload join media on media.id = upload.media_id
    where upload.status = 'PENDING' and (${after}::uuid is null or upload.id > ${after}::uuid)
      and upload.updated_at < (select clock_now()) - make_interval(mins => ${LEFT_UPLOAD_MINUTES})
    order by upload.id limit ${limit}
  `.execute(em.getKysely());
  return rows;
}
