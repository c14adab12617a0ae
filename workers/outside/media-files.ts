import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { openDiskFiles } from "../../activities/media/disk-files.ts";
import type { MediaFiles } from "../../activities/media/media-files.ts";
import { findStoredFile } from "../../db/media/queries.ts";
import type { MediaPlace } from "../config/media-config.ts";

/**
 * Opens the place where the bytes of media lie; what is expected there, the database says. The client
 * of a bucket is a tenth of what a process loads: it is loaded where there is a bucket.
 */
export async function openMediaFiles(em: SqlEntityManager, place: MediaPlace): Promise<MediaFiles> {
  const findExpected = (key: string) => findStoredFile(em.fork(), key);
  if (place.kind === "disk") return openDiskFiles({ ...place, findExpected });
  const { openBucketFiles } = await import("../../activities/media/bucket-files.ts");
  return openBucketFiles({ ...place, findExpected });
}
