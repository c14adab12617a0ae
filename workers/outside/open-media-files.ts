import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { openDiskFiles } from "../../activities/media/open-disk-files.ts";
import type { MediaFiles } from "../../activities/media/media-files.ts";
import { findStoredFile } from "../../db/media/queries.ts";
import type { MediaPlace } from "../config/fields/media-fields.ts";

/**
 * Opens the storage of media bytes; the database knows the expected files. A bucket client is a tenth of what a
 * process loads, so it is only loaded if there is a bucket.
 */
export async function openMediaFiles(em: SqlEntityManager, place: MediaPlace): Promise<MediaFiles> {
  const findExpected = (key: string) => findStoredFile(em.fork(), key);
  if (place.kind === "disk") return openDiskFiles({ ...place, findExpected });
  const { openBucketFiles } = await import("../../activities/media/open-bucket-files.ts");
  return openBucketFiles({ ...place, findExpected });
}
