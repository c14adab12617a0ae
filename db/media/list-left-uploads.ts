import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { LEFT_UPLOAD_MINUTES } from "../../contract/media/vocabulary.ts";
import { onceAgo } from "../platform/clock-once.ts";
import { uploads, type UploadView } from "./queries.ts";

/**
 * Open uploads without progress for a while: the process that received their last bytes may have been killed before
 * it checked them.
 */
export async function listLeftUploads(
  em: SqlEntityManager,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly UploadView[]> {
  const left = uploads(em)
    .where("upload.status", "=", "PENDING")
    .where("upload.updatedAt", "<", onceAgo(LEFT_UPLOAD_MINUTES * 60));
  const further = after === null ? left : left.where("upload.id", ">", after);
  return await further.orderBy("upload.id").limit(limit).execute();
}
