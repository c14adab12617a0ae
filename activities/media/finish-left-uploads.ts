import { faultClassOf } from "../../db/fault-class.ts";
import { listLeftUploads } from "../../db/media/list-left-uploads.ts";
import type { UploadView } from "../../db/media/queries.ts";
import { lookAtUpload } from "./finish-upload.ts";
import type { KeptSlice, UpkeepDeps } from "./keep-media.ts";

/** Files of one slice that are asked for their size. */
const PAGE = 50;
/** Files of one slice that are read from one end to the other: a film takes its time. */
const MOST_READ = 4;

/**
 * Looks at uploads that are whole and that nobody looked at: the process that took in their last byte was
 * killed, and their device did not come back. Operations that wait for them go on. A file that cannot be
 * read holds up nobody else; the next run tries it again.
 */
export async function finishLeftUploads(
  deps: UpkeepDeps,
  after: string | null,
): Promise<KeptSlice> {
  const uploads = await listLeftUploads(deps.em.fork(), { after, limit: PAGE });
  let [count, read] = [0, 0];
  for (const [index, upload] of uploads.entries()) {
    const outcome = await lookAgain(deps, upload);
    if (outcome === "FINISHED") count += 1;
    if (outcome !== "ON_ITS_WAY") read += 1;
    const more = index < uploads.length - 1 || uploads.length === PAGE;
    if (read === MOST_READ) return { count, more, after: upload.uploadId };
  }
  return { count, more: uploads.length === PAGE, after: uploads.at(-1)?.uploadId ?? null };
}

async function lookAgain(
  deps: UpkeepDeps,
  upload: UploadView,
): Promise<"ON_ITS_WAY" | "FINISHED" | "UNREADABLE"> {
  try {
    const { status } = await lookAtUpload(deps, { upload, requestId: null });
    return status === "PENDING" ? "ON_ITS_WAY" : "FINISHED";
  } catch (error) {
    const { uploadId } = upload;
    deps.log.warn({ uploadId, fault: faultClassOf(error) }, "an upload that is whole was not read");
    return "UNREADABLE";
  }
}
