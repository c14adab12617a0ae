import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import { faultClassOf } from "../../db/platform/transactions/fault-class.ts";
import { listLeftUploads } from "../../db/media/list-left-uploads.ts";
import type { UploadView } from "../../db/media/queries.ts";
import { inspectUpload } from "./finish-upload.ts";
import type { MediaFiles } from "./media-files.ts";

/**
 * Checks a complete upload that was never checked: the process that received its last byte was killed, and its device
 * did not return. Operations that wait for it continue. A file that cannot be read does not delay the others; the next
 * run retries it.
 */
export async function finishLeftUploads(
  deps: UpkeepDeps,
  after: string | null,
): Promise<CleanedSlice> {
  const uploads = await listLeftUploads(deps.em.fork(), { after, limit: PAGE });
  const last = uploads.at(-1)?.uploadId ?? null;
  const isFull = uploads.length === PAGE;
  for (const upload of uploads) {
    const outcome = await recheck(deps, upload);
    if (outcome === "ON_ITS_WAY") continue;
    const { uploadId } = upload;
    const more = isFull || uploadId !== last;
    return { count: outcome === "FINISHED" ? 1 : 0, more, after: uploadId };
  }
  return { count: 0, more: isFull, after: last };
}

/** Dependencies of the media cleanup. */
export interface UpkeepDeps {
  readonly em: SqlEntityManager;
  readonly files: MediaFiles;
  readonly log: Pick<Logger, "warn" | "error">;
}

/** The result of one slice; while there is more, the next one starts at `after`. */
export interface CleanedSlice {
  readonly count: number;
  readonly more: boolean;
  readonly after: string | null;
  /** Number of failures left to the next run; absent if the step has none. */
  readonly failedCount?: number;
}

/**
 * Files of one slice whose size is checked. The first complete file ends the slice, because reading a video takes
 * time.
 */
const PAGE = 50;

async function recheck(
  deps: UpkeepDeps,
  upload: UploadView,
): Promise<"ON_ITS_WAY" | "FINISHED" | "UNREADABLE"> {
  try {
    const { status } = await inspectUpload(deps, { upload, requestId: null });
    return status === "PENDING" ? "ON_ITS_WAY" : "FINISHED";
  } catch (error) {
    const { uploadId } = upload;
    deps.log.warn({ uploadId, fault: faultClassOf(error) }, "a complete upload was not read");
    return "UNREADABLE";
  }
}
