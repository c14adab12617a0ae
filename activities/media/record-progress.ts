import type { Logger } from "pino";
import { recordReceived } from "../../db/media/settle-upload.ts";
import { faultClassOf } from "../../db/platform/transactions/fault-class.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import type { FinishingDeps } from "./finish-upload.ts";

/**
 * Records the progress of an upload for later reads. It is only a hint: the stored file is authoritative, and a
 * failure here fails nothing.
 */
export async function recordProgress(
  { em, files, log }: FinishingDeps & { readonly log: Logger },
  { uploadId, storageKey }: { readonly uploadId: string; readonly storageKey: string },
): Promise<void> {
  try {
    const receivedBytes = await files.receivedBytes(storageKey);
    if (receivedBytes === null) return;
    await transact(em, (tx) => recordReceived(tx, { uploadId, receivedBytes }));
  } catch (error) {
    log.warn({ uploadId, fault: faultClassOf(error) }, "progress of an upload not noted");
  }
}
