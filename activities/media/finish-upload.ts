import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { UploadStatus } from "../../contract/media/vocabulary.ts";
import type { UploadView } from "../../db/media/queries.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { inspectFile } from "./inspect-file.ts";
import type { MediaFiles } from "./media-files.ts";
import { settleUpload } from "./settle-upload.ts";

/** The upload, and the request that brought the last byte, if any. */
export interface FinishUpload {
  readonly upload: UploadView;
  readonly requestId: string | null;
}

/** Dependencies of finishing uploads. */
export interface FinishingDeps {
  readonly em: SqlEntityManager;
  readonly files: MediaFiles;
}

/**
 * Finishes an upload whose last byte has arrived: inspects the file outside of any transaction, then settles it. A
 * second call finds it settled. A refused file is removed at once, or by the cleanup.
 */
export async function finishUpload(
  { em, files }: FinishingDeps,
  { upload, requestId }: FinishUpload,
): Promise<UploadStatus> {
  const { uploadId, storageKey } = upload;
  if (upload.status !== "PENDING" || storageKey === null) return upload.status;
  await files.keep(storageKey);
  const arrived = await inspectFile(files, storageKey);
  const status = await transact(em, (tx) => settleUpload(tx, { uploadId, arrived, requestId }));
  if (status === "REJECTED") await files.remove(storageKey);
  return status;
}

/**
 * Reads the progress of an upload from its stored file. A complete file is finished as well, in case a killed process
 * left that undone.
 */
export async function inspectUpload(
  deps: FinishingDeps,
  { upload, requestId }: FinishUpload,
): Promise<Pick<UploadView, "status" | "receivedBytes">> {
  const { status, receivedBytes, storageKey, sizeBytes } = upload;
  if (status !== "PENDING" || storageKey === null) return { status, receivedBytes };
  const received = (await deps.files.receivedBytes(storageKey)) ?? 0;
  if (received < sizeBytes) return { status, receivedBytes: received };
  return { status: await finishUpload(deps, { upload, requestId }), receivedBytes: received };
}
