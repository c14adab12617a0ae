import type { Logger } from "pino";
import { recordReceived } from "../../db/media/settle-upload.ts";
import { faultClassOf } from "../../db/fault-class.ts";
import { transact } from "../../db/transact.ts";
import type { FinishingDeps } from "./finish-upload.ts";

/**
 * Notes how far an upload has come, for those who only ask. It is a note: the stored file knows better,
 * and its failure fails nothing.
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
