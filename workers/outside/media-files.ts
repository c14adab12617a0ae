import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { openBucketFiles } from "../../activities/media/bucket-files.ts";
import { openDiskFiles } from "../../activities/media/disk-files.ts";
import type { MediaFiles } from "../../activities/media/media-files.ts";
import { findStoredFile } from "../../db/media/queries.ts";
import type { MediaPlace } from "../config/media-config.ts";

/** Opens the place where the bytes of media lie; what is expected there, the database says. */
export function openMediaFiles(em: SqlEntityManager, place: MediaPlace): MediaFiles {
  const findExpected = (key: string) => findStoredFile(em.fork(), key);
  return place.kind === "disk"
    ? openDiskFiles({ ...place, findExpected })
    : openBucketFiles({ ...place, findExpected });
}
